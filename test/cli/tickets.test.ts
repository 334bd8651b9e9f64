import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TicketFormat } from '#contract/deliverable/choices.ts';
import { readTickets, type ReadTicket } from '../report/support/read-tickets.ts';
import { openDesk, project, type Desk } from './support/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await desk.clear();
});

function ticketsIn(format: TicketFormat, name: string): ReadTicket[] {
  return readTickets(format, readFileSync(join(desk.folder, name), 'utf8'));
}

test('tickets are written by the ending of their file or by --format, kept as an edition, and are the findings of the report', async () => {
  const start = ['report', project, '--force', '--out'];
  const made = [
    await desk.json([...start, 't.jira.csv']),
    await desk.json([...start, 'issues.json', '--format', 'github']),
    await desk.json([...start, 't.gitlab.csv']),
    await desk.json([...start, 't.azure.csv']),
  ];
  expect(made).toMatchObject([1, 2, 3, 4].map((edition) => ({ edition, pages: null, findings: 19 })));
  const titles = [
    ticketsIn('jira', 't.jira.csv'),
    ticketsIn('github', 'issues.json'),
    ticketsIn('gitlab', 't.gitlab.csv'),
    ticketsIn('azure', 't.azure.csv'),
  ].map((tickets) => tickets.map(({ title }) => title));
  expect(titles[0]).toHaveLength(19);
  expect(titles.map((one) => JSON.stringify(one) === JSON.stringify(titles[0]))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const editions = (await desk.json(['edition', 'list', project])) as { readonly format: string }[];
  expect(editions.map(({ format }) => format)).toEqual(['azure', 'gitlab', 'github', 'jira']);

  await desk.json(['report', project, '--out', 'again.jira.csv', '--edition', '1']);
  const [first, again] = ['t.jira.csv', 'again.jira.csv'].map((name) =>
    readFileSync(join(desk.folder, name)),
  );
  expect(first?.equals(again ?? Buffer.alloc(0))).toBe(true);
  const other = await desk.dossier(['report', project, '--out', 'again.csv', '--edition', '1']);
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringContaining('as it was written: as jira, not csv'),
  ]);
});
