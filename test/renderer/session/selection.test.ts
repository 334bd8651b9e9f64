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
