import { describe, expect, test } from 'vitest';
import { procedures, type ProcedureName } from '#contract/procedures/index.ts';
import { readInput } from '#app/platform/read-input.ts';

function refusal(name: ProcedureName, input: unknown): string {
  try {
    readInput(procedures[name].input, JSON.stringify(input));
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'taken';
}

describe('an input that is refused', () => {
  test.each<[ProcedureName, object, string]>([
    ['round.add', { project: 'p', begins: '31.12.2026' }, 'begins: it must be a day such as 2026-11-21.'],
    ['round.add', { project: 'p', begins: '2026-02-30' }, 'begins: it must be a day such as 2026-11-21.'],
    [
      'engagement.add',
      { project: 'p', name: 'n'.repeat(1_001) },
      'name: it is too long or too large; 1,000 characters at most.',
    ],
    ['engagement.add', {}, 'project: it is missing.'],
    ['engagement.add', { project: 5 }, 'project: it must be a text.'],
  ])('of %s is told in plain words, with the way to write it: %j', (name, input, words) => {
    expect(refusal(name, input)).toBe(words);
  });

  test('of any procedure says nothing of the inside of the program', () => {
    for (const [name, { input: schema }] of Object.entries(procedures)) {
      for (const text of ['5', '{}', '{"strange":1}', '{"project":[],"finding":{},"op":null,"text":7}']) {
        let words = '';
        try {
          readInput(schema, text);
        } catch (error) {
          words = error instanceof Error ? error.message : '';
        }
        expect(words, name).not.toMatch(/Invalid |received|\bISO\b|Unrecognized|Too (?:big|small)/u);
        expect(words, name).not.toContain(name);
      }
    }
  });
});
