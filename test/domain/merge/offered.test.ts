import { expect, test } from 'vitest';
import type { ConflictField } from '#contract/finding/operation.ts';
import { isOffered, offeredOf } from '#domain/merge/offered.ts';

const field = (base: string, mine: string, theirs: string): ConflictField =>
  ({ field: 'title', base, mine, theirs }) as unknown as ConflictField;
const emptied = field('a', 'a', '');
const overwritten = field('a', 'a', 'b');
const changed = field('a', 'b', 'c');
const same = field('a', 'a', 'a');

test('a field that only the service lost is offered back', () => {
  expect([emptied, overwritten, changed, same, field('', '', 'b')].map(isOffered)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('what is offered is what was emptied, or overwritten, unless the person changed one of the fields', () => {
  expect([
    offeredOf([emptied]),
    offeredOf([emptied, same]),
    offeredOf([emptied, overwritten]),
    offeredOf([overwritten]),
    offeredOf([emptied, changed]),
    offeredOf([same]),
    offeredOf([]),
  ]).toEqual(['emptied', 'emptied', 'overwritten', 'overwritten', null, null, null]);
});
