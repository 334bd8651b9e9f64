import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { writeReport } from '#report/process/durable-file.ts';
import { readFindings } from '#report/process/order-input.ts';
import { frameOf, frameReader } from '#report/process/preview-frames.ts';
import { ChildMessage, readLine } from '#report/process/protocol.ts';
import { temporaryFolder } from '../../support/desk.ts';

/** What is read of messages that come in pieces of so many bytes. */
function received(pieces: number): unknown[] {
  const sent = Buffer.concat(
    [
      frameOf({ kind: 'first', text: 'ä' }),
      frameOf({ kind: 'second' }, [Buffer.from('abc'), Buffer.from('de')]),
      frameOf(null, [Buffer.alloc(0)]),
    ].flat(),
  );
  const came: unknown[] = [];
  const read = frameReader(({ text, bytes }) => came.push([JSON.parse(text), bytes.toString()]));
  for (let at = 0; at < sent.length; at += pieces) read(sent.subarray(at, at + pieces));
  return came;
}

test.each([1, 3, 8, 11, 64, 1_000])('messages come as they were sent, in pieces of %i bytes', (pieces) => {
  expect(received(pieces)).toEqual([
    [{ kind: 'first', text: 'ä' }, ''],
    [{ kind: 'second' }, 'abcde'],
    [null, ''],
  ]);
});

it('half a message is none', () => {
  const came: unknown[] = [];
  const read = frameReader((frame) => came.push(frame));
  const [head = new Uint8Array()] = frameOf({ kind: 'first' }, [Buffer.from('abc')]);
  read(head);
  expect(came).toEqual([]);
});

describe('findings that stand one behind the other', () => {
  const texts = [
    '{"id":"a","record":{"n":1.10,"big":12345678901234567890}}',
    '{"id":"b","record":{"title":"ü"}}',
  ];
  const input = Buffer.from(`${texts.join('')}image`);

  it('are read by their lengths, and what follows them begins behind', () => {
    const { findings, bytes } = readFindings(
      input,
      texts.map((text) => Buffer.byteLength(text)),
    );
    expect([findings.map(({ id }) => id), input.subarray(bytes).toString()]).toEqual([['a', 'b'], 'image']);
  });

  it('keep their numbers digit for digit', () => {
    const { findings } = readFindings(input, [Buffer.byteLength(texts[0] ?? '')]);
    expect(JSON.stringify(findings[0]?.record)).toBe('{"n":1.10,"big":12345678901234567890}');
  });

  it('are none if none is named, and refused if one is cut', () => {
    expect(readFindings(input, [])).toEqual({ findings: [], bytes: 0 });
    expect(() => readFindings(input, [7])).toThrow();
  });
});

test.each([
  ['{"kind":"failed","code":"out-of-memory","message":"x"}', true],
  ['{"kind":"failed","code":"other","message":"x"}', false],
  ['{"kind":"failed"', false],
  ['a warning', false],
])('a line that a process printed is a message only if it is one: %s', (line, is) => {
  expect(readLine(ChildMessage, line) !== undefined).toBe(is);
});

describe('the file of a report', () => {
  const made = { pages: 2, missingGlyphs: [], damagedImages: 0, cutLines: [] };

  it('is written as it is, and told with its length and hash', async () => {
    const path = join(temporaryFolder(), 'report.pdf');
    const end = await writeReport(path, { bytes: Buffer.from('abc'), ...made });
    expect([readFileSync(path, 'utf8'), end]).toEqual([
      'abc',
      {
        kind: 'done',
        result: {
          bytes: 3,
          sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
          ...made,
        },
      },
    ]);
  });

  it('is not written over one that is there, and nothing is thrown', async () => {
    const path = join(temporaryFolder(), 'report.pdf');
    writeFileSync(path, 'before');
    const end = await writeReport(path, { bytes: Buffer.from('abc'), ...made });
    expect([readFileSync(path, 'utf8'), end]).toEqual([
      'before',
      {
        kind: 'failed',
        code: 'cannot-write',
        message: expect.stringContaining('The report cannot be written'),
      },
    ]);
  });
});
