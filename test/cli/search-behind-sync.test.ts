import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FindingListRow } from '#contract/finding/finding.ts';
import { copyDesk, openDesk, project, type Desk } from './support/desk.ts';

/* Searches by words right behind a sync, which ends when all is stored and leaves the text to be indexed. */

let synced: Desk;
let desk: Desk;

beforeAll(async () => {
  const findings = Array.from({ length: 2_000 }, (_, at) => ({
    id: `f${String(at)}`,
    body: {
      title: `Finding ${String(at)}`,
      asset: ['a.test'],
      severity: 'low',
      status: 'open',
      description: 'kerberos',
    },
  }));
  synced = await openDesk({ engagement: false, seeds: [{ project, findings }] });
  desk = copyDesk(synced);
});

afterAll(async () => {
  await desk.clear();
  await synced.clear();
});

test('a search right behind the first sync finds all, and says on the way what it waits for', async () => {
  const first = await desk.dossier(['findings', project, '--query', 'kerberos', '--json']);
  expect((JSON.parse(first.stdout) as FindingListRow[]).length).toBe(2_000);
  expect(first.stderr).toContain('updating the search');
  const again = await desk.dossier(['findings', project, '--query', 'kerberos', '--json']);
  expect([(JSON.parse(again.stdout) as FindingListRow[]).length, again.stderr]).toEqual([2_000, '']);
});

test('so does a search over all engagements', async () => {
  const fresh = copyDesk(synced);
  const found = await fresh.dossier(['find', 'kerberos', '--json']);
  await fresh.clear();
  expect((JSON.parse(found.stdout) as unknown[]).length).toBe(2_000);
});
