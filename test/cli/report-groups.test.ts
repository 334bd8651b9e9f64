import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heldDesk, openDesk, project } from './support/desk.ts';
import type { Desk } from './support/desk.ts';

/* Equal findings as one, from the terminal to the pages. */

const run = promisify(execFile);
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

const equal = (title: string, asset: string, more = {}): object => ({
  title,
  asset: [asset],
  severity: 'medium',
  description: 'The banner tells the version of the server.',
  ...more,
});

async function create(name: string, findings: readonly object[]): Promise<void> {
  writeFileSync(join(desk.folder, name), JSON.stringify(findings));
  await desk.json(['create', project, '--from', name]);
}

async function report(name: string, ...more: string[]): Promise<void> {
  await desk.json(['report', project, '--out', name, '--force', '--query', 'banner', ...more]);
}

/** Number and asset of each finding, as a list has them. */
async function numbers(...more: string[]): Promise<string[]> {
  await report('numbers.csv', '--no-bom', ...more);
  const text = readFileSync(join(desk.folder, 'numbers.csv'), 'utf8');
  const rows = [...text.matchAll(/^"([CHMLI]\d+)".*?"(\w+\.banner\.test)"/gmsu)];
  return rows.map(([, number, asset]) => `${String(number)} ${String(asset)}`).sort();
}

test('findings of one title are printed as one with its places, under a number that stays as one comes', async (context) => {
  await create('first.json', [
    equal('Server banner', 'one.banner.test', { observation: 'Header: first.' }),
    equal('server banner', 'two.banner.test', { observation: 'Header: second.' }),
    equal('Other banner', 'one.banner.test', { tags: ['rule:burp/7'] }),
  ]);
  const first = await numbers('--group', 'title');
  const [grouped = ''] = first[1]?.split(' ') ?? [];
  expect(new Set(first.map((row) => row.split(' ')[0])).size).toBe(2);

  await create('second.json', [
    equal('Another banner', 'nine.banner.test', { tags: ['rule:burp/7'] }),
    equal('Server banner', 'three.banner.test'),
  ]);
  const second = await numbers('--group', 'title');
  expect(second).toEqual(expect.arrayContaining([...first, `${grouped} three.banner.test`]));
  expect(new Set(second.map((row) => row.split(' ')[0])).size).toBe(3);
  const byRule = await numbers('--group', 'rule');
  expect(new Set(byRule.map((row) => row.split(' ')[0])).size).toBe(2);

  const told = await desk.dossier([
    ...['report', project, '--out', 'banner.pdf', '--force', '--query', 'banner', '--group', 'title'],
  ]);
  expect(told.stderr).toContain('Equal findings are printed as one: 3 findings at 5 places.');
  if (!existsSync('/usr/bin/pdftotext'))
    context.skip('not on this machine: pdftotext (Debian: poppler-utils)');
  const { stdout: pages } = await run('/usr/bin/pdftotext', ['-raw', join(desk.folder, 'banner.pdf'), '-']);
  const stdout = pages.replace(/\s+/gu, ' ');
  expect(stdout).toContain('They occur at 5 places; a finding with several places is counted once.');
  expect(stdout).toContain('Places (3)');
  expect(stdout.match(/The banner tells the version/gu)).toHaveLength(3);
  for (const text of ['one.banner.test', 'two.banner.test', 'three.banner.test', 'first.', 'second.'])
    expect(stdout).toContain(text);
});

test('of two editions that group otherwise, the numbers are explained once', async () => {
  const edition = async (name: string, ...more: string[]): Promise<string> =>
    JSON.stringify(
      await desk.json(['report', project, '--out', name, '--force', '--query', 'banner', ...more]),
    ).replace(/^.*"edition":(\d+).*$/u, '$1');
  const grouped = await edition('grouped.csv', '--group', 'title');
  const apart = await edition('apart.csv');
  const same = await desk.dossier(['edition', 'compare', project, grouped, grouped]);
  const other = await desk.dossier(['edition', 'compare', project, grouped, apart]);
  expect(same.stdout).not.toContain('Other number');
  expect(other.stdout).toMatch(
    /^Other number\n {2}\d findings?, because equal ones were printed as one by title and are now each by itself\.\n/mu,
  );
  expect(other.stdout).not.toMatch(/ → [A-Z]\d/u);
});

test('a grouping that is kept is off for one report, or for good, by none', async () => {
  await desk.json(['report', 'settings', project, '--group', 'title', '--group-requests', '1']);
  const rows = async (...more: string[]): Promise<number> =>
    new Set((await numbers(...more)).map((row) => row.split(' ')[0])).size;
  const [kept, once] = [await rows(), await rows('--group', 'none')];
  expect(once).toBeGreaterThan(kept);
  const shown = await desk.dossier(['report', 'settings', project]);
  expect(shown.stdout).toMatch(/^Their requests +of 1 place$/mu);
  const off = await desk.json([
    'report',
    'settings',
    project,
    '--group',
    'none',
    '--reset',
    'group-requests',
  ]);
  expect(off).toEqual(expect.objectContaining({ settings: {} }));
  const wrong = await desk.dossier(['report', project, '--out', 'x.pdf', '--group-requests', 'some']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--group-requests takes')]);
});

test('how findings are grouped is kept and reset, and another word is a usage error', async () => {
  const kept = await desk.json(['report', 'settings', project, '--group', 'cwe']);
  const shown = await desk.dossier(['report', 'settings', project]);
  const reset = await desk.json(['report', 'settings', project, '--reset', 'group']);
  const wrong = await desk.dossier(['report', project, '--out', 'x.pdf', '--group', 'titel']);
  expect([kept, shown.stdout, reset, wrong.code, wrong.stderr]).toEqual([
    expect.objectContaining({ settings: { group: 'cwe' } }),
    expect.stringMatching(/^Equal findings +as one, by cwe$/mu),
    expect.objectContaining({ settings: {} }),
    2,
    expect.stringContaining('Did you mean "title"?'),
  ]);
});
