import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#contract/json.ts';
import { defaultProfile, serviceProfileSchema } from '#contract/profile.ts';
import { isObject, parseJson, stringify } from '#domain/base/json.ts';
import {
  applyPatch,
  idOf,
  isCandidate,
  isPrivateDraft,
  listOf,
  reviewVersionOf,
  severityRank,
  textOf,
} from '#domain/finding/record.ts';

function record(text: string): JsonObject {
  const result = parseJson(text);
  if (result.kind !== 'ok' || !isObject(result.value)) throw new Error(`no record: ${text}`);
  return result.value;
}

describe('readings of a record', () => {
  it('reads a member of any type as a text', () => {
    const odd = record('{"a":"x","b":1.0,"c":null,"d":["x",2],"e":{"f":true},"g":false}');
    expect(['a', 'b', 'c', 'd', 'e', 'g', 'missing'].map((member) => textOf(odd, member))).toEqual([
      'x',
      '1.0',
      '',
      '["x",2]',
      '{"f":true}',
      'false',
      '',
    ]);
  });

  it('reads a member of any type as a list of texts', () => {
    const odd = record('{"a":["x",1.0,null,{"y":1}],"b":"one","c":null,"d":"","e":7}');
    expect(['a', 'b', 'c', 'd', 'e', 'missing'].map((member) => listOf(odd, member))).toEqual([
      ['x', '1.0', 'null', '{"y":1}'],
      ['one'],
      [],
      [],
      ['7'],
      [],
    ]);
  });

  it('does not take what every object inherits for a member', () => {
    expect(textOf({}, 'constructor')).toBe('');
    expect(listOf({}, '__proto__')).toEqual([]);
    expect(textOf(record('{"__proto__":"own"}'), '__proto__')).toBe('own');
  });

  it('finds the identifier, with all its digits where it is a number', () => {
    const ids = [
      '{"id":"f1"}',
      '{"id":9007199254740993}',
      '{"id":7}',
      '{"id":""}',
      '{"id":null}',
      '{"id":{}}',
      '{}',
    ];
    expect(ids.map((text) => idOf(record(text), defaultProfile))).toEqual([
      'f1',
      '9007199254740993',
      '7',
      null,
      null,
      null,
      null,
    ]);
    const profile = serviceProfileSchema.parse({ findingId: ['_id', 'id'] });
    expect(idOf({ id: 'b', _id: 'a' }, profile)).toBe('a');
    expect(idOf({ id: 'b', _id: '' }, profile)).toBe('b');
  });

  it('takes a record with a review version for a candidate and keeps its type and digits', () => {
    const versions = [
      '{"review_version":9007199254740993}',
      '{"reviewVersion":"v2"}',
      '{"review_version":0}',
    ];
    expect(
      versions.map((text) => stringify(reviewVersionOf(record(text), defaultProfile) ?? 'none')),
    ).toEqual(['9007199254740993', '"v2"', '0']);
    expect(
      ['{"review_version":null}', '{"review_version":""}', '{}'].map((text) =>
        isCandidate(record(text), defaultProfile),
      ),
    ).toEqual([false, false, false]);
  });

  it('tells a private draft by the marks of the profile, among candidates only', () => {
    const marked = (mark: JsonObject): boolean =>
      isPrivateDraft({ review_version: 1, ...mark }, defaultProfile);
    expect([{ visibility: 'private' }, { private: true }, { draft: true }].map(marked)).toEqual([
      true,
      true,
      true,
    ]);
    expect([{ visibility: 'public' }, { private: 'true' }, {}].map(marked)).toEqual([false, false, false]);
    expect(isPrivateDraft({ private: true }, defaultProfile)).toBe(false);
  });

  it('ranks severities without regard to case, unknown ones last', () => {
    expect(
      ['Critical', 'info', ' HIGH ', 'sev-1', ''].map((name) => severityRank(name, defaultProfile)),
    ).toEqual([0, 4, 1, 5, 5]);
  });

  it('lays a patch over a record without touching it, its order or odd members', () => {
    const base = record('{"title":"a","__proto__":{"x":1},"severity":"low"}');
    const effective = applyPatch(base, { severity: 'high', tags: ['t'] });
    expect(stringify(effective)).toBe('{"title":"a","__proto__":{"x":1},"severity":"high","tags":["t"]}');
    expect(stringify(base)).toBe('{"title":"a","__proto__":{"x":1},"severity":"low"}');
  });

  it('reads any record without throwing', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('id', 'asset', 'review_version', '__proto__'), fc.jsonValue()),
        (odd) => {
          const any = odd as Record<string, Json>;
          expect(typeof textOf(any, 'asset')).toBe('string');
          expect(listOf(any, 'asset').every((entry) => typeof entry === 'string')).toBe(true);
          expect(idOf(any, defaultProfile)).not.toBe('');
          isPrivateDraft(any, defaultProfile);
        },
      ),
    );
  });
});
