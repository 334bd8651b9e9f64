import { expect, test } from 'vitest';
import { Activity } from '#renderer/features/activity/activity.state.svelte.ts';
import { foldedLines } from '#renderer/features/activity/folded-lines.ts';
import { Program } from '../../support/program.ts';

const sitting = (since: string, entries: number) => ({ since, until: since, entries, refused: 0 });
const sittings = [sitting('c', 2), sitting('b', 1), sitting('a', 3)];

test('a sitting of several entries has a heading, and a folded one nothing else', () => {
  const told = foldedLines(sittings, ({ since }) => since !== 'a').map((line) =>
    line.kind === 'entry' ? line.at : line.sitting.since,
  );
  expect(told).toEqual(['c', 0, 1, 2, 'a']);
});

async function opened() {
  const program = new Program({
    'activity.list': ({ from, count }) => ({
      entries: Array.from({ length: Math.min(6, count ?? 0) }, (_, at) => ({
        key: `e${String((from ?? 0) + at)}`,
      })),
      total: 6,
      all: 6,
      sittings,
    }),
  });
  const activity = new Activity(program.api);
  await activity.again();
  return activity;
}

test('the newest sitting is open, with the cursor on its newest entry, and the others are folded', async () => {
  const activity = await opened();
  expect([activity.lines, activity.line, activity.cursor]).toEqual([5, 1, 'e0']);
});

test('the sitting around the cursor folds, unfolds, and is gone over as one line', async () => {
  const activity = await opened();
  activity.fold(activity.line, true);
  expect([activity.lines, activity.line, activity.cursor]).toEqual([3, 0, 'c']);
  await activity.move(2);
  expect([activity.cursor, activity.chosen]).toEqual(['a', null]);
  activity.fold(activity.line, false);
  await activity.move(3);
  expect([activity.lines, activity.cursor]).toEqual([6, 'e5']);
  // An entry alone is in no sitting that could be folded.
  await activity.move(-4);
  activity.fold(activity.line, true);
  expect([activity.lines, activity.cursor]).toEqual([6, 'e2']);
});
