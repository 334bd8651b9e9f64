import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, project, type Desk } from './support/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
}, 60_000);

afterAll(() => desk.clear());

test('a rescue that lost work ends the command that met it with 1, and is told by every one until it is acknowledged', async () => {
  const [first] = (await desk.json(['findings', project])) as { id: string }[];
  const id = first?.id ?? '';
  await desk.json(['edit', id, '--set', 'title=Never sent']);
  const stores = join(desk.home, 'stores');
  truncateSync(join(stores, readdirSync(stores)[0] ?? '', 'store.db'), 0);

  const met = await desk.dossier(['findings', project, '--json', '--quiet']);
  expect(met.code).toBe(1);
  expect((JSON.parse(met.stdout) as unknown[]).length).toBeGreaterThan(0);
  const told = met.stderr.trim().split('\n');
  expect(told.length).toBeGreaterThan(5);
  expect(told.every((line) => line.startsWith('dossier: '))).toBe(true);

  const next = await desk.dossier(['finding', id, '--json']);
  expect(next.code).toBe(0);
  const attention = [{ id: 'notice-1', kind: 'rescue' }];
  expect(JSON.parse(next.stdout)).toMatchObject({ id, attention });
  expect(next.stderr.trim().split('\n')).toHaveLength(1);
  // A list is an array by contract, with no member for it: there the line alone tells it.
  const list = await desk.dossier(['findings', project, '--json', '--quiet']);
  expect([list.code, Array.isArray(JSON.parse(list.stdout)), list.stderr]).toEqual([0, true, next.stderr]);
  const failed = await desk.dossier(['finding', 'nowhere', '--json']);
  expect(JSON.parse(failed.stdout)).toMatchObject({ error: { code: 'not-found' }, attention });

  const [notice] = (await desk.json(['notices'])) as { sentences: string[] }[];
  expect(notice?.sentences).toEqual(told.slice(0, -1).map((line) => line.slice('dossier: '.length)));
  expect(await desk.json(['notices', 'acknowledge', 'notice-1'])).toMatchObject({
    acknowledged: ['notice-1'],
  });
  const after = await desk.dossier(['finding', id, '--json']);
  expect([after.code, after.stderr, 'attention' in (JSON.parse(after.stdout) as object)]).toEqual([
    0,
    '',
    false,
  ]);
});
