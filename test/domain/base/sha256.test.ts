import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '#domain/base/sha256.ts';

test('the hash of a text is that of every other program', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(hash('sha256', text.toWellFormed(), 'hex'));
    }),
  );
});

test.each([0, 55, 56, 63, 64, 65, 119, 120, 1_000])(
  'also of %i letters, at the border of a block',
  (length) => {
    const text = 'é'.repeat(length % 2) + 'a'.repeat(length);
    expect(sha256(text)).toBe(hash('sha256', text, 'hex'));
  },
);
