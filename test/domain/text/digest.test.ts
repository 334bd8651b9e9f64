import { expect, test } from 'vitest';
import { digestOf, wordOf } from '#domain/text/words/digest.ts';

test('a digest is the same for the same text, and another one for any that differs', () => {
  const texts = ['', 'a', 'b', 'ab', 'ba', 'A', 'a ', ' a', '\u{1f600}', '\ud83d', 'x'.repeat(1_000)];
  expect(new Set(texts.map(digestOf)).size).toBe(texts.length);
  expect(new Set(texts.map(wordOf)).size).toBe(texts.length);
  expect([digestOf('ab'), wordOf('ab')]).toEqual([
    digestOf(['a', 'b'].join('')),
    wordOf(['a', 'b'].join('')),
  ]);
});

test('a digest is that of FNV-1a, so that one kept before still fits', () => {
  expect([wordOf(''), wordOf('foobar')]).toEqual([0x811c9dc5, 0xbf9cf968]);
  expect([digestOf(''), digestOf('foobar')]).toEqual(['ztntfp.1efc4f', '1h5yxyg.aeue1w']);
});
