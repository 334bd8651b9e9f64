import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#contract/json.ts';
import { parseText } from '#domain/text/index.ts';
import { richFields } from '#domain/preflight/index.ts';
import { extent } from '../support/extent.ts';
import { casesFolder, hasRealData, noRealData, realFindings } from '../support/real-data.ts';
import { anyText } from './support/ledger-texts.ts';
import { unaccounted } from './support/ledger.ts';

function textsOf(records: readonly JsonObject[]): string[] {
  return records.flatMap((record) =>
    richFields.flatMap((field) => (typeof record[field] === 'string' ? [record[field]] : [])),
  );
}

/** Texts of which a character is lost, each with what is lost. */
function lost(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const missing = unaccounted(text);
    return missing === ''
      ? []
      : [`${JSON.stringify(missing.slice(0, 80))} of ${JSON.stringify(text.slice(0, 200))}`];
  });
}

/** Every object in a JSON value that looks like a finding. */
function findingsIn(value: Json): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(findingsIn);
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.values(value).flatMap(findingsIn);
  return 'description' in value ? [value, ...inner] : inner;
}

describe('characters typed minus characters printed is markup that was used, or named by the check', () => {
  test('in generated texts', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(unaccounted(text)).toBe('');
      }),
      { numRuns: extent.everyRealText ? 1_500 : 500 },
    );
  });

  test('in all real findings', (context) => {
    if (!hasRealData) context.skip(noRealData);
    expect(lost([...new Set(textsOf(realFindings()))])).toEqual([]);
  });

  test('in the texts of the cases', (context) => {
    if (!existsSync(casesFolder)) context.skip(`no cases in ${casesFolder}`);
    const seeds = readdirSync(casesFolder)
      .map((name) => join(casesFolder, name, 'seed.json'))
      .filter(existsSync);
    const records = seeds.flatMap((file) => findingsIn(JSON.parse(readFileSync(file, 'utf8')) as Json));
    expect(records.length).toBeGreaterThan(0);
    expect(lost(textsOf(records))).toEqual([]);
  });

  test('and the ledger sees a character that is gone', () => {
    expect(unaccounted('a *b', parseText('a b'))).toBe('*');
    // Quotes in quotes and lists, whose signs are markup.
    for (const text of ['word\n> * > word ', '> * > > a\n>   > b', '> > a\n> > b'])
      expect(unaccounted(text), text).toBe('');
    // A heading by its underline, with an address that became a link.
    expect(unaccounted('| https://h.example/a_(b)\nword\n---\nword')).toBe('');
    // Escapes beside one.
    for (const text of ['\\> [ https://h.example/a_(b) word ', '[ https://h.example/a_(b)\\\\ word '])
      expect(unaccounted(text), text).toBe('');
    expect(unaccounted('> * > a', parseText('> * a'))).toBe('>');
    // Two that begin alike are named once, and both are accounted for.
    const data = `data:font/woff;base64,${'QUJD'.repeat(300)}`;
    expect(unaccounted(`${data}word ${data} word `)).toBe('');
    expect(unaccounted('2*3*4', parseText('2<sup>3</sup>4'))).toBe('**');
  });
});
