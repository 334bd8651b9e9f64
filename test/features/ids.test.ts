import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleService, syncedDesk, type TestDesk } from '../support/desk.ts';

const project = 'harbour-2026';
const ids = [
  '12a0e0b61efd493a65a10204',
  '12a0e0b61efd493a65a10277',
  '12a0f0b61efd493a65a10204',
  'fb1f525530ffae2378781362',
  'ATL-7',
  'ATL-71',
];

async function deskWithIds(): Promise<TestDesk> {
  const body = { title: 'T', asset: ['a.example'], severity: 'low' };
  const service = await sampleService({
    engagement: false,
    seeds: [{ project, findings: ids.map((id) => ({ id, body })) }],
  });
  return syncedDesk(service, project);
}

test('a beginning that only one finding has is that finding, and any other names all that it may be', async () => {
  const desk = await deskWithIds();
  const random = ids.filter((id) => id.length > 20);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...random), fc.integer({ min: 4, max: 24 }), async (id, length) => {
      const typed = id.slice(0, length);
      const found = await desk.call('id.complete', { kind: 'finding', typed: [typed] });
      expect(found).toEqual([random.filter((one) => one.startsWith(typed)).toSorted()]);
    }),
  );
});

test('what is too short, of another kind, or a readable id begins nothing; a whole id is itself', async () => {
  const desk = await deskWithIds();
  const typed = ['fb1', 'fb1f', 'ATL', 'ATL-7', 'ATL-71', 'fb1f525530ffae2378781363'];
  expect(await desk.call('id.complete', { kind: 'finding', typed })).toEqual([
    [],
    ['fb1f525530ffae2378781362'],
    [],
    ['ATL-7'],
    ['ATL-71'],
    [],
  ]);
  expect(await desk.call('id.complete', { kind: 'change', typed: ['fb1f5255'] })).toEqual([[]]);
});

test('each id is shortened as far as it stays alone, and completed from that again', async () => {
  const desk = await deskWithIds();
  const { op, findings } = await desk.call('finding.edit', { id: 'ATL-7', changes: { severity: 'high' } });
  const short = await desk.call('id.shorten', { kind: 'finding', ids });
  expect(short).toEqual([
    '12a0e0b61efd493a65a1020',
    '12a0e0b61efd493a65a1027',
    '12a0f0b6',
    'fb1f5255',
    'ATL-7',
    'ATL-71',
  ]);
  expect(await desk.call('id.complete', { kind: 'finding', typed: short })).toEqual(ids.map((id) => [id]));
  expect(findings).toEqual(['ATL-7']);
  expect(await desk.call('id.shorten', { kind: 'change', ids: [op] })).toEqual([op.slice(0, 8)]);
});

test('a finding is found by its local id for ever, and by that of the service', async () => {
  const desk = await deskWithIds();
  const [made] = await desk.call('finding.create', {
    project,
    records: [{ title: 'New', asset: ['b.example'], severity: 'low' }],
  });
  const local = made?.findings[0] ?? '';
  const typed = [local.slice(0, 'local-1234'.length)];
  expect(await desk.call('id.complete', { kind: 'finding', typed })).toEqual([[local]]);
  await desk.call('sync.run', { projects: [project] });
  expect(await desk.call('id.complete', { kind: 'finding', typed })).toEqual([[local]]);
});
