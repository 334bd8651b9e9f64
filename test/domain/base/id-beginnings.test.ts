import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBeginning, isShortenable, shortened } from '#domain/base/id-beginnings.ts';

const ids = fc.uniqueArray(fc.stringMatching(/^[0-3][0-1a-b]{23}$/u), { minLength: 2, maxLength: 30 });

test('a shortened id begins its own id and none of the others', () => {
  fc.assert(
    fc.property(ids, (all) => {
      for (const id of all) {
        const others = all.filter((other) => other !== id);
        const short = shortened(id, others);
        expect(short.length).toBeGreaterThanOrEqual(8);
        expect(all.filter((one) => one.startsWith(short))).toEqual([id]);
        expect(isBeginning(short)).toBe(true);
      }
    }),
  );
});

test('an id that a person made up stays whole, however long', () => {
  expect(['ATL-7', 'acme-portal-2026-finding-0001', '0123456789'].map(isShortenable)).toEqual([
    false,
    false,
    false,
  ]);
  expect(shortened('ATL-7', [])).toBe('ATL-7');
});

test('one that was made here keeps its word, and eight digits behind it', () => {
  const id = 'local-8457e128-b08e-49e4-9b5c-000000000000';
  expect(shortened(id, [])).toBe('local-8457e128');
  expect(shortened(id, ['local-8457e128-b1'])).toBe('local-8457e128-b0');
});

test('three digits begin nothing, four do', () => {
  expect(['845', '8457', 'local-845', 'local-8457', 'ATL-7', ''].map(isBeginning)).toEqual([
    false,
    true,
    false,
    true,
    false,
    false,
  ]);
});
