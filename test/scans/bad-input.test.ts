import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { defaultProfile } from '#contract/profile.ts';
import type { ScanItem } from '#contract/scans/item.ts';
import { ScanError, scanProblemText } from '#contract/scans/problem.ts';
import { checkCreate } from '#domain/finding/rules.ts';
import { findingBody } from '#domain/scans/finding-body.ts';
import { ScanGroups } from '#domain/scans/groups.ts';
import { scanFormats } from '#scans/formats/index.ts';
import { bytesInput, type ScanInput } from '#scans/source/input.ts';
import { scanLimits } from '#scans/source/limits.ts';
import { openScan } from '#scans/source/source.ts';
import { readingOf, refusalOf, type Reading } from './support/reading.ts';
import { scanSamples, type ScanSample } from './support/samples.ts';

/*
 * What every kind of file has to bear. The kinds are those of the table that the program reads by, so a new kind falls
 * under all of it once it has a sample.
 */

const usual = (sample: ScanSample): string => sample.write('Über', 'Words of it, größer');
const rows = scanFormats.map(({ name }) => {
  const sample = scanSamples[name];
  if (sample === undefined) throw new Error(`The kind ${name} has no sample in support/samples.ts.`);
  return { name, sample };
});
const each = describe.each(rows);
const ofForm = (...forms: readonly ScanSample['form'][]) =>
  rows.filter(({ sample }) => forms.includes(sample.form));

/** What a file says; why it is refused, if it is. Anything else that is thrown fails the test. */
async function outcomeOf(given: string | Uint8Array): Promise<Reading | string> {
  try {
    return await readingOf(given);
  } catch (error) {
    if (error instanceof ScanError) return scanProblemText(error.problem);
    throw error;
  }
}

/** The findings that items make, each checked as it would be before it is queued. */
function findingsOf(items: readonly ScanItem[]) {
  const rules = { informational: false, falsePositive: false, suppressed: false, closed: false };
  const groups = new ScanGroups(rules);
  for (const item of items) groups.add(item, 0);
  return groups.groups().map((group) => {
    const body = findingBody(group, {}, defaultProfile);
    expect(checkCreate(body), group.key).toMatchObject({ kind: 'ok' });
    return body;
  });
}

const told = ({ items }: Reading) =>
  items.map(({ tool, rule, title, asset, severity, description, observation }) => ({
    tool,
    rule,
    title,
    asset,
    severity,
    description,
    observation,
  }));

each('a file of $name', ({ name, sample }) => {
  it('is read as this kind, whole', async () => {
    const { formats, items, problems } = await readingOf(usual(sample));
    expect({ formats, problems, items: items.length }).toEqual({ formats: [name], problems: [], items: 2 });
    expect(JSON.stringify(items)).toContain('Über');
    expect(JSON.stringify(items)).toContain('größer');
    expect(findingsOf(items).length).toBeGreaterThan(0);
  });

  it('that is cut off anywhere is refused with its line, or gives whole records alone', async () => {
    const bytes = Buffer.from(usual(sample));
    const whole = told(await readingOf(bytes)).map((item) => JSON.stringify(item));
    const length = Buffer.from(usual(sample).trimEnd()).length;
    for (let at = 1; at < length; at += 1) {
      const outcome = await outcomeOf(bytes.subarray(0, at));
      if (typeof outcome === 'string') expect(outcome, String(at)).toMatch(/^Line \d+/u);
      else {
        // Records in a row: what is behind a line break is another one. Half of one must be told.
        expect(['lines', 'table', 'yaml', 'toml'], `${name} at ${String(at)}`).toContain(sample.form);
        const said = told(outcome).map((item) => JSON.stringify(item));
        const missing = said.filter((item) => !whole.includes(item));
        // A line of TOML is whole wherever it ends: nothing tells that there were more.
        if (missing.length > 0 && sample.form !== 'toml')
          expect(outcome.problems, String(at)).not.toEqual([]);
      }
    }
  });

  it('says the same in every encoding that it may have', async () => {
    const text = usual(sample);
    const whole = told(await readingOf(text));
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    const encodings = {
      'UTF-8 with a mark': Buffer.from(`\ufeff${text}`),
      'UTF-16 LE': little,
      'UTF-16 BE': Buffer.from(little).swap16(),
      'UTF-16 LE without a mark': Buffer.from(text, 'utf16le'),
      'UTF-16 BE without a mark': Buffer.from(text, 'utf16le').swap16(),
    };
    for (const [encoding, bytes] of Object.entries(encodings)) {
      const reading = await readingOf(bytes);
      expect({ encoding, told: told(reading), problems: reading.problems }).toEqual({
        encoding,
        told: whole,
        problems: [],
      });
    }
  });

  it('in ISO-8859-1 says the same, or tells where its bytes are wrong', async () => {
    const declared = usual(sample)
      .replace(/^<\?xml[^>]*\?>\n/u, '')
      .replace(/^</u, '<?xml version="1.0" encoding="ISO-8859-1"?>\n<');
    const { items, problems } = await readingOf(Buffer.from(declared, 'latin1'));
    expect(items).toHaveLength(2);
    if (sample.form !== 'json' && sample.form !== 'lines') {
      expect({ problems, title: JSON.stringify(items).includes('Über') }).toEqual({
        problems: [],
        title: true,
      });
    } else {
      expect(problems[0]).toMatch(/^Line \d+: There are bytes that are not UTF-8/u);
      expect(JSON.stringify(items)).toContain('\ufffdber');
    }
  });

  it('says the same from gzip, ZIP, and gzip within ZIP', async () => {
    const bytes = strToU8(usual(sample));
    const whole = told(await readingOf(bytes));
    const packed = {
      gzip: gzipSync(bytes),
      ZIP: zipSync({ 'a/scan': bytes }),
      'ZIP that is only stored': zipSync({ scan: [bytes, { level: 0 }] }),
      'gzip within ZIP': zipSync({ 'scan.gz': gzipSync(bytes) }),
      'a path that leads out': zipSync({ '../../../etc/passwd': bytes, '/opt/.x/../b': new Uint8Array() }),
    };
    for (const [form, file] of Object.entries(packed))
      expect({ form, told: told(await readingOf(file)) }).toEqual({ form, told: whole });
  });

  it('that is larger than the limits once it is unpacked is refused', async () => {
    const bytes = strToU8(sample.write('A', 'word '.repeat(50_000)));
    const limits = { ...scanLimits, inflatedBytes: 100_000 };
    for (const file of [gzipSync(bytes), zipSync({ a: bytes }), zipSync({ a: [bytes, { level: 0 }] })])
      expect(await refusalOf(file, { limits })).toMatch(/larger than \S+ MB/u);
    const bomb = { ...scanLimits, ratioFreeBytes: 100_000, ratio: 20 };
    for (const file of [gzipSync(bytes), zipSync({ a: bytes }), zipSync({ 'a.gz': gzipSync(bytes) })])
      expect(await refusalOf(file, { limits: bomb })).toMatch(/as a decompression bomb does/u);
  });

  it('takes hostile words as words', async () => {
    const words = [
      `=cmd|'/C calc'!A0`,
      `<script>alert(1)</script><img src=x onerror=alert(2)>`,
      `</description>]]><!--`,
      `"},{"x":"`,
      '![x](file:///etc/passwd) [y](javascript:alert(1))',
      '{{7*7}} ${7*7} %00 \\u0000',
      '`'.repeat(50),
      '\u202egnp.exe',
      '"'.repeat(31),
    ];
    for (const word of words) {
      const { items, problems } = await readingOf(sample.write(word, word));
      expect({ word, items: items.length, problems }).toEqual({ word, items: 2, problems: [] });
      for (const body of findingsOf(items)) expect(body['title']).not.toBe('');
    }
  });

  it('that is damaged at any place is refused or read, and nothing else happens', async () => {
    const text = usual(sample);
    const length = Buffer.byteLength(text);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: length - 1 }),
        fc.integer({ min: 0, max: 40 }),
        fc.oneof(fc.uint8Array({ maxLength: 6 }), fc.constantFrom(...damages.map((part) => strToU8(part)))),
        async (at, cut, put) => {
          const bytes = Buffer.from(text);
          const outcome = await outcomeOf(
            Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + cut)]),
          );
          if (typeof outcome !== 'string') findingsOf(outcome.items);
        },
      ),
      { numRuns: 300 },
    );
  });
});

const damages = [
  '<',
  '>',
  '</x>',
  ']]>',
  '&',
  '&#0;',
  '{',
  '}',
  '[',
  ']',
  ',',
  '"',
  '\\',
  'null',
  '1e999',
  '\n',
  '\r',
];

describe.each(ofForm('xml'))('XML of $name', ({ sample }) => {
  const withHead = (head: string): string =>
    usual(sample)
      .replace(/^<\?xml[^>]*\?>\n/u, '')
      .replace(/^/u, `<?xml version="1.0"?>\n${head}\n`);
  const rootName = /^<(\w+)/mu.exec(withHead(''))?.[1] ?? '';

  it('may have a document type, but no entities', async () => {
    for (const head of [
      `<!DOCTYPE ${rootName}>`,
      `<!DOCTYPE ${rootName} SYSTEM "https://x.test/a.dtd">`,
      `<!DOCTYPE ${rootName} [\n<!ELEMENT ${rootName} ANY>\n<!ATTLIST ${rootName} a CDATA "">\n]>`,
    ])
      expect((await readingOf(withHead(head))).items).toHaveLength(2);
    for (const entity of [
      '<!ENTITY a "b">',
      '<!ENTITY a SYSTEM "file:///etc/passwd">',
      '<!ENTITY % a SYSTEM "https://x.test/a.dtd">\n%a;',
      '<!ENTITY a "aaaaaaaaaa">\n<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">\n<!ENTITY c "&b;&b;&b;&b;&b;&b;">',
    ])
      expect(await refusalOf(withHead(`<!DOCTYPE ${rootName} [\n${entity}\n]>`))).toMatch(
        /^Line 3, column 1: The file declares entities/u,
      );
    expect(await refusalOf(usual(sample).replace('größer', '&a;'))).toMatch(
      /^Line \d+, column \d+: .*entity/u,
    );
  });

  it('that nests 100,000 deep is refused with its line', async () => {
    const deep = usual(sample).replace(/(<\/[\w]+>\s*)$/u, `${'<x>'.repeat(100_000)}$1`);
    expect(await refusalOf(deep)).toMatch(/^Line \d+, column \d+: Elements stand more than 200 deep/u);
  });
});

describe.each(ofForm('json', 'lines'))('JSON of $name', ({ sample }) => {
  it('that nests 100,000 deep is refused with its line', async () => {
    const text = usual(sample);
    const at = text.search(/"[^"]*gr\u00f6\u00dfer"/u);
    const behind = text.slice(at).replace(/^"[^"]*"/u, '');
    expect(
      await refusalOf(`${text.slice(0, at)}${'['.repeat(100_000)}1${']'.repeat(100_000)}${behind}`),
    ).toMatch(/^Line \d+: .*200 deep/u);
  });

  it('with any other value at any place gives findings or a reason', async () => {
    const [first = '', ...others] = sample.form === 'lines' ? usual(sample).split('\n') : [usual(sample)];
    const value = JSON.parse(first) as Json;
    for (const place of placesOf(value))
      for (const other of [null, 0, -1, 1e308, '', 'x', true, [], {}, [null], [[[]]], { '': { a: [{}] } }]) {
        const text = [JSON.stringify(replaced(value, place, other)), ...others].join('\n');
        const outcome = await outcomeOf(text);
        if (typeof outcome !== 'string') findingsOf(outcome.items);
      }
  });

  it('with names of the language for members is read as data', async () => {
    const text = usual(sample).replace(
      /"[^"]*gr\u00f6\u00dfer"/u,
      '{"__proto__": {"polluted": 1}, "constructor": 1}',
    );
    await outcomeOf(text);
    expect('polluted' in {}).toBe(false);
  });
});

type Place = readonly (string | number)[];

function placesOf(value: Json): Place[] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [
    [],
    ...Object.entries(value).flatMap(([name, one]) => placesOf(one as Json).map((place) => [name, ...place])),
  ];
}

function replaced(value: Json, [name, ...rest]: Place, by: Json): Json {
  if (name === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as Json[])] : { ...(value as object) }) as Record<
    string,
    Json
  >;
  copy[name] = replaced(copy[name] ?? null, rest, by);
  return copy;
}

each('an XML element of $name left out or doubled', ({ sample }) => {
  it('gives findings or a reason', async () => {
    if (sample.form !== 'xml') return;
    const text = usual(sample);
    for (const part of text.match(/<(\w+)(?:\s[^<>]*)?>[^<]*<\/\1>|<\w+[^<>]*\/>|\s[\w:]+="[^"]*"/gu) ?? [])
      for (const put of [
        '',
        `${part}${part}`,
        part.replace(/>[^<]*</u, '><'),
        part.replace(/"[^"]*"/u, '"-1"'),
      ]) {
        const outcome = await outcomeOf(text.replace(part, put));
        if (typeof outcome !== 'string') findingsOf(outcome.items);
      }
  });
});

describe('whatever kind it is of', () => {
  it('an empty file says nothing, and a page or an archive of archives is refused with what to do', async () => {
    for (const empty of ['', '\n', '\ufeff', ' \r\n\t'])
      expect(await readingOf(empty)).toEqual({ formats: [null], items: [], problems: [] });
    for (const page of ['<html><body>', '<!doctype html>\n<HTML lang="en">', '\ufeff<!-- x -->\n<html>'])
      expect(await refusalOf(page)).toBe(
        'Line 1: This is a report to be read. Export the results as XML or JSON instead.',
      );
    const inner = zipSync({ a: strToU8('x') });
    expect(await refusalOf(zipSync({ 'inner.zip': inner }))).toMatch(/archive.*Unpack/u);
    expect(await refusalOf(gzipSync(inner))).toMatch(/archive.*Unpack/u);
  });

  it('is closed again, read to its end or not', async () => {
    const bytes = strToU8('title,severity\n'.padEnd(300_000, 'x'));
    const files = [
      bytes,
      gzipSync(bytes),
      zipSync({ 'a.gz': gzipSync(bytes) }),
      strToU8('x'.repeat(300_000)),
    ];
    for (const file of [...files, gzipSync(strToU8('x'.repeat(300_000)))]) {
      let open = 0;
      const whole = bytesInput(file, 'scan');
      const watched: ScanInput = {
        ...whole,
        async *read(from, to) {
          open += 1;
          try {
            yield* whole.read(from, to);
          } finally {
            open -= 1;
          }
        },
      };
      const reading = { signal: new AbortController().signal, report: () => undefined };
      for await (const { chunks } of openScan(watched, reading)) {
        for await (const _ of chunks) break;
        break;
      }
      expect(open).toBe(0);
      for await (const _ of openScan(watched, reading)) break;
      expect(open).toBe(0);
    }
  });
});
