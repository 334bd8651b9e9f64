import { expect, test } from 'vitest';
import { Selection } from '#renderer/session/list/selection.svelte.ts';

function listed() {
  const rows = Uint32Array.from([11, 12, 13]);
  const selection = new Selection(() => rows);
  return { selection, ticked: () => [...rows].filter((row) => selection.isTicked(row)) };
}

test('a row that was only opened is chosen and not ticked', () => {
  const { selection, ticked } = listed();
  selection.only(1);
  expect([selection.acted, selection.has(12), ticked()]).toEqual([[12], true, []]);
});

test('the box of the row that is open ticks it, and only then takes it out', () => {
  const { selection, ticked } = listed();
  selection.only(1);
  selection.toggle(1);
  const first = ticked();
  selection.toggle(1);
  expect([first, ticked(), selection.size]).toEqual([[12], [], 0]);
});

test('another row that is added to the open one is ticked with it', () => {
  const { selection, ticked } = listed();
  selection.only(0);
  selection.toggle(2);
  const two = ticked();
  selection.only(1);
  expect([two, ticked()]).toEqual([[11, 13], []]);
});

test('the boxes of other rows leave the one that was only opened unticked', () => {
  const { selection, ticked } = listed();
  selection.only(0);
  selection.tick(2);
  const one = [ticked(), selection.acted];
  selection.tick(1);
  expect([one, ticked()]).toEqual([
    [[13], [13]],
    [12, 13],
  ]);
});

test('click and arrows move focus and selection together, so that a key acts on the lit row', () => {
  const { selection } = listed();
  selection.only(0);
  selection.move(1, false);
  const moved = [selection.has(11), selection.has(12), selection.acted];
  selection.leave();
  const left = [selection.has(12), selection.size, selection.acted];
  selection.move(2, false);
  const again = [selection.has(13), selection.acted];
  expect([moved, left, again]).toEqual([
    [false, true, [12]],
    [false, 0, [12]],
    [true, [13]],
  ]);
});

test('ticked rows are acted on wherever the focus is, until they are cleared', () => {
  const { selection } = listed();
  selection.tick(0);
  selection.tick(1);
  selection.move(2, false);
  const both = selection.acted;
  selection.none();
  expect([both, selection.size, selection.acted]).toEqual([[11, 12], 0, [13]]);
});

test('a range from the focused row ticks every row of it', () => {
  const { selection, ticked } = listed();
  selection.only(0);
  selection.move(1, true);
  expect(ticked()).toEqual([11, 12]);
});

test('the first row is focused without being selected, and only if none is focused', () => {
  const { selection } = listed();
  selection.focusFirst();
  const first = [selection.at, selection.size, selection.acted];
  selection.move(2, false);
  selection.focusFirst();
  expect([first, selection.at]).toEqual([[0, 0, [11]], 2]);
});

test('a row that is pointed at is chosen, and none is if it points at nothing', () => {
  const { selection, ticked } = listed();
  selection.point(12);
  const pointed = [selection.acted, ticked()];
  selection.point(null);
  expect([pointed, selection.acted]).toEqual([[[12], []], []]);
});
