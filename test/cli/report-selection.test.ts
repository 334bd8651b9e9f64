import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readReportFile } from '#domain/deliverable/report-file.ts';
import { parseJson } from '#domain/base/json.ts';
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

interface Row {
  readonly id: string;
}

function idsIn(name: string): string[] {
  const parsed = parseJson(readFileSync(join(desk.folder, name), 'utf8'));
  const file = readReportFile(parsed.kind === 'ok' ? parsed.value : null);
  return file.kind === 'report' ? file.findings.map(({ record }) => JSON.stringify(record)) : [];
}

test('a report takes a choice by query and by ids, keeps it, and says what it leaves out', async () => {
  const rows = (await desk.json(['findings', project, '--query', '-is:candidate'])) as (Row & {
    title: string;
  })[];
  const [a, b] = rows.map(({ id }) => id);
  const ids = [a ?? '', b ?? ''];
  const settings = await desk.json(['report', 'settings', project, '--exclude', ...ids]);
  expect(settings).toMatchObject({
    settings: { exclude: ids },
    left_out: expect.arrayContaining(ids.map((id) => ({ id, reason: 'it is excluded by hand' }))),
  });
  const kept = await desk.json(['report', project, '--out', 'r.json', '--force']);
  expect(kept).toMatchObject({ findings: 17, left_out: [{}, {}, {}] });
  expect(idsIn('r.json')).toHaveLength(17);

  const said = await desk.dossier(['check', '--query', 'severity:critical', project]);
  expect(said.stdout).toMatch(/\d+ of 20 findings; \d+ left out: 1 draft, \d+ not found by the query\.\n$/u);
  const excluded = await desk.dossier(['check', '--exclude', ...ids, project]);
  expect(excluded.stdout).toMatch(/17 of 20 findings; 3 left out: 2 excluded by hand, 1 draft\.\n$/u);
  const checked = await desk.dossier(['check', project, '--json']);
  expect(JSON.parse(checked.stdout)).toBeInstanceOf(Array);
  expect(said.stdout).toMatch(/^Draft: \d facts are missing: .*team, in scope, management summary\.$/mu);

  const wrong = await desk.dossier(['report', project, '--out', 'x.json', '--include', 'nowhere']);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('no finding nowhere')]);
  const reset = await desk.json(['report', 'settings', project, '--reset', 'exclude']);
  expect(reset).toMatchObject({
    settings: {},
    left_out: [{ id: expect.any(String), reason: 'it is a draft' }],
  });
  const printed = await desk.json(['report', 'settings', project, '--skip', 'none']);
  expect(printed).toMatchObject({ settings: { skip: [] }, left_out: [] });
  const shown = await desk.dossier(['report', 'settings', project]);
  expect(shown.stdout).toMatch(/^Skipped +none$/mu);
  expect(await desk.json(['report', 'settings', project, '--reset', 'skip'])).toMatchObject({ settings: {} });
});

test('cells of a CSV are parted by the delimiter that is asked for, and another one is a usage error', async () => {
  const head = async (delimiter: string) => {
    await desk.json(['report', project, '--out', 'd.csv', '--force', '--no-bom', '--delimiter', delimiter]);
    return readFileSync(join(desk.folder, 'd.csv'), 'utf8').slice(0, 200);
  };
  expect([await head(';'), await head('tab'), await head(',')]).toEqual([
    expect.stringMatching(/^"[^"]*";"/u),
    expect.stringMatching(/^"[^"]*"\t"/u),
    expect.stringMatching(/^"[^"]*","/u),
  ]);
  const wrong = await desk.dossier(['report', project, '--out', 'd.csv', '--delimiter', '|']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--delimiter cannot be "|"')]);
});

test('the query of a choice is read as every query is: folded severities, and a hint for a misspelt value', async () => {
  const summary = async (query: string) => {
    const { stdout } = await desk.dossier(['check', project, '--query', query]);
    return stdout.trimEnd().split('\n').at(-1);
  };
  expect(await summary('severity:informational')).toBe(await summary('severity:info'));
  const wrong = await desk.dossier([
    'report',
    project,
    '--out',
    'q.json',
    '--force',
    '--query',
    'severity:hihg',
  ]);
  expect([wrong.code, wrong.stderr]).toEqual([
    expect.any(Number),
    expect.stringMatching(/Did you mean "?high/u),
  ]);
  expect(wrong.code).not.toBe(0);
});

test('other members are printed by an option that can be kept and reset', async () => {
  const kept = await desk.json(['report', 'settings', project, '--other-members']);
  const shown = await desk.dossier(['report', 'settings', project]);
  const reset = await desk.json(['report', 'settings', project, '--reset', 'other-members']);
  expect([kept, shown.stdout, reset]).toEqual([
    expect.objectContaining({ settings: { showOtherMembers: true } }),
    expect.stringMatching(/^Other members +printed$/mu),
    expect.objectContaining({ settings: {} }),
  ]);
});

test('a row for each asset is an option that can be kept and reset', async () => {
  const rows = async (): Promise<number> => {
    await desk.json(['report', project, '--out', 'assets.csv', '--force']);
    return readFileSync(join(desk.folder, 'assets.csv'), 'utf8').match(/^"[CHMLI]\d+",/gmu)?.length ?? 0;
  };
  const joined = await rows();
  const kept = await desk.json(['report', 'settings', project, '--assets', 'each']);
  const shown = await desk.dossier(['report', 'settings', project]);
  const each = await rows();
  const reset = await desk.json(['report', 'settings', project, '--reset', 'assets']);
  const wrong = await desk.dossier(['report', project, '--out', 'x.csv', '--assets', 'eech']);
  expect([kept, shown.stdout, reset, wrong.code, wrong.stderr]).toEqual([
    expect.objectContaining({ settings: { assetRows: 'each' } }),
    expect.stringMatching(/^Asset rows +each$/mu),
    expect.objectContaining({ settings: {} }),
    2,
    expect.stringContaining('Did you mean "each"?'),
  ]);
  expect([joined, each]).toEqual([19, 22]);
});

test('lists are shortened by an option that can be kept, and a word that it does not know is a usage error', async () => {
  const kept = await desk.json(['report', 'settings', project, '--list-findings', 'none']);
  await desk.json(['report', project, '--out', 'short.md', '--force']);
  const text = readFileSync(join(desk.folder, 'short.md'), 'utf8');
  const reset = await desk.json(['report', 'settings', project, '--reset', 'list-findings']);
  const wrong = await desk.dossier(['report', project, '--out', 'x.md', '--list-findings', 'hihg']);
  expect([kept, reset, wrong.code, wrong.stderr]).toEqual([
    expect.objectContaining({ settings: { listedFindings: 'none' } }),
    expect.objectContaining({ settings: {} }),
    2,
    expect.stringContaining('Did you mean "high"?'),
  ]);
  expect(text).toMatch(/None of the \d+ findings is listed here/u);
});

test('an unknown kind to skip and an empty query are usage errors', async () => {
  const kinds = await desk.dossier(['check', project, '--skip', 'draft']);
  const query = await desk.dossier(['report', project, '--out', 'x.pdf', '--query', ' ']);
  expect([kinds.code, kinds.stderr, query.code, query.stderr]).toEqual([
    2,
    expect.stringContaining('Did you mean "drafts"?'),
    2,
    expect.stringContaining('--query is empty'),
  ]);
});

test('findings are put in order, numbers stay, and only a yes renumbers', async () => {
  const first = (await desk.json(['report', 'order', project])) as { findings: (Row & { number: string })[] };
  const moved = first.findings.filter(({ number }) => number?.startsWith('M')).at(-1);
  expect(moved).toBeDefined();
  await desk.json(['report', project, '--out', 'numbers.md', '--force']);
  await desk.json(['report', 'order', project, moved?.id ?? '', '--to', '1']);
  const listed = await desk.dossier(['report', 'order', project]);
  const row = listed.stdout.split('\n').find((line) => line.includes(moved?.id ?? '-'));
  expect([row?.startsWith(moved?.number ?? '-'), row?.includes('by hand')]).toEqual([true, true]);
  const asked = await desk.dossier(['report', 'renumber', project]);
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
  const again = (await desk.json(['report', 'renumber', project, '--yes'])) as typeof first;
  expect(again.findings.find(({ id }) => id === moved?.id)?.number).toBe('M1');
});
