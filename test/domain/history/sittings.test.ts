import { expect, test } from 'vitest';
import type { HistoryEntry } from '#contract/procedures/findings/findings.ts';
import { sittingsOf } from '#domain/history/sittings.ts';

const entry = (at: string, what: string, fields: Record<string, unknown> = {}): HistoryEntry => ({
  at: `2026-11-20T${at}:00.000Z`,
  what,
  op: 'o1',
  detail: {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, now]) => [name, { was: 'a', now }]),
    ) as never,
  },
});

const folded = (entries: readonly HistoryEntry[]) =>
  sittingsOf(entries).map(({ side, says, entries: own }) => [side, says, own.length]);

test('what one side did without a longer pause is one sitting, the newest first', () => {
  expect(
    folded([
      entry('09:00', 'edited', { severity: 'high' }),
      entry('09:20', 'edited', { title: 'b' }),
      entry('09:49', 'edited', { severity: 'low' }),
      entry('10:20', 'edited', { status: 'open' }),
      entry('10:25', 'changed', { remediation: 'c' }),
      entry('10:26', 'edited', { severity: 'info' }),
    ]),
  ).toEqual([
    ['own', 'Edited severity', 1],
    ['service', 'Changed on the service: remediation', 1],
    ['own', 'Edited status', 1],
    ['own', 'Edited severity and title', 3],
  ]);
});

test('what a sync does with a change belongs to the person who made it', () => {
  const entries = [
    entry('09:00', 'edited', { title: 'b' }),
    entry('09:01', 'sent'),
    entry('09:02', 'confirmed'),
  ];
  expect(folded(entries)).toEqual([['own', 'Edited title', 3]]);
  expect(sittingsOf(entries)[0]?.entries.map(({ entry: { what } }) => what)).toEqual([
    'confirmed',
    'sent',
    'edited',
  ]);
});

test('a sitting without an edit says what came last, and nothing is no sitting', () => {
  expect(folded([entry('09:00', 'seen'), entry('09:01', 'sent')])).toEqual([['own', 'Sent', 2]]);
  expect(sittingsOf([])).toEqual([]);
});
