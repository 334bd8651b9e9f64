import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readScan } from '#scans/read.ts';
import { bytesInput } from '#scans/source/input.ts';
import { scanLimits } from '#scans/source/limits.ts';
import { readingOf, refusalOf } from './support/reading.ts';

const burp = (name: string, head = ''): string =>
  `${head}<issues burpVersion="1">\n<issue><type>7</type><name>${name}</name></issue></issues>`;
const titles = async (bytes: Uint8Array): Promise<string[]> =>
  (await readingOf(bytes)).items.map(({ title }) => title);

describe('the encoding of a file', () => {
  const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>\n`;

  it('is told by the mark at its beginning', async () => {
    const little = Buffer.from(`\ufeff${burp('Über')}`, 'utf16le');
    const big = Buffer.from(little).swap16();
    expect(await titles(little)).toEqual(['Über']);
    expect(await titles(big)).toEqual(['Über']);
    expect(await titles(Buffer.from(`\ufeff${burp('Über')}`))).toEqual(['Über']);
  });

  it('is told by the zeros of UTF-16 without a mark, whatever it declares', async () => {
    const little = Buffer.from(burp('Über', declared('UTF-16')), 'utf16le');
    expect(await titles(little)).toEqual(['Über']);
    expect(await titles(Buffer.from(little).swap16())).toEqual(['Über']);
  });

  it('is what the file declares, and UTF-8 if that cannot be', async () => {
    const latin = Buffer.from(burp('Über', declared('ISO-8859-1')), 'latin1');
    expect(await titles(latin)).toEqual(['Über']);
    expect(await titles(Buffer.from(burp('Über', declared('UTF-16'))))).toEqual(['Über']);
  });

  it('is refused with its line if it is not known', async () => {
    expect(await refusalOf(burp('A', declared('klingon')))).toBe(
      'Line 1: The file declares an encoding that is not known.',
    );
  });

  it('that is wrong is reported with its line, once, and the rest is read', async () => {
    const bytes = Buffer.from(`${burp('Über, Übermaß')}\n`, 'latin1');
    const { items, problems } = await readingOf(bytes);
    expect(problems).toEqual(['Line 2: There are bytes that are not UTF-8; each is shown as \ufffd.']);
    expect(items.map(({ title }) => title)).toEqual(['\ufffdber, \ufffdberma\ufffd']);
  });

  it('is right for a character that stands between two pieces', async () => {
    // A piece has 256 KiB.
    const before = 256 * 1024 - Buffer.byteLength(burp('').split('</name>')[0] ?? '') - 1;
    const { items, problems } = await readingOf(Buffer.from(burp(`${'a'.repeat(before)}ü\ufffd`)));
    expect(problems).toEqual([]);
    expect(items[0]?.title.slice(-3)).toBe('aü\ufffd');
  });
});

describe('a file around a file', () => {
  it('is opened: gzip, and each file of an archive', async () => {
    expect(await titles(gzipSync(burp('Packed')))).toEqual(['Packed']);
    const archive = zipSync({
      'scans/one.xml': strToU8(burp('One')),
      '../../two.xml': [strToU8(burp('Two')), { level: 0 }],
      '__MACOSX/._one.xml': strToU8('no scan'),
      'empty/': new Uint8Array(),
    });
    expect(await titles(archive)).toEqual(['One', 'Two']);
  });

  it('that is cut off is refused', async () => {
    const packed = gzipSync(burp('Packed'));
    expect(await refusalOf(packed.subarray(0, packed.length - 20))).toBe(
      'The compressed file ends too early.',
    );
    const archive = zipSync({ 'one.xml': strToU8(burp('One')) });
    expect(await refusalOf(archive.subarray(0, archive.length - 30))).toBe(
      'The archive ends too early: its list of files is missing.',
    );
  });

  it('that is damaged is refused', async () => {
    const packed = gzipSync(burp('Packed'));
    packed.fill(0x55, 20, 40);
    expect(await refusalOf(packed)).toBe('The compressed file is damaged.');
    const archive = zipSync({ 'one.xml': strToU8(burp('One')) });
    archive.fill(0x55, 0, 4);
    archive.set([0x50, 0x4b, 3, 4]);
    archive.fill(0xff, 26, 30);
    expect(await refusalOf(archive)).toBe('The archive is damaged.');
  });

  it('with another content than its list says is refused', async () => {
    const archive = zipSync({ 'one.xml': [strToU8(burp('One')), { level: 0 }] });
    const at = Buffer.from(archive).indexOf('One');
    archive.set(strToU8('Two'), at);
    expect(await refusalOf(archive)).toBe('The archive is damaged.');
  });

  it('that grows beyond its limits is refused before it is unpacked', async () => {
    const zeros = Buffer.from(`<issues burpVersion="1">${' '.repeat(2 * 1024 ** 2)}`);
    const limits = { ...scanLimits, ratioFreeBytes: 1024 ** 2 };
    const bomb = 'The file grows to more than 200 times its size, as a decompression bomb does.';
    expect(await refusalOf(gzipSync(zeros), { limits })).toBe(bomb);
    expect(await refusalOf(zipSync({ 'a.xml': zeros }), { limits })).toBe(bomb);
    const small = { ...scanLimits, inflatedBytes: 1024 ** 2 / 2 };
    const parts = zipSync({
      'a.xml': strToU8(burp('a'.repeat(300_000))),
      'b.xml': strToU8(burp('b'.repeat(300_000))),
    });
    expect(await refusalOf(parts, { limits: small })).toBe(
      'The file is larger than 0.5 MB after decompression.',
    );
  });

  it('with too many files is refused', async () => {
    const files = Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`${at}.xml`, strToU8(burp('A'))]));
    expect(await refusalOf(zipSync(files), { limits: { ...scanLimits, files: 3 } })).toBe(
      'The archive holds more than 3 files.',
    );
  });
});

describe('a file', () => {
  it('that is empty says nothing', async () => {
    expect(await readingOf('')).toEqual({ formats: [null], items: [], problems: [] });
    expect(await readingOf(' \n')).toEqual({ formats: [null], items: [], problems: [] });
  });

  it('of no scanner is refused with the kinds that are read', async () => {
    expect(await refusalOf('{"hello": 1}')).toMatch(
      /^Line 1: This is no file of a scanner that can be read\. There are: Burp/u,
    );
  });

  it('that is a report for people is refused with what to do', async () => {
    expect(await refusalOf('<!DOCTYPE html>\n<html><body>ZAP</body></html>')).toBe(
      'Line 1: This is a report to be read. Export the results as XML or JSON instead.',
    );
  });

  it('tells how far it is, and stops once it is to', async () => {
    const bytes = Buffer.from(burp('a'.repeat(1024 ** 2)));
    const stop = new AbortController();
    const progress: number[] = [];
    const read = async (): Promise<void> => {
      const reading = {
        signal: stop.signal,
        report: () => undefined,
        progress: (count: number) => {
          progress.push(count);
          if (count > 600_000) stop.abort(new Error('stopped'));
        },
      };
      for await (const { items } of readScan(bytesInput(bytes, 'a.xml'), reading)) {
        for await (const _ of items);
      }
    };
    await expect(read()).rejects.toThrow('stopped');
    expect(progress.at(-1)).toBeGreaterThan(600_000);
    expect(progress.at(-1)).toBeLessThan(900_000);
  });
});
