import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heldDesk, openDesk, type Desk } from './support/desk.ts';

/** What people type out of habit, from outside: understood exactly, or refused before anything is queued. */

const project = 'habits-2026';

let template: Desk;
let desk: Desk;
beforeAll(async () => {
  const severities = ['critical', 'high', 'medium', 'low'];
  const findings = severities.map((severity) => ({
    body: {
      title: `${severity} one`,
      asset: ['a.example'],
      severity,
      status: 'open',
      description: 'd',
      remediation: 'r',
    },
  }));
  template = await openDesk({ seeds: [{ project, findings }] });
  await template.json(['engagement', 'add', project]);
  await template.json(['sync', project]);
  desk = await heldDesk(template);
});
afterAll(async () => {
  await desk.clear();
  await template.clear();
});

async function found(query: string): Promise<string[]> {
  const rows = (await desk.json(['findings', project, '--query', query])) as { severity: string }[];
  return rows.map(({ severity }) => severity);
}

describe('a query in the signs of another language', () => {
  test.each([
    ['-severity>=high', ['medium', 'low']],
    ['NOT severity:high', ['critical', 'medium', 'low']],
    ['severity=high', ['high']],
    ['severity:\u201chigh\u201d', ['high']],
    ['\u2013severity:low', ['critical', 'high', 'medium']],
    ['critical AND one', ['critical']],
  ])('is understood: %s', async (query, ids) => {
    expect(await found(query)).toEqual(ids);
  });

  test.each([
    '-severity:hgih',
    'severity:high OR severity:low',
    '-(severity:high)',
    '--severity:low',
    'status:opne',
    '-(critical)',
    '-title~critical',
    '-severity IN (critical)',
  ])('selects nothing for deletion if it cannot be: %s', async (query) => {
    const shown = await desk.dossier(['bulk-delete', '--project', project, `--query=${query}`, '--yes']);
    expect(shown.code).toBe(2);
    expect(shown.stderr).toMatch(/query, character \d/u);
    expect(await desk.json(['queue'])).toEqual([]);
  });
});
