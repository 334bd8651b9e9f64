import { ScanError } from '#contract/scans/problem.ts';
import type { PackedFile } from './archive.ts';
import type { ScanLimits } from './limits.ts';
import { readTarHeader, tarBlock } from './tar-header.ts';

/*
 * Archives of tar, also inside gzip, from the beginning to the end: nothing is looked up, so that a stream is enough.
 */

/** Longer names stand in an entry of their own. */
const maxNameBytes = 64 * 1024;

/** Whether bytes begin as an archive does. */
export function isTar(start: Uint8Array): boolean {
  return readTarHeader(start) !== null;
}

/**
 * The files of an archive in their order; folders and links are left out. What is not read of a file is skipped.
 * @throws ScanError if it is cut off or damaged, or has too many files
 */
export async function* tarFiles(
  bytes: AsyncIterable<Uint8Array>,
  limits: ScanLimits,
): AsyncIterable<PackedFile> {
  const reader = new PieceReader(bytes);
  let longName: string | null = null;
  let files = 0;
  try {
    for (;;) {
      const block = await reader.exactly(tarBlock);
      if (block.every((byte) => byte === 0)) return;
      const header = readTarHeader(block);
      if (header === null) throw new ScanError('The archive is damaged.');
      const filled = header.size + ((tarBlock - (header.size % tarBlock)) % tarBlock);
      if (header.type === 'L' || header.type === 'x') {
        if (header.size > maxNameBytes) throw new ScanError('The archive is damaged.');
        const text = Buffer.from((await reader.exactly(filled)).subarray(0, header.size)).toString('utf8');
        longName = header.type === 'L' ? text.replace(/\0.*$/su, '') : (pathIn(text) ?? longName);
        continue;
      }
      const name = longName ?? header.name;
      longName = null;
      const content = reader.content(header.size);
      if (header.type === '0' || header.type === '7') {
        files += 1;
        if (files > limits.files)
          throw new ScanError(`The archive holds more than ${String(limits.files)} files.`);
        yield { name: name.replace(/^(?:\.\/)+/u, ''), bytes: content.pieces() };
      }
      await reader.skip(content.left() + filled - header.size);
    }
  } finally {
    await reader.close();
  }
}

/** The path in a header of records, each with its length before it. */
function pathIn(records: string): string | null {
  return /(?:^|\n)\d+ path=([^\n]*)\n/u.exec(records)?.[1] ?? null;
}

/** Bytes that come in pieces, taken in lengths that the caller chooses. */
class PieceReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#source = bytes[Symbol.asyncIterator]();
  }

  async exactly(length: number): Promise<Uint8Array> {
    const taken: Uint8Array[] = [];
    for (let left = length; left > 0;) {
      const piece = await this.#upTo(left);
      taken.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(taken);
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) left -= (await this.#upTo(left)).length;
  }

  /** The next bytes as a stream, of which any part may be left. */
  content(length: number): { pieces: () => AsyncIterable<Uint8Array>; left: () => number } {
    const take = (most: number): Promise<Uint8Array> => this.#upTo(most);
    let left = length;
    return {
      async *pieces() {
        while (left > 0) {
          const piece = await take(left);
          left -= piece.length;
          yield piece;
        }
      },
      left: () => left,
    };
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #upTo(most: number): Promise<Uint8Array> {
    while (this.#rest.length === 0) {
      const next = await this.#source.next();
      if (next.done === true) throw new ScanError('The archive ends too early.');
      this.#rest = next.value;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }
}
