import { expect, test } from 'vitest';
import { besideSelection } from '#renderer/ui/focus/beside-selection.ts';

test('several that are pasted take the place of what is selected; the rest stays in one piece', () => {
  const line = 'https://a.test/x';
  const selections = [
    [16, 16],
    [8, 8],
    [0, 16],
    [14, 16],
  ] as const;
  expect(selections.map(([from, to]) => besideSelection(line, from, to))).toEqual([
    line,
    line,
    '',
    'https://a.test',
  ]);
});
