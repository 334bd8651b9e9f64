import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import type { FindingView } from '#contract/window/window.ts';
import { stringify } from '#domain/base/json.ts';
import { digestOf } from '#domain/text/words/digest.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';
import { readListState } from '#db/tables/findings/lists.ts';
import { findFinding } from '#db/tables/findings/records.ts';
import type { TestDesk } from '../../support/desk.ts';
import { bench, settle, sync, within, type Bench } from '../support.ts';

/*
 * Histories of one finding: typed, undone, done again, sent, contested, settled, in any order. Every value that a user
 * else writes is one of its own, so that it can be seen whose value stands.
 */

const field = fc.constantFrom('title', 'severity');
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('edit'),
      field,
      ago: fc.constantFrom(0, 0, 1, 2, 3),
      apart: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('undo'), field }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('redo'), field }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('theirs'), field }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('sync'), field }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('discard', 'mine', 'theirs-wins'), field }) },
);

type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const told = (record: Readonly<Record<string, unknown>> | undefined): string =>
  JSON.stringify([record?.['title'], record?.['severity']]);

/** Whether the list row is that of the effective record; the sweep's own rows do not say. */
function isListedAsStored(desk: TestDesk, id: string): boolean {
  return within(desk, (db) => {
    const row = findFinding(db, id)?.finding;
    if (row === undefined) return false;
    const listed = readListState(db, row)?.digest ?? null;
    return listed === null || listed === digestOf(stringify(effectiveRecord(db, row).effective));
  });
}

/** Plays one history; answers what a person would not expect, in words. */
async function faultsOf(
  { desk, service, clock }: Bench,
  id: string,
  steps: readonly Step[],
): Promise<string[]> {
  const faults: string[] = [];
  const seen: JsonObject[] = [];
  let count = 0;
  const open = (): Promise<FindingView> => desk.call('finding.open', { id });
  const tried = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      () => false,
    );

  for (const one of steps) {
    const before = await open();
    seen.push(before.effective);
    count += 1;
    switch (one.do) {
      case 'edit': {
        const stale = seen.at(-1 - ('ago' in one ? one.ago : 0)) ?? before.effective;
        const value = stale[one.field] ?? null;
        const changes = { [one.field]: `mine ${String(count)}` };
        const taken = await tried(desk.call('finding.edit', { id, changes, seen: { [one.field]: value } }));
        if (taken) {
          if ('apart' in one && one.apart) clock.pass(6_000);
          break;
        }
        // A value of one's own that was not seen is never written over; having seen it, the user writes all the same.
        if (told((await open()).effective) !== told(before.effective))
          faults.push('a refused edit changed a value');
        await desk.call('finding.edit', {
          id,
          changes,
          seen: { [one.field]: before.effective[one.field] ?? null },
        });
        if ('apart' in one && one.apart) clock.pass(6_000);
        break;
      }
      case 'undo': {
        if (!(await tried(desk.call('finding.undo', { id })))) {
          if (told((await open()).effective) !== told(before.effective))
            faults.push('a refused undo changed a value');
          break;
        }
        const undone = await open();
        const again = await tried(desk.call('finding.redo', { id }));
        if (!again || told((await open()).effective) !== told(before.effective))
          faults.push('redo is not the way back');
        await tried(desk.call('finding.undo', { id }));
        if (told((await open()).effective) !== told(undone.effective))
          faults.push('undo is not the same twice');
        const theirs = told(before.effective).match(/theirs \d+/g) ?? [];
        if (!theirs.every((value) => told(undone.effective).includes(`"${value}"`)))
          faults.push('undo took away what is theirs');
        break;
      }
      case 'redo':
        await tried(desk.call('finding.redo', { id }));
        break;
      case 'theirs':
        service.edit(id, { [one.field]: `theirs ${String(count)}` });
        break;
      case 'sync':
        await sync(desk);
        break;
      default: {
        const [first] = before.pending;
        if (first === undefined) break;
        const choice = one.do === 'mine' ? 'mine' : 'theirs';
        if (one.do === 'discard') await tried(desk.call('queue.discard', { op: first.op }));
        else await tried(desk.call('queue.resolve', { op: first.op, choice }));
      }
    }
    if (!isListedAsStored(desk, id)) faults.push('the list shows another record');
  }

  await settle({ desk, clock });
  for (let round = 0; round < 10; round += 1) {
    const stuck = (await open()).pending.find(({ state }) => state === 'conflict');
    if (stuck === undefined) break;
    await desk.call('queue.resolve', { op: stuck.op, choice: 'theirs' });
    await settle({ desk, clock });
  }
  const end = await open();
  if (end.pending.length > 0) faults.push('something still waits');
  if (told(end.effective) !== told(service.finding(id))) faults.push('here is not what is there');
  return faults;
}

it('undo and redo go the way that was gone, never over somebody else, and leave nothing behind', async () => {
  const histories = 40;
  const place = await bench({ count: histories });
  let next = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      next += 1;
      expect(await faultsOf(place, `f${String(next)}`, steps)).toEqual([]);
    }),
    { numRuns: histories, endOnFailure: true },
  );
});

it('a field that the finding did not have, written and emptied, is listed as the service has it', async () => {
  const { desk } = await bench({ count: 1 });
  await desk.call('finding.edit', { id: 'f1', changes: { observation: 'Seen twice.' } });
  await desk.call('finding.edit', { id: 'f1', changes: { observation: '' } });
  const { pending, effective } = await desk.call('finding.open', { id: 'f1' });
  expect([pending, Object.hasOwn(effective, 'observation'), isListedAsStored(desk, 'f1')]).toEqual([
    [],
    false,
    true,
  ]);
});
