import { expect, test } from 'vitest';
import { bench, project } from '../../engine/support.ts';
import type { TestDesk } from '../../support/desk.ts';

const found = async (desk: TestDesk, query: string): Promise<string[]> =>
  (await desk.call('finding.list', { project, query, sort: 'title' })).rows.map(({ id }) => id);

test('findings are assigned to a name here, found by a part of it, listed with it and taken from it', async () => {
  const { desk } = await bench({ count: 3 });
  const name = ' Ása Bergström ';
  expect(await desk.call('assignee.set', { ids: ['f2', 'f1', 'f2'], name })).toEqual([
    { id: 'f2', assignee: 'Ása Bergström' },
    { id: 'f1', assignee: 'Ása Bergström' },
  ]);
  expect([
    await found(desk, 'assignee:ÁSA'),
    await found(desk, 'assignee:"bergström"'),
    await found(desk, 'assignee:none'),
    await found(desk, '-assignee:ása'),
    await found(desk, 'assignee:b*tr'),
    await found(desk, 'assignee:%'),
  ]).toEqual([['f1', 'f2'], ['f1', 'f2'], ['f3'], ['f3'], ['f1', 'f2'], []]);
  expect((await desk.call('finding.open', { id: 'f1' })).assignee).toBe('Ása Bergström');
  const { rows } = await desk.call('finding.list', { project, sort: 'title' });
  expect(rows.map(({ assignee }) => assignee)).toEqual(['Ása Bergström', 'Ása Bergström', undefined]);
  const { people } = await desk.call('list.values', { project });
  expect(people).toEqual(['Ása Bergström', 'Mara Lindqvist']);
  await desk.call('assignee.set', { ids: ['f1'], name: '' });
  expect(await found(desk, 'assignee:none')).toEqual(['f1', 'f3']);
});

test('nothing is assigned if one of the findings is not here', async () => {
  const { desk } = await bench({ count: 1 });
  await expect(desk.call('assignee.set', { ids: ['f1', 'nowhere'], name: 'Mara' })).rejects.toThrow(
    'nowhere',
  );
  expect(await found(desk, 'assignee:none')).toEqual(['f1']);
});
