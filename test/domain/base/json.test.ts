import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import {
  canonical,
  equalJson,
  foldDeepEntries,
  hasDuplicateMembers,
  isExact,
  isObject,
  parseJson,
  stringify,
} from '#domain/base/json.ts';

function parsed(text: string): Json {
  const result = parseJson(text);
  if (result.kind === 'broken') throw new Error(result.message);
  return result.value;
}

describe('reading JSON', () => {
  it.each(['9007199254740993', '-12345678901234567890', '1.0', '-0', '1e2', '1E+400', '0.10', '7.0'])(
    'keeps %s digit for digit, alone and deep inside',
    (number) => {
      expect(isExact(parsed(number))).toBe(true);
      const text = `{"a":[{"__proto__":${number},"b":"${number}"}]}`;
      expect(stringify(parsed(text))).toBe(text);
    },
  );

  it.each(['0', '1', '-1', '7.5', '-0.25', '999999999999999', '9007199254740991', '1e+21'])(
    'reads %s as a plain number, for nothing is lost',
    (number) => {
      expect(parsed(`[${number}]`)).toEqual([Number(number)]);
    },
  );

  it('takes numbers inside texts for what they are: text', () => {
    const text = '{"t":"see \\"1.0\\", 9007199254740993 \\\\","u":": 1.0"}';
    expect(parsed(text)).toEqual({ t: 'see "1.0", 9007199254740993 \\', u: ': 1.0' });
  });

  it('gives back what any number of digits said', () => {
    const digits = fc.stringMatching(/^(0|[1-9]\d{0,30})$/);
    const number = fc
      .tuple(fc.constantFrom('', '-'), digits, fc.stringMatching(/^(\.\d{1,20})?([eE][+-]?\d{1,3})?$/))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(number), fc.string(), (numbers, text) => {
        const source = `{"list":[${numbers.join(',')}],"__proto__":${JSON.stringify(text)}}`;
        expect(stringify(parsed(source))).toBe(source);
      }),
    );
  });

  it('agrees with the platform about every other text', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(stringify(parsed(text)))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('never throws, whatever the text', () => {
    const shreds = fc.array(
      fc.constantFrom('"', '\\', '{', '}', '[', ']', ':', ',', '1', '-', '.', 'e', 'x'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          shreds.map((list) => list.join('')),
        ),
        (text) => {
          const result = parseJson(text);
          expect(['ok', 'broken']).toContain(result.kind);
        },
      ),
    );
  });

  it('refuses nesting that would overflow the stack of its reader', () => {
    expect(parseJson('['.repeat(200) + ']'.repeat(200)).kind).toBe('ok');
    expect(parseJson('['.repeat(201) + ']'.repeat(201))).toEqual({
      kind: 'broken',
      message: 'the JSON is nested deeper than 200 levels',
      tooDeep: true,
    });
    expect(parseJson('{"a":'.repeat(1_000_000)).kind).toBe('broken');
    expect(parseJson(JSON.stringify(`\\"${'['.repeat(1_000)}`)).kind).toBe('ok');
  });

  it('folds the entries of a list that are too deep into texts, and leaves the others as they are', () => {
    const deep = `{"id":"f2","a":${'['.repeat(300)}"]"${']'.repeat(300)}}`;
    const rows = (middle: string): string => `[{"id":"f1","n":1.0},${middle},{"id":"f3"}]`;
    expect(foldDeepEntries(rows(deep))).toBe(rows(JSON.stringify(deep)));
    expect(foldDeepEntries(`{"rows":${rows(deep)}}`)).toBe(`{"rows":${rows(JSON.stringify(deep))}}`);
    expect(foldDeepEntries(rows('{"id":"f2"}'))).toBe(rows('{"id":"f2"}'));
    expect(foldDeepEntries(`\n [${deep},{}]`)).toBe(`\n [${JSON.stringify(deep)},{}]`);
    expect(foldDeepEntries(`[${deep}]`)).toBe(null);
    expect(foldDeepEntries(`[{"a":{},"b":${'['.repeat(300)}${']'.repeat(300)}}]`)).toBe(null);
    expect(foldDeepEntries('['.repeat(1_000_000))).toBe(null);
  });

  it('leaves an entry of the deepest nesting that can be read', () => {
    const entry = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(foldDeepEntries(`[${entry(199)}]`)).toBe(`[${entry(199)}]`);
    expect(foldDeepEntries(`[${entry(200)}]`)).toBe(null);
  });

  it('counts how deep a text is nested, not how many lists it has', () => {
    expect(parsed(`[${Array.from({ length: 300 }, () => '[]').join(',')}]`)).toHaveLength(300);
    expect(parsed(`[${Array.from({ length: 300 }, () => '{}').join(',')}]`)).toHaveLength(300);
  });

  it('finds the end of a text behind any number of backslashes', () => {
    for (const name of ['\\', '\\\\', '"', '\\"', '\\"\\']) {
      const text = `{${JSON.stringify(name)}:${JSON.stringify(name)},"n":1.0}`;
      expect(stringify(parsed(text))).toBe(text);
    }
  });

  it('keeps what is no number as it is beside an exact one', () => {
    expect(parsed('{"t":"1.0","u":null,"v":true,"n":1.0}')).toMatchObject({ t: '1.0', u: null, v: true });
  });

  it('says at which character a text is broken, if the platform knows', () => {
    const message = (text: string): string => {
      const result = parseJson(text);
      return result.kind === 'broken' ? result.message : 'none';
    };
    expect(message('[1 2]')).toBe('the text is not valid JSON (at character 4)');
    expect(message('{"a":')).toBe('the text is not valid JSON');
  });

  it('says that a text is broken without repeating it', () => {
    const result = parseJson('{"password": hunter2 }');
    expect(result.kind).toBe('broken');
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(parseJson(' ')).toEqual({
      kind: 'broken',
      message: 'the text is not valid JSON: it is empty',
      tooDeep: false,
    });
  });

  it('tells objects from lists, null and exact numbers', () => {
    expect([{}, [], null, parsed('1.0'), 'x', undefined].map(isObject)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('the canonical text', () => {
  it('does not depend on the order of members, at any depth', () => {
    const shuffled = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (!isObject(value)) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([member, inner]) => [member, shuffled(inner)]),
      );
    };
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value = parsed(text);
        expect(canonical(shuffled(value))).toBe(canonical(value));
        expect(equalJson(shuffled(value), value)).toBe(true);
        expect(equalJson(parsed(canonical(value)), value)).toBe(true);
      }),
    );
  });

  it('keeps members with the names of inherited ones', () => {
    const text = '{"__proto__":{"z":1,"a":2},"constructor":1,"toString":null}';
    expect(canonical(parsed(text))).toBe('{"__proto__":{"a":2,"z":1},"constructor":1,"toString":null}');
    expect(equalJson(parsed(text), parsed('{"constructor":1,"toString":null}'))).toBe(false);
  });

  it('leaves out the members named, of the outermost object alone', () => {
    const value = parsed('{"b":{"seen":1},"seen":2,"a":1.0}');
    expect(canonical(value, new Set(['seen']))).toBe('{"a":1.0,"b":{"seen":1}}');
    expect(canonical(['seen'], new Set(['seen']))).toBe('["seen"]');
  });

  it('tells a missing value from null, a text from a number, and lists by their order', () => {
    expect(equalJson(undefined, null)).toBe(false);
    expect(equalJson(undefined, undefined)).toBe(true);
    expect(equalJson('1', 1)).toBe(false);
    expect(equalJson([1, 2], [2, 1])).toBe(false);
    expect(equalJson(parsed('9007199254740993'), parsed('9007199254740992'))).toBe(false);
  });
});

describe('two members of one name', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"b":2,"a" : 3}',
    '{"a":{"b":1,"b":2}}',
    '[{"a":1},{"a":1,"a":2}]',
    '{"a":[],"b":{},"a":1}',
    '{"a":"x","\\u0061":"y"}',
    '{"a":{"c":1},"b":[1],"a":2}',
    '{"a\\"":1,"a\\"":2}',
  ])('are found in %s', (text) => {
    expect(hasDuplicateMembers(text)).toBe(true);
  });

  it.each([
    '{}',
    '{"a":1,"b":2}',
    '{"a":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '["a","a"]',
    '{"a":["b","b"],"b":1}',
    '{"a":"\\"b\\":","b":"\\"b\\":"}',
    '{"a":[{"b":1}],"b":1}',
  ])('are not in %s', (text) => {
    expect(hasDuplicateMembers(text)).toBe(false);
  });
});
