import { expect, test } from 'vitest';
import { ApiError } from '#renderer/api/api.ts';
import type { Shared } from '#renderer/state/context.ts';
import { Desk } from '#renderer/state/desk.svelte.ts';
import { Notices } from '#renderer/state/notices.svelte.ts';
import { Work } from '#renderer/views/work.svelte.ts';
import { asAnswered, Program, settled, withBase64, words } from './program.ts';

withBase64();

/** The desk with three findings, the first of which is open; the list has fetched none of its rows yet. */
async function atFirst() {
  let broken = false;
  const program = new Program({
    'list.find': () => ({ found: { kind: 'rows', rows: words(1, 2, 3) }, behind: 0, first: [] }),
    'list.ids': ({ rows }) => {
      if (broken) throw new ApiError('damaged-store', 'The store is damaged.');
      return rows.map((row) => `f${String(row)}`);
    },
  });
  const notices = new Notices();
  const work = new Work(asAnswered<Shared>({ desk: new Desk(program.api), notices }));
  await work.list.ask({ project: 'harbour-2026' });
  work.list.selection.only(0);
  work.opened = 'f1';
  return { program, notices, work, breakIt: () => (broken = true) };
}

test('held down, the key for the next finding opens the one under the cursor, whichever answer comes last', async () => {
  const { program, work } = await atFirst();
  const release = program.hold('list.ids');
  const steps = [work.step(1), work.step(1)];
  await settled();
  const quicker = work.opened;
  await release();
  await Promise.all(steps);
  expect([quicker, work.opened]).toEqual(['f3', 'f3']);
});

test('a finding that is closed while the next one is asked for stays closed', async () => {
  const { program, work } = await atFirst();
  const release = program.hold('list.ids');
  const step = work.step(1);
  work.opened = null;
  await release();
  await step;
  expect(work.opened).toBeNull();
});

test('a next finding that cannot be asked for is told', async () => {
  const { work, notices, breakIt } = await atFirst();
  breakIt();
  await work.step(1);
  expect([work.opened, notices.list.map(({ text }) => text)]).toEqual(['f1', ['The store is damaged.']]);
});
