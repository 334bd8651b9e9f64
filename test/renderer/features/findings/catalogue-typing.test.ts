import { describe, expect, it } from 'vitest';
import {
  entryText,
  isAddress,
  valueWhenLeft,
  valueWhileTyping,
} from '#renderer/features/findings/editor/fields/catalogue-typing.ts';

const xss = { key: 'CWE-79', name: 'Cross-site Scripting', url: 'https://cwe.test/79' };
const sql = { key: 'CWE-89', name: 'SQL Injection', url: 'https://cwe.test/89' };

describe('what is typed into a field of a catalogue', () => {
  it('is an address from its scheme on, and counts once something stands behind it', () => {
    const texts = ['https://x', ' HTTP:', 'cwe 79', 'see https://x'];
    expect(texts.map(isAddress)).toEqual([true, true, false, false]);
    expect(['https://x ', 'https://', 'https:', 'cwe 79', ' ', ''].map(valueWhileTyping)).toEqual([
      'https://x',
      null,
      null,
      null,
      '',
      '',
    ]);
  });

  it.each([
    ['cwe-89', '', undefined, sql.url],
    [' CWE-79 ', sql.url, sql, xss.url],
    ['cwe 89', '', undefined, 'cwe 89'],
    [' something ', '', undefined, 'something'],
    [entryText(xss), xss.url, xss, null],
    [` ${entryText(xss)} `, xss.url, xss, null],
    ['https://x', 'https://x', undefined, null],
    ['', xss.url, xss, ''],
    ['', '', undefined, null],
  ])('and left as %j over %j becomes what it means', (typed, value, named, next) => {
    expect(valueWhenLeft(typed, value, named, [xss, sql])).toBe(next);
  });
});
