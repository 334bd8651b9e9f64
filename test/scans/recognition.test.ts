import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scanFormats } from '#scans/formats/index.ts';
import { nessus } from '#scans/formats/nessus.ts';
import { readScan } from '#scans/read.ts';
import { openScan } from '#scans/source/source.ts';
import { bytesInput } from '#scans/source/input.ts';
import { hasScannerFiles, noScannerFiles, scannerFile } from '../support/real-data.ts';
import { readingOf } from './support/reading.ts';

/** The kinds that take a file for one of theirs. */
async function kindsOf(bytes: Uint8Array): Promise<string[]> {
  const kinds: string[] = [];
  const reading = { signal: new AbortController().signal, report: () => undefined };
  for await (const { head } of openScan(bytesInput(bytes, 'x'), reading))
    kinds.push(...scanFormats.filter((format) => format.recognises(head)).map(({ name }) => name));
  return kinds;
}

describe('the kind of a file', () => {
  it('is told by its content, by one format alone', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const names: Readonly<Record<string, string>> = { tenable: 'nessus' };
    for (const file of readdirSync(dirname(scannerFile('x')))) {
      const bytes = readFileSync(scannerFile(file));
      const tool = file.split('-', 1)[0] ?? '';
      expect(await kindsOf(bytes), file).toEqual(bytes.length === 0 ? [] : [names[tool] ?? tool]);
    }
  });

  it('has a name of its own', () => {
    const names = scanFormats.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('an entry without a rule', () => {
  it('is reported with its line and left out', async () => {
    const text =
      '<issues burpVersion="1">\n<issue><name>A</name></issue><issue><type>1</type></issue></issues>';
    const { items, problems } = await readingOf(text);
    expect(items.map(({ rule }) => rule)).toEqual(['1']);
    expect(problems).toEqual(['Line 2: This entry names no rule of its tool; it is left out.']);
  });
});

describe('a file that is read as another kind than it is', () => {
  it('is told what it looks like', async () => {
    const problems: string[] = [];
    const reading = {
      signal: new AbortController().signal,
      report: ({ message }: { readonly message: string }) => problems.push(message),
    };
    const burp = Buffer.from('<issues burpVersion="1"><issue><type>1</type></issue></issues>');
    for await (const { items } of readScan(bytesInput(burp, 'x'), reading, nessus))
      for await (const _ of items) throw new Error('an item was read');
    expect(problems).toEqual(['Read as Nessus, it has no entries. It looks like Burp Suite XML.']);
  });
});
