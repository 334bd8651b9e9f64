import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { fold } from '#domain/text/words/fold.ts';
import { assetKeys, cweKey, owaspKey } from '#domain/query/keys.ts';
import { hasWords, searchableWords, wordsOf } from '#domain/text/words/words.ts';
import { cpuMs } from '../../support/system/cpu-time.ts';

describe('folding', () => {
  it('makes equal what differs in case alone, by the simple folding of Unicode', () => {
    const differing: string[] = [];
    for (let code = 0x21; code < 0x2fff; code += 1) {
      const letter = String.fromCodePoint(code).normalize('NFC');
      for (const other of [letter.toLowerCase(), letter.toUpperCase()]) {
        if (/[\u0130\u0131]/u.test(letter)) continue;
        if ([...other].length !== 1 || /[.*+?^${}()|[\]\\/]/u.test(other)) continue;
        const same = new RegExp(`^${other}$`, 'iu').test(letter);
        if (same !== (fold(other) === fold(letter))) differing.push(`${letter}/${other}`);
      }
    }
    expect(differing).toEqual([]);
  });

  it.each([
    ['ΟΔΟΣ', 'οδος'],
    ['STRAẞE', 'straße'],
    ['ſervice', 'SERVICE'],
    ['E\u0301', 'é'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['ıstanbul', 'ISTANBUL'],
    ['i\u0307stanbul', 'istanbul'],
    ['İstanbul'.toLowerCase(), 'ISTANBUL'],
    ['\u0131\u0301', 'í'],
    ['ＳＱＬ－Ｉｎｊｅｃｔｉｏｎ（２）', 'sql-injection(2)'],
    ['Ｅ\u0301', 'É'],
  ])('%s is %s', (one, two) => {
    expect(fold(one)).toBe(fold(two));
  });

  it.each(['\ufb01', '\u0149', '\u01f0', '\u1e96'])(
    'leaves %s, which only a longer text could replace',
    (letter) => {
      expect(fold(letter)).toBe(letter);
    },
  );

  it.each([
    ['漏洞', '漏隙'],
    ['ﾊ', 'ha'],
    ['ü', 'ue'],
    ['ś', 's'],
  ])('%s is not %s', (one, two) => {
    expect(fold(one)).not.toBe(fold(two));
  });

  it('takes no part in a locale and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
    const telling = fc.constantFrom(
      ...['I', 'i', 'ı', 'İ', '\u0307', '\u0301', '\u0323', 'ß', 'Ｉ', 'ｉ', 'Ａ', 'a'],
    );
    fc.assert(
      fc.property(fc.string({ unit: telling }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

describe('the words of a text', () => {
  it.each<[string, number]>([
    ['', 0],
    [' \t\n\u0000', 0],
    ['one two', 2],
    ['cross-site', 3],
    ['pass\u200bword', 1],
    ['résumé', 1],
    ['漏洞', 2],
    ['😀', 1],
    ['a_b', 3],
  ])('of "%s" are %i', (text, count) => {
    expect(wordsOf(text)).toHaveLength(count);
  });

  it('never hold a blank or a quote, so that no text can break out of an expression', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(wordsOf(text).filter((word) => /[\s"*]/u.test(word))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('of a record come from every member, at any depth, and no phrase reaches from one to the next', () => {
    const searchable = searchableWords({
      title: 'one',
      list: ['two', { deep: 3 }],
      exact: JSON.rawJSON('12345678901234567890'),
    });
    const found = ['one', 'two', '3', '12345678901234567890', 'one two'].map((text) =>
      hasWords(searchable, { words: wordsOf(text), prefix: false }),
    );
    expect(found).toEqual([true, true, true, true, false]);
  });

  it('are found in any JSON that has their text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.string(), (text, other) => {
        const record: Json = { a: [other, { b: text }] };
        const words = wordsOf(text);
        if (words.length > 0) expect(hasWords(searchableWords(record), { words, prefix: false })).toBe(true);
      }),
    );
  });
});

describe('what fields are asked by', () => {
  it.each([
    ['https://cwe.mitre.org/data/definitions/79.html', '79'],
    ['CWE-079', '79'],
    ['cwe_79: XSS', '79'],
    ['79', '79'],
    ['http://cwe.mitre.org/data/definitions/1021', '1021'],
    ['none', 'none'],
  ])('cwe %s is %s', (text, key) => {
    expect(cweKey(text)).toBe(key);
  });

  it.each([
    ['https://owasp.org/Top10/A03_2021-Injection/', 'a03_2021-injection'],
    ['A03:2021', 'a03:2021'],
    ['https://owasp.org/x/?q#y', 'x'],
  ])('owasp %s is %s', (text, key) => {
    expect(owaspKey(text)).toBe(key);
  });

  it('are read at once where many thousands of slashes stand in a row', () => {
    const startMs = cpuMs();
    const key = owaspKey(`https://owasp.org/${'/'.repeat(60_000)}x`);
    const tookMs = cpuMs() - startMs;
    expect([key, tookMs < 500]).toEqual(['x', true]);
  });

  it.each([
    ['https://user@shop.acme.test:8443/a?b#c', 'shop.acme.test'],
    ['shop.acme.test:443', 'shop.acme.test'],
    ['https://[2001:db8::1]:80/', '[2001:db8::1]'],
  ])('asset %s is also %s', (text, host) => {
    expect(assetKeys(text)).toEqual([text, host]);
  });

  it.each(['shop.acme.test', '10.0.0.0/24', 'The login form', 'https://'])(
    'asset %s is nothing else',
    (text) => {
      expect(assetKeys(text)).toEqual([text]);
    },
  );
});
