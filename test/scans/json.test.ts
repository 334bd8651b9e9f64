import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScanError, scanProblemText } from '#contract/scans/problem.ts';
import { jsonRecords, jsonValues, type FoundJson, type JsonPath } from '#scans/json/values.ts';

async function* pieces(text: string, size: number): AsyncIterable<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function all(found: AsyncIterable<FoundJson>): Promise<FoundJson[]> {
  const values: FoundJson[] = [];
  for await (const value of found) values.push(value);
  return values;
}

async function refusal(text: string, paths: readonly JsonPath[] = [['r', '*']], size = 3): Promise<string> {
  try {
    await all(jsonValues(pieces(text, size), paths));
  } catch (error) {
    if (error instanceof ScanError) return scanProblemText(error.problem);
    throw error;
  }
  return 'none';
}

describe('the values of a JSON file', () => {
  it('are those at a place, with their lines and the short members before them', async () => {
    const text =
      '{"v": "1\\"", "skip": [[{"r": [9]}], "]}"],\n"r": [\n{"a": "}]"},\n 2, "x",\n [], true], "after": {}}';
    for (const size of [1, 2, 3, 7, 1000]) {
      const found = await all(jsonValues(pieces(text, size), [['r', '*']]));
      expect(found.map(({ value }) => value)).toEqual([{ a: '}]' }, 2, 'x', [], true]);
      expect(found.map(({ line }) => line)).toEqual([3, 4, 4, 5, 5]);
      expect(found[0]?.parents).toEqual([{ v: '1"' }]);
    }
  });

  it('are entries of a list or values by lines, as the first sign tells', async () => {
    for (const text of ['[{"a":1},\n{"a":2}]', '{"a":1}\n{"a":2}', '{"a":1}{"a":2}\n']) {
      const found = await all(jsonRecords(pieces(text, 4)));
      expect(found.map(({ value }) => value)).toEqual([{ a: 1 }, { a: 2 }]);
    }
    expect(await all(jsonRecords(pieces('[]', 1)))).toEqual([]);
  });

  it('are what JSON.parse reads, no matter how the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 4 })),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (values, size, spaced) => {
          const text = JSON.stringify({ before: values, r: values }, null, spaced ? 2 : 0);
          const found = await all(jsonValues(pieces(text, size), [['r', '*']]));
          expect(found.map(({ value }) => value)).toEqual((JSON.parse(text) as { r: unknown[] }).r);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('may have any name, those of the language included', async () => {
    const found = await all(jsonValues(pieces('{"__proto__": {"r": [1]}}', 5), [['__proto__', 'r', '*']]));
    expect(found.map(({ value }) => value)).toEqual([1]);
  });
});

describe('a JSON file that cannot be read', () => {
  it.each([
    ['{"r": [\n{"a": 1}, {"a"', 'Line 2: The file ends too early: what begins in line 2 is not closed.'],
    ['{"r": [\n1, 2', 'Line 2: The file ends too early: what begins in line 1 is not closed.'],
    ['{"v": "abc', 'Line 1: The file ends too early: what begins in line 1 is not closed.'],
    ['{"r": [\n{"a"\n: nope}]}', 'Line 2: This is not JSON.'],
    ['{"r": [1 2]}', 'Line 1: This is not JSON.'],
    ['{"r":\n[1]]', 'Line 2: This is not JSON.'],
    ['{r: []}', 'Line 1: This is not JSON.'],
    [`{"r": [${'['.repeat(300)}`, 'Line 1: Values stand more than 200 deep in each other.'],
    [`{"skip": ${'{"a":'.repeat(300)}`, 'Line 1: Values stand more than 200 deep in each other.'],
  ])('%j is refused with its line', async (text, message) => {
    expect(await refusal(text)).toBe(message);
    expect(await refusal(text, [['r', '*']], 1000)).toBe(message);
  });
});
