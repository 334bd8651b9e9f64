import { expect, it } from 'vitest';
import { tooManyWords } from '#renderer/features/engagements/rows.ts';

it('says of more lines than a scope can have how many they are, and of others nothing', () => {
  expect([
    tooManyWords(1_000, 0),
    tooManyWords(1, 999),
    tooManyWords(1_500, 0)?.split(':')[0],
    tooManyWords(1, 1_000)?.split(':')[0],
  ]).toEqual([null, null, 'These are 1,500 entries', 'These are 1 entry, and 1,000 are there already']);
});
