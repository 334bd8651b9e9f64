import { describe, expect, it } from 'vitest';
import { findJsonBreak } from '#domain/base/json-break.ts';
import { parseJson } from '#domain/base/json.ts';

const broken: readonly (readonly [text: string, place: string])[] = [
  ['', '1:1 JSON ends too early'],
  ['{"a": [1\n', '1:9 JSON ends too early'],
  ['{"title":', '1:10 JSON ends too early'],
  ['[1,]', '1:4 a value was expected'],
  ['{"a":1,}', '1:8 a name in double quotes was expected'],
  ["{'a':1}", '1:2 a text stands in double quotes'],
  ['{"a" 1}', '1:6 a colon was expected'],
  ['{"a":1\n "b":2}', '2:2 a comma or } was expected'],
  ['[1\r\n 2]', '2:2 a comma or ] was expected'],
  ['[1] x', '1:5 something follows the JSON'],
  ['{"a":"x\ny"}', '1:6 this text has no end, or holds a line break or a wrong backslash'],
  ['{"a":tru}', '1:6 a value was expected'],
  ['[01]', '1:2 a value was expected'],
  ['[1.]', '1:2 a value was expected'],
  ['{"a":1]', '1:7 a comma or } was expected'],
  ['// note\n{}', '1:1 a value was expected'],
];

const whole = ['{}', '[]', ' "a\\u00e9" ', '-0.5e+3', '[1, {"a": [null, true, false]}]', '{"a":{"b":[]}}\n'];

describe('the place where a text stops being JSON', () => {
  it.each(broken)('is told by line, column and what was expected: %j', (text, place) => {
    const found = findJsonBreak(text);
    expect(`${String(found?.line)}:${String(found?.column)} ${String(found?.message)}`).toBe(place);
    expect(parseJson(text).kind).toBe('broken');
  });

  it('is nowhere in JSON', () => {
    expect(whole.map((text) => [parseJson(text).kind, findJsonBreak(text)])).toEqual(
      whole.map(() => ['ok', null]),
    );
  });

  it('passes comments and trailing commas if they may stand', () => {
    const text = '// head\n{"a": [1, /* two */ 2,],}';
    expect([findJsonBreak(text, 'jsonc'), findJsonBreak('{"a": 1 // end\n', 'jsonc')?.line]).toEqual([
      null,
      1,
    ]);
  });
});
