import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readReportFile } from '#domain/deliverable/report-file.ts';
import { parseJson } from '#domain/base/json.ts';
import { png } from '../domain/images/pictures.ts';
import { webp } from '../domain/images/webp-pictures.ts';
import { heldDesk, openDesk, project } from './support/desk.ts';
import type { Desk } from './support/desk.ts';

let template: Desk;
let desk: Desk;
beforeAll(async () => {
  template = await openDesk();
  desk = await heldDesk(template);
});
afterAll(async () => {
  await desk.clear();
  await template.clear();
});

function fileOf(name: string): ReturnType<typeof readReportFile> {
  const parsed = parseJson(readFileSync(join(desk.folder, name), 'utf8'));
  return readReportFile(parsed.kind === 'ok' ? parsed.value : null);
}

test('every format is an edition; editions are listed, compared, and written again as they were', async () => {
  const made: unknown[] = [];
  for (const name of ['r.html', 'r.csv', 'r.md', 'r.json']) {
    made.push(await desk.json(['report', project, '--out', name, '--force']));
  }
  expect(made).toMatchObject([1, 2, 3, 4].map((edition) => ({ edition, pages: null, findings: 19 })));

  const [first] = (await desk.json(['findings', project, '--query', '-is:candidate', '--limit', '1'])) as {
    id: string;
    title: string;
  }[];
  const id = first?.id ?? '';
  await desk.json(['edit', id, '--set', 'title=A better title', '--set', 'severity=low']);
  writeFileSync(join(desk.folder, 'new.json'), '{"title":"Quite new","asset":["x"],"severity":"high"}');
  const [created] = (await desk.json(['create', project, '--from', 'new.json'])) as { findings: string[] }[];
  await desk.json(['report', project, '--out', 'later', '--format', 'md', '--force']);

  const editions = (await desk.json(['edition', 'list', project])) as Record<string, unknown>[];
  expect(editions.map(({ edition, format, draft, findings }) => [edition, format, draft, findings])).toEqual([
    [5, 'markdown', true, 20],
    [4, 'json', true, 19],
    [3, 'markdown', true, 19],
    [2, 'csv', true, 19],
    [1, 'html', true, 19],
  ]);
  const compared = await desk.json(['edition', 'compare', project, '1', '5']);
  expect(compared).toMatchObject({
    new: [{ id: created?.findings[0], title: 'Quite new', severity: 'high' }],
    changed: [
      { id, fields: [{ field: 'title', was: first?.title, now: 'A better title' }, { field: 'severity' }] },
    ],
    gone: [],
    unchanged: 18,
  });
  const said = await desk.dossier(['edition', 'compare', project, '5', '1']);
  expect(said.stdout).toMatch(
    /^Edition 5 → 1: 0 new, 1 changed, 1 no longer reported, 18 unchanged\nChanged\n/,
  );

  await desk.json(['report', project, '--out', 'again.html', '--edition', '1']);
  expect(
    readFileSync(join(desk.folder, 'again.html')).equals(readFileSync(join(desk.folder, 'r.html'))),
  ).toBe(true);
  const other = await desk.dossier(['report', project, '--out', 'again.pdf', '--edition', '1']);
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringContaining('Edition 1 is kept as it was written: as html'),
  ]);
  const none = await desk.dossier(['edition', 'compare', project, '1', '9']);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('no edition 9')]);
  const wrong = await desk.dossier(['edition', 'compare', project, '1', 'x']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('"x" is no number of an edition')]);
});

test('a report as JSON is read in again, findings and images', async () => {
  const content = Buffer.from(png({ width: 8, height: 8 })).toString('base64');
  const findings = [
    {
      record: { title: 'One', asset: ['a'], severity: 'high', status: 'open', requests: [{ n: 1 }] },
      evidence: [{ caption: 'shot', content }],
    },
    { record: { title: 'Two', asset: ['b'], severity: 'low', cwe: '', tags: null } },
  ];
  writeFileSync(
    join(desk.folder, 'in.json'),
    JSON.stringify({ format: 'dossier-report', formatVersion: 1, findings }),
  );
  await desk.json(['engagement', 'add', 'other']);
  await desk.json(['create', 'other', '--from', 'in.json']);
  await desk.json(['report', 'other', '--out', 'out.json', '--force']);
  const read = fileOf('out.json');
  await desk.json(['engagement', 'add', 'third']);
  await desk.json(['create', 'third', '--from', 'out.json']);
  await desk.json(['report', 'third', '--out', 'third.json', '--force']);
  expect(read).toMatchObject({
    kind: 'report',
    findings: [
      { record: findings[0]?.record, images: [{ caption: 'shot', content }] },
      { record: { title: 'Two', asset: ['b'], severity: 'low' }, images: [] },
    ],
  });
  expect(fileOf('third.json')).toEqual(read);
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1').toString('base64');
  const held = [{ ...findings[0], evidence: [{ caption: 'shot', content: heic }] }];
  writeFileSync(
    join(desk.folder, 'heic.json'),
    JSON.stringify({ format: 'dossier-report', formatVersion: 1, findings: held }),
  );
  const before = await desk.json(['findings', 'third']);
  expect(await desk.dossier(['create', 'third', '--from', 'heic.json'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('This is a HEIC photo. Save it as JPEG first.'),
  });
  expect(await desk.json(['findings', 'third'])).toEqual(before);
});

test('an image of a report as JSON may be a WebP, and becomes a PNG', async () => {
  const content = Buffer.from(webp(['rg', 'bw'])).toString('base64');
  const findings = [{ record: { title: 'One', asset: ['a'] }, evidence: [{ caption: 'shot', content }] }];
  writeFileSync(
    join(desk.folder, 'webp.json'),
    JSON.stringify({ format: 'dossier-report', formatVersion: 1, findings }),
  );
  await desk.json(['engagement', 'add', 'sixth']);
  await desk.json(['create', 'sixth', '--from', 'webp.json']);
  await desk.json(['report', 'sixth', '--out', 'sixth.json', '--force']);
  expect(fileOf('sixth.json')).toMatchObject({
    findings: [{ images: [{ caption: 'shot', content: expect.stringMatching(/^iVBORw0KGgo/u) }] }],
  });
});

test('a report as JSON carried into another vault never doubles, makes no candidate a finding, and keeps names', async () => {
  const content = Buffer.from(png({ width: 8, height: 8 })).toString('base64');
  const known = { title: 'Known  here', asset: ['xn--bcher-kva.test', 'b.test'], severity: 'low' };
  await desk.json(['engagement', 'add', 'fifth']);
  writeFileSync(join(desk.folder, 'known.json'), JSON.stringify([known]));
  const [made] = (await desk.json(['create', 'fifth', '--from', 'known.json'])) as { findings: string[] }[];
  const id = made?.findings[0] ?? '';
  const fresh = {
    title: 'Fresh',
    asset: ['a.test'],
    severity: 'low',
    description: '![x](evidence:shot.png)',
  };
  const findings = [
    { id, record: { title: 'Renamed since', asset: ['z.test'] } },
    { id: 'elsewhere', record: { title: 'known here', asset: ['bücher.test'] } },
    { id: 'c1', candidate: 'public', record: { title: 'Proposed', asset: ['a.test'] } },
    { id: 'c2', record: { title: 'Kept back', asset: ['a.test'], review_version: 2, private: true } },
    { id: 'new', record: fresh, evidence: [{ name: 'shot.png', caption: 'shot', content }] },
  ];
  const file = { format: 'dossier-report', formatVersion: 1, findings };
  writeFileSync(join(desk.folder, 'carried.json'), JSON.stringify(file));
  const create = () => desk.dossier(['create', 'fifth', '--from', 'carried.json', '--json']);
  const [first, second] = [await create(), await create()];
  expect([JSON.parse(first.stdout), JSON.parse(second.stdout), first.code, second.code]).toEqual([
    [expect.objectContaining({ kind: 'create' })],
    [],
    0,
    0,
  ]);
  expect(first.stderr.split('\n').filter((line) => /Known|Left out/u.test(line))).toEqual([
    expect.stringContaining(`Known: "Renamed since" is ${id} here`),
    expect.stringContaining(`Known: "known here" is ${id} here`),
    expect.stringContaining('Left out: "Proposed" is a candidate that nobody has accepted.'),
    expect.stringContaining('Left out: "Kept back" is a private draft.'),
  ]);
  expect(second.stderr).toContain('Known: "Fresh" is ');
  await desk.json(['report', 'fifth', '--out', 'fifth.json', '--force']);
  expect(fileOf('fifth.json')).toMatchObject({
    findings: [{ record: { title: 'Fresh' }, images: [{ name: 'shot.png', caption: 'shot', content }] }, {}],
  });
});

test('a report as JSON says which of its findings are candidates', async () => {
  await desk.json(['report', project, '--out', 'own.json', '--force', '--skip', 'none']);
  const parsed = JSON.parse(readFileSync(join(desk.folder, 'own.json'), 'utf8')) as {
    findings: { candidate?: string }[];
  };
  expect(parsed.findings.flatMap(({ candidate }) => candidate ?? []).sort()).toEqual([
    'private',
    'public',
    'public',
  ]);
});

test('--out replaces what was written by this vault and not changed, and anything else only with --force', async () => {
  const place = join(desk.folder, 'mine.md');
  const other = (...more: string[]) => desk.dossier(['activity', '--out', 'log.csv', ...more, '--json']);
  writeFileSync(place, 'notes of my own\n');
  writeFileSync(join(desk.folder, 'log.csv'), 'a,b\n');
  const [report, log] = [
    await desk.dossier(['report', project, '--out', 'mine.md', '--json']),
    await other(),
  ];
  expect([report, log].map(({ code, stdout }) => [code, stdout])).toEqual([
    [1, expect.stringMatching(/"code":"file".*mine\.md is there already.*--force/u)],
    [1, expect.stringMatching(/"code":"file".*log\.csv is there already.*--force/u)],
  ]);
  expect(readFileSync(place, 'utf8')).toBe('notes of my own\n');
  await desk.json(['report', project, '--out', 'mine.md', '--force']);
  expect(await other('--force')).toMatchObject({ code: 0 });
  expect(await other()).toMatchObject({ code: 0 });
  const first = readFileSync(place);
  await desk.json(['report', project, '--out', 'mine.md', '--edition', String(await lastEdition())]);
  expect(readFileSync(place).equals(first)).toBe(true);
  writeFileSync(place, `${first.toString()}\nA line by hand.`);
  const again = ['report', project, '--out', 'mine.md', '--edition', String(await lastEdition())];
  const edited = await desk.dossier([...again, '--json']);
  expect([edited.code, readFileSync(place, 'utf8').endsWith('A line by hand.')]).toEqual([1, true]);
  writeFileSync(place, '');
  expect(await desk.dossier([...again, '--json'])).toMatchObject({ code: 0 });
});

async function lastEdition(): Promise<number> {
  const [newest] = (await desk.json(['edition', 'list', project])) as { edition: number }[];
  return newest?.edition ?? 0;
}
