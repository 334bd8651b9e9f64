import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvMapping } from '#contract/scans/csv-mapping.ts';
import type { ScanItem } from '#contract/scans/item.ts';
import { csvRows, delimiterOf } from '#scans/csv/rows.ts';
import { csvFormat } from '#scans/formats/csv.ts';
import { readingOf, refusalOf } from './support/reading.ts';

async function* pieces(text: string, size: number): AsyncIterable<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

describe('a table', () => {
  it('with our own names gives an item for each row', async () => {
    const { formats, items } = await readingOf(
      'Title;Severity;Asset;CWE;CVSS;References;Description;Rule\n' +
        '"A ""quoted""; one";Hoch;https://x.test;CWE-79;9,8;https://a.test/1 https://b.test;"Two\nlines";r1\n\n' +
        'B;low;x.test:8443;79;;;;\n',
    );
    expect(formats).toEqual(['csv']);
    expect(items).toMatchObject([
      {
        tool: 'csv',
        rule: 'r1',
        title: 'A "quoted"; one',
        severity: 'unknown',
        asset: 'https://x.test',
        port: 443,
        cwe: [79],
        cvss: [{ version: '3.1', vector: null, score: 9.8 }],
        references: ['https://a.test/1', 'https://b.test'],
        description: 'Two\nlines',
        line: 2,
      },
      { rule: 'B', severity: 'low', cwe: [79], line: 5 },
    ]);
  });

  it('with other names is read by a mapping', async () => {
    const mapping = csvMapping.parse({
      tool: 'acme',
      columns: { title: 'Name', severity: 'Risk', rule: 'Plugin ID', description: 'Text' },
      severities: { hoch: 'high' },
      texts: 'html',
    });
    const format = csvFormat(mapping);
    const head = 'plugin id,NAME,Risk,Text\n';
    expect(format.recognises(head)).toBe(true);
    const items: ScanItem[] = [];
    const source = {
      name: 'a.csv',
      encoding: 'utf-8',
      head,
      chunks: pieces(`${head}7,A,Hoch,<p>x <b>y</b></p>\n`, 9),
      images: new Map(),
    };
    for await (const item of format.read(source, () => undefined)) items.push(item);
    expect(items).toMatchObject([
      { tool: 'acme', rule: '7', title: 'A', severity: 'high', description: 'x **y**' },
    ]);
  });

  it('of a spreadsheet is read in its old encoding', async () => {
    const { items } = await readingOf(Buffer.from('title,severity\nÜbergröße,low\n', 'latin1'));
    expect(items.map(({ title }) => title)).toEqual(['Übergröße']);
  });

  it('reports a row with more cells than the first, and is refused within an open quote', async () => {
    const { problems } = await readingOf('title,severity\nA,low,x\n');
    expect(problems).toEqual(['Line 2: This row has more cells than the first one.']);
    expect(await refusalOf('title,severity\nA,low\n"B,high\n')).toBe(
      'Line 3: The file ends too early: a quote of the row in line 3 is not closed.',
    );
  });

  it('gives the cells that were written, no matter how the text is cut', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'ü') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 })),
        fc.integer({ min: 1, max: 9 }),
        async (rows, size) => {
          const text = rows
            .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
            .join('\r\n');
          const read: (readonly string[])[] = [];
          for await (const { cells } of csvRows(pieces(text, size), ',')) read.push(cells);
          expect(read).toEqual(rows.filter((row) => row.some((one) => one !== '')));
        },
      ),
    );
  });

  it('tells by its first line what parts its cells', () => {
    expect(['a;b;"x,y,z,w"', 'a\tb', 'a,b', 'a|b|c,d', 'a'].map(delimiterOf)).toEqual([
      ';',
      '\t',
      ',',
      '|',
      ',',
    ]);
  });
});

describe('a report of Dossier as JSON', () => {
  const file = (version: number, record: object): string =>
    JSON.stringify({
      format: 'dossier-report',
      formatVersion: version,
      findings: [{ id: 'f1', record, evidence: [{ name: 'shot', content: 'iVBO' }] }],
    });

  it('gives each finding for each of its assets, by the rule of its tool', async () => {
    const record = {
      title: 'A',
      asset: ['https://x.test', 'y.test'],
      severity: 'High',
      tags: ['web', 'rule:burp/1049088'],
      cwe: 'https://cwe.mitre.org/data/definitions/89.html',
      CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      requests: [{ request: 'GET /', response: null }],
      observation: 'Seen.',
      demonstration: '1. Look',
    };
    const { formats, items } = await readingOf(file(1, record));
    expect(formats).toEqual(['dossier']);
    expect(items.map(({ tool, rule, asset, port }) => [tool, rule, asset, port])).toEqual([
      ['burp', '1049088', 'https://x.test', 443],
      ['burp', '1049088', 'y.test', null],
    ]);
    expect(items[0]).toMatchObject({
      severity: 'high',
      cwe: [89],
      cvss: [{ version: '3.1', vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', score: null }],
      observation: 'Seen.',
      demonstration: '1. Look',
      authored: true,
      tags: ['web', 'rule:burp/1049088'],
      requests: [{ request: 'GET /', response: null }],
      evidence: [{ name: 'shot', bytes: new Uint8Array(Buffer.from('iVBO', 'base64')) }],
    });
  });

  it('has its own identifier for a rule if no tool is named', async () => {
    const { items } = await readingOf(file(1, { title: 'A', asset: ['x'] }));
    expect(items.map(({ tool, rule }) => [tool, rule])).toEqual([['dossier', 'f1']]);
  });

  it('of a newer version is refused', async () => {
    expect(await refusalOf(file(2, { title: 'A' }))).toBe(
      'Line 1: This file was written by a newer version of Dossier.',
    );
  });
});
