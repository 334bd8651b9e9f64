import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editableFields, type EditableField } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import { sameOnceNormalised } from '#domain/merge/index.ts';

const exact = (digits: string): Json => JSON.rawJSON(digits);

describe('the same once normalised', () => {
  it.each<[string, EditableField, Json | undefined, Json | undefined]>([
    ['composed and decomposed letters', 'title', 'caf\u00e9', 'cafe\u0301'],
    ['line ends', 'description', 'a\r\nb\rc', 'a\nb\nc'],
    ['blanks at line ends and around', 'description', '\n a  \nb\t\n\n', 'a\nb'],
    ['no value', 'cwe', undefined, ''],
    ['no value', 'tags', null, []],
    ['no value', 'description', '  \n', null],
    ['order and duplicates of a set', 'asset', ['b', 'a', 'b'], ['a', 'b ']],
    ['a set of one', 'tags', 'xss', ['xss']],
    ['spellings of a number', 'CVSS', exact('7.0'), 7],
    ['spellings of a number, inside', 'CVSS', { score: exact('1.50e1') }, { score: 15 }],
    ['zeros', 'CVSS', exact('-0.0'), 0],
    ['texts inside', 'requests', [{ request: 'GET /\r\n\r\n' }], [{ request: 'GET /' }]],
    ['order of members', 'requests', { a: 1, b: 2 }, { b: 2, a: 1 }],
  ])('%s do not count', (_what, field, one, two) => {
    expect(sameOnceNormalised(field, one, two)).toBe(true);
    expect(sameOnceNormalised(field, two, one)).toBe(true);
  });

  it.each<[string, EditableField, Json | undefined, Json | undefined]>([
    ['words', 'title', 'a', 'b'],
    ['case', 'title', 'a', 'A'],
    ['blanks inside', 'title', 'a b', 'a  b'],
    ['indentation', 'description', 'a\n  b', 'a\nb'],
    ['a value and none', 'cwe', 'x', null],
    ['zero and none', 'CVSS', 0, null],
    ['entries of a set', 'tags', ['a'], ['a', 'b']],
    ['order of other lists', 'requests', ['a', 'b'], ['b', 'a']],
    ['digits', 'CVSS', exact('9007199254740993'), exact('9007199254740992')],
    ['a number and its text', 'CVSS', 7, '7'],
    ['a number and what stands for one', 'CVSS', 7, { number: '7e0' }],
    ['members with inherited names', 'CVSS', JSON.parse('{"__proto__":1}') as Json, {}],
  ])('%s count', (_what, field, one, two) => {
    expect(sameOnceNormalised(field, one, two)).toBe(false);
    expect(sameOnceNormalised(field, two, one)).toBe(false);
  });

  it('is the same to itself and takes long runs of blanks in its stride', () => {
    fc.assert(
      fc.property(fc.constantFrom(...editableFields), fc.json(), (field, text) => {
        expect(sameOnceNormalised(field, JSON.parse(text) as Json, JSON.parse(text) as Json)).toBe(true);
      }),
    );
    const blanks = `a${' '.repeat(1_000_000)}b`;
    expect(sameOnceNormalised('description', blanks, `${blanks} `)).toBe(true);
  });
});
