import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { body } from '../engine/support.ts';
import { temporaryFolder } from '../support/desk.ts';
import { openDesk } from './support/desk.ts';

/* Scanner files at the terminal, from outside. */

const project = 'harbour-2026';

function nucleiFile(
  ...found: readonly (readonly [template: string, host: string, severity?: string])[]
): string {
  const path = join(temporaryFolder(), 'scan.jsonl');
  const lines = found.map(([template, host, severity = 'high']) =>
    JSON.stringify({
      'template-id': template,
      info: { name: `Weakness ${template}`, severity },
      host: `https://${host}`,
      'matched-at': `https://${host}/`,
      type: 'http',
    }),
  );
  writeFileSync(path, lines.join('\n'));
  return path;
}

test('import queues what is not there yet, once, and each finding reaches the service once', async () => {
  const desk = await openDesk({ seeds: [{ project, findings: [] }] });
  await desk.json(['engagement', 'add', project]);
  const path = nucleiFile(
    ['one', 'a.test'],
    ['one', 'b.test'],
    ['two', 'a.test'],
    ['three', 'a.test', 'info'],
  );
  const told = await desk.json(['import', project, path, '--dry-run']);
  expect(told).toMatchObject({
    files: [{ path, format: 'nuclei', items: 4 }],
    groups: [
      { key: 'nuclei/one', severity: 'high', outcome: 'new', finding: null },
      { key: 'nuclei/two', asset: ['https://a.test'] },
    ],
    operations: [],
    left_out: [{ key: 'nuclei/three', reason: 'informational' }],
  });
  expect(await desk.json(['findings', project])).toEqual([]);

  const refused = await desk.dossier(['import', project, path]);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--yes')]);

  const queued = await desk.json(['import', project, path, '--yes']);
  expect(queued).toMatchObject({ operations: [{ kind: 'create' }, { kind: 'create' }] });
  const again = await desk.json(['import', project, path, '--yes']);
  expect(again).toMatchObject({ operations: [], groups: [{ outcome: 'known', reason: 'origin' }, {}] });
  await desk.json(['sync']);
  const [from] = (await desk.json(['findings', project, '--query', 'from:nuclei title:one'])) as {
    id: string;
  }[];
  expect(await desk.json(['finding', from?.id ?? ''])).toMatchObject({
    origins: [{ tool: 'nuclei', rule: 'one', file: 'scan.jsonl' }],
  });
  const described = await desk.dossier(['finding', from?.id ?? '']);
  expect(described.stdout).toContain('From nuclei, rule one, file scan.jsonl, ');
  const later = nucleiFile(['one', 'c.test'], ['two', 'a.test']);
  expect(await desk.json(['import', project, later, '--yes'])).toMatchObject({
    groups: [
      { outcome: 'extends', added: ['https://c.test'] },
      { outcome: 'known', added: [] },
    ],
    operations: [{ kind: 'update' }],
  });
  await desk.json(['sync']);
  const rows = await desk.json(['findings', project, '--sort', 'title']);
  expect(rows).toMatchObject([
    { title: 'Weakness one', asset: ['https://a.test', 'https://b.test', 'https://c.test'], sync: 'synced' },
    { title: 'Weakness two', asset: ['https://a.test'], sync: 'synced' },
  ]);
  const shown = await desk.dossier(['import', project, later, '--dry-run']);
  expect(shown.stdout).toContain('imported before');
  await desk.clear();
});

test('import reopens closed findings that were found again if it is told to', async () => {
  const known = {
    title: 'Weakness one',
    status: 'closed',
    tags: ['rule:nuclei/one'],
    asset: ['https://a.test'],
  };
  const desk = await openDesk({ seeds: [{ project, findings: [{ id: 'f1', body: body(known) }] }] });
  await desk.json(['engagement', 'add', project]);
  await desk.json(['sync']);
  const path = nucleiFile(['one', 'a.test'], ['one', 'b.test']);
  expect(await desk.json(['import', project, path, '--yes'])).toMatchObject({
    groups: [{ outcome: 'known', closed: true, decision: 'leave', closed_findings: [{ id: 'f1' }] }],
    operations: [],
  });
  const wrong = await desk.dossier(['import', project, path, '--yes', '--closed', 'open']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('leave, reopen, retest')]);
  const shown = await desk.dossier(['import', project, path, '--yes', '--closed', 'reopen']);
  expect(shown.stdout).toContain('reopens f1');
  expect(await desk.json(['findings', project])).toMatchObject([
    { id: 'f1', status: 'open', asset: ['https://a.test', 'https://b.test'] },
  ]);
  await desk.clear();
});

test('import keeps columns and severities for the engagement', async () => {
  const desk = await openDesk({ seeds: [{ project, findings: [] }] });
  await desk.json(['engagement', 'add', project]);
  const path = join(temporaryFolder(), 'issues.csv');
  writeFileSync(path, 'Issue,Risk,Host\nOld TLS,low,a.test\nBanner,info,a.test\n');
  const map = join(temporaryFolder(), 'map.json');
  const columns = { title: 'Issue', severity: 'Risk', asset: 'Host' };
  writeFileSync(map, JSON.stringify({ tool: 'acme', columns }));
  await desk.json(['import', project, path, '--map', map, '--min-severity', 'info', '--yes']);
  const changed = await desk.dossier(['import', 'settings', project, '--map-severity', 'acme:low=high']);
  expect(changed.stdout).toContain('acme: low becomes high');
  expect(await desk.json(['import', 'settings', project])).toMatchObject({
    informational: true,
    severityMapping: { acme: { low: 'high' } },
    csvMappings: [{ tool: 'acme', columns }],
  });
  const later = await desk.dossier(['import', project, path, '--dry-run']);
  expect([later.stdout, later.stderr]).toEqual([
    expect.stringMatching(/acme\/Old TLS +High[^]*Left out, informational: 1 rule\./u),
    expect.stringContaining('tool acme, title from Issue'),
  ]);
  const wrong = await desk.dossier(['import', 'settings', project, '--map-severity', 'acme:odd=high']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('TOOL:SEVERITY=NAME')]);
  const forgotten = await desk.json(['import', 'settings', project, '--reset', 'severities,maps']);
  expect(forgotten).toMatchObject({ severityMapping: {}, csvMappings: [] });
  await desk.clear();
});

test('import names the file and the line of what is wrong, and a file without entries', async () => {
  const desk = await openDesk({ seeds: [{ project, findings: [] }] });
  await desk.json(['engagement', 'add', project]);
  const path = join(temporaryFolder(), 'notes.txt');
  writeFileSync(path, 'Dear diary');
  const failed = await desk.dossier(['import', project, path, '--yes']);
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringMatching(/notes\.txt: Line 1/u)]);
  const unknown = await desk.dossier(['import', project, path, '--yes', '--min-severity', 'awful']);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('There is no severity')]);
  const empty = join(temporaryFolder(), 'weekly.nessus');
  writeFileSync(empty, '');
  const nothing = await desk.dossier(['import', project, empty, '--dry-run']);
  expect([nothing.code, nothing.stderr]).toEqual([
    0,
    expect.stringContaining('weekly.nessus: it has no entries'),
  ]);
  await desk.clear();
});
