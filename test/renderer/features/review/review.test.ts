import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences } from '#domain/finding/differences.ts';
import { hunksOf } from '#renderer/features/review/hunks.ts';
import { changedMembers } from '#renderer/session/values/changed-members.ts';
import { before, nextOpen, nextOpenOnes, type ReviewWalk } from '#renderer/features/review/review-walk.ts';

const walk = (open: readonly number[], skipped: readonly number[] = []): ReviewWalk => ({
  order: Uint32Array.from([1, 2, 3, 4, 5]),
  isOpen: (row) => open.includes(row),
  skipped: new Set(skipped),
});

describe('the next candidate', () => {
  it.each([
    ['is the next that waits', walk([1, 2, 4]), 0, 2],
    ['leaves out what is decided', walk([1, 4]), 0, 4],
    ['goes around the end', walk([1, 2]), 3, 1],
    ['leaves out what was skipped', walk([1, 2, 4], [2]), 0, 4],
    ['is a skipped one where nothing else is left', walk([2, 3], [2, 3]), 2, 2],
    ['is the same one where it is the last', walk([3], [3]), 2, 3],
    ['is none where all are decided', walk([]), 2, null],
    ['begins at the head', walk([1, 2]), -1, 1],
  ])('%s', (_what, given, from, row) => {
    expect(nextOpen(given, from)).toBe(row);
  });

  it('is fetched ahead as it will come', () => {
    const rows = fc.subarray([1, 2, 3, 4, 5]);
    fc.assert(
      fc.property(rows, rows, fc.integer({ min: -1, max: 4 }), (open, skipped, from) => {
        const given = walk(open, skipped);
        const [first] = nextOpenOnes(given, from, 3);
        expect(first ?? null).toBe(nextOpen(given, from));
      }),
    );
  });

  it('has one before it, whatever became of that, but at the head', () => {
    expect([before(walk([]), 2), before(walk([]), 0), before(walk([]), -1)]).toEqual([2, null, null]);
  });
});

describe('what changed in a record', () => {
  it('is told field by field, what only counts versions left out', () => {
    const was = { tracker: 1, title: 'A', tags: ['x'], review_version: 4, updatedAt: 'then' };
    const now = { title: 'B', tags: ['x'], review_version: 5, updatedAt: 'now', status: 'open' };
    expect(changedMembers(was, now, ['review_version'])).toEqual([
      { name: 'title', was: 'A', now: 'B' },
      { name: 'status', was: undefined, now: 'open' },
      { name: 'tracker', was: 1, now: undefined },
    ]);
  });
});

describe('the places where two texts differ', () => {
  const text = (lines: readonly string[]): string => lines.join('\n');
  const many = Array.from({ length: 30 }, (_, at) => `line ${String(at)}`);

  it('stand beside each other with a few lines around each, and nothing of what lies between', () => {
    const hunks = hunksOf(differences(text(many), text(many.with(5, 'changed').with(25, 'changed too'))));
    const sides = hunks.map(({ older, newer }) =>
      [older, newer].map((side) => side.map((part) => part.text).join('')),
    );
    const lines = (from: number, to: number): string => text(many.slice(from, to));
    expect(sides.map((pair) => pair.map((side) => side.trim()))).toEqual([
      [lines(3, 9), text([...many.slice(3, 5), 'changed', ...many.slice(6, 9)])],
      [lines(23, 30), text([...many.slice(23, 25), 'changed too', ...many.slice(26)])],
    ]);
  });

  it('hold every change whole, on its own side alone', () => {
    const line = fc.constantFrom('', 'a', 'b', 'c c', 'x'.repeat(300));
    const lines = fc.array(line, { maxLength: 30 }).map(text);
    fc.assert(
      fc.property(lines, lines, (older, newer) => {
        const parts = differences(older, newer);
        const hunks = hunksOf(parts);
        const of = (side: 'older' | 'newer', kind: 'gone' | 'new'): string =>
          hunks
            .flatMap((hunk) => hunk[side])
            .filter((part) => part.kind === kind)
            .map((part) => part.text)
            .join('');
        const wanted = (kind: 'gone' | 'new'): string =>
          parts
            .filter((part) => part.kind === kind)
            .map((part) => part.text)
            .join('');
        expect([of('older', 'gone'), of('newer', 'new'), of('older', 'new'), of('newer', 'gone')]).toEqual([
          wanted('gone'),
          wanted('new'),
          '',
          '',
        ]);
      }),
    );
  });
});
