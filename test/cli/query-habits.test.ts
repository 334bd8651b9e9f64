import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heldDesk, openDesk, type Desk } from './support/desk.ts';

/** What people type out of habit, from outside: understood exactly, or refused before anything is queued. */

const project = 'habits-2026';
const letters = 'letters-2026';
const titles = ['Straße', 'Strasse', 'ISTANBUL', 'İstanbul', 'ıstanbul', 'ＳＱＬ'];

let template: Desk;
let desk: Desk;
beforeAll(async () => {
  const severities = ['critical', 'high', 'medium', 'low'];
  const texts = { asset: ['a.example'], status: 'open', description: 'd', remediation: 'r' };
  const findings = severities.map((severity) => ({ body: { title: `${severity} one`, severity, ...texts } }));
  const spelled = titles.map((title) => ({ body: { title, severity: 'low', ...texts } }));
  template = await openDesk({
    seeds: [
      { project, findings },
      { project: letters, findings: spelled },
    ],
  });
  for (const one of [project, letters]) {
    await template.json(['engagement', 'add', one]);
    await template.json(['sync', one]);
  }
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

test.each([
  [
    ['strasse', 'STRASSE', 'straße', 'title:Straße'],
    ['Strasse', 'Straße'],
  ],
  [
    ['ISTANBUL', 'istanbul', 'İstanbul', 'ıstanbul', 'title:istanb*'],
    ['ISTANBUL', 'ıstanbul', 'İstanbul'],
  ],
  [['sql', 'ＳＱＬ', 'title:ｓｑｌ'], ['ＳＱＬ']],
])('a word is found however its letters are typed: %s', async (queries, expected) => {
  for (const query of queries) {
    const rows = (await desk.json(['findings', letters, '--query', query])) as { title: string }[];
    expect({ query, found: new Set(rows.map(({ title }) => title)) }).toEqual({
      query,
      found: new Set(expected),
    });
  }
});

describe('a query in the signs of another language', () => {
  test.each([
    ['-severity>=high', ['medium', 'low']],
    ['NOT severity:high', ['critical', 'medium', 'low']],
    ['severity=high', ['high']],
    ['severity:\u201chigh\u201d', ['high']],
    ['\u2013severity:low', ['critical', 'high', 'medium']],
    ['critical AND one', ['critical']],
    ['severity:high OR severity:low', ['high', 'low']],
  ])('is understood: %s', async (query, ids) => {
    expect(await found(query)).toEqual(ids);
  });

  test.each([
    '-severity:hgih',
    'severity:high OR (severity:low)',
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

test.each([
  ['a query', ['findings', project, '--query', 'updated:>21.11.2026'], 2, 'nor a day (2026-03-01)'],
  ['a query', ['findings', project, '--query', 'updated:11/21/2026'], 2, 'nor a day (2026-03-01)'],
  ['a fact', ['engagement', 'set', project, '--set', 'begins=21.11.2026'], 2, 'a day such as 2026-11-21'],
  ['the activity', ['activity', '--since', '11/21/2026'], 2, 'a day such as 2026-11-21'],
  ['a round of retests', ['retest', 'add', project, '--begins', '11/21/2026'], 2, 'a day such as 2026-11-21'],
])(
  'a day written the local way is never guessed, and told how it is written: %s',
  async (_where, args, code, words) => {
    const shown = await desk.dossier(args);
    expect([shown.code, shown.stderr]).toEqual([code, expect.stringContaining(words)]);
  },
);
