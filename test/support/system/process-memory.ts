import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** Whether this system lets a test read the memory of a process that it has started. */
export const readsMemory = process.platform === 'linux';

const stepBytes = 8 * 1024 * 1024;

/**
 * Where texts stand in the memory that a process has written, as UTF-8 (and so Latin-1 if they are ASCII) or UTF-16.
 * @returns one line per copy, without what stands beside it; empty if nothing was found
 */
export function placesInMemory(pid: number, texts: Readonly<Record<string, string>>): readonly string[] {
  const needles = Object.entries(texts).flatMap(([name, text]) =>
    (['utf8', 'utf16le'] as const).map((encoding) => ({
      name,
      encoding,
      bytes: Buffer.from(text, encoding),
    })),
  );
  const longest = Math.max(...needles.map(({ bytes }) => bytes.length));
  const places: string[] = [];
  const memory = openSync(`/proc/${String(pid)}/mem`, 'r');
  const buffer = Buffer.alloc(stepBytes + longest - 1);
  try {
    for (const { from, to, what } of writtenRanges(pid)) {
      for (let at = from; at < to; at += stepBytes) {
        const read = readAt(memory, buffer.subarray(0, Math.min(buffer.length, to - at)), at);
        for (const { name, encoding, bytes } of needles) {
          for (let found = read.indexOf(bytes); found >= 0; found = read.indexOf(bytes, found + 1)) {
            places.push(`${name} as ${encoding} in ${what}`);
          }
        }
      }
    }
  } finally {
    closeSync(memory);
  }
  return places;
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly what: string;
}

function writtenRanges(pid: number): readonly Range[] {
  const lines = readFileSync(`/proc/${String(pid)}/maps`, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, from, to, what] = /^([\da-f]+)-([\da-f]+) rw\S+ \S+ \S+ \S+ *(.*)$/u.exec(line) ?? [];
    if (from === undefined || to === undefined) return [];
    return [
      { from: parseInt(from, 16), to: parseInt(to, 16), what: what === '' ? 'unnamed memory' : String(what) },
    ];
  });
}

/** What could be read there: a range may have gone since it was listed. */
function readAt(memory: number, buffer: Buffer, at: number): Buffer {
  try {
    return buffer.subarray(0, readSync(memory, buffer, 0, buffer.length, at));
  } catch {
    return buffer.subarray(0, 0);
  }
}
