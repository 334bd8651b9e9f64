import { expect, test } from 'vitest';
import { carriedOver } from '#domain/finding/carried-over.ts';

test('what was changed goes over what an object is by now, and nothing else', () => {
  const before: Readonly<Record<string, string>> = { a: '1', b: '1', c: '1' };
  expect(carriedOver(before, { ...before, a: '2' }, { a: '9', b: '9', c: '1' })).toEqual({
    a: '2',
    b: '9',
    c: '1',
  });
  const added: Readonly<Record<string, string | undefined>> = { a: '1', d: '2' };
  expect(carriedOver<typeof added>({ a: '1', b: '1' }, added, { a: '3', b: '3' })).toEqual({
    a: '3',
    b: undefined,
    d: '2',
  });
});
