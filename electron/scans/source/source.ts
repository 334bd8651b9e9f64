import type { ScanProblem } from '#contract/scans/problem.ts';
import { decoded, encodingOf, headBytes } from './decode.ts';
import { inflated, type InflatedCount } from './inflate.ts';
import { bytesAt, type ScanInput } from './input.ts';
import { scanLimits, type ScanLimits } from './limits.ts';
import { zipFiles } from './zip.ts';

/** How files are read. */
export interface ScanReading {
  readonly signal: AbortSignal;
  /** Gets what is wrong and does not end the reading. */
  readonly report: (problem: ScanProblem) => void;
  /** Gets how many bytes of the input were read, before decompression. */
  readonly progress?: (bytes: number) => void;
  readonly limits?: ScanLimits;
}

/** One file as text, to be read once and before the next of its archive. */
export interface ScanText {
  /** As its archive or its folder names it; for messages only. */
  readonly name: string;
  readonly encoding: string;
  /** Its beginning, which tells the format. */
  readonly head: string;
  readonly chunks: AsyncIterable<string>;
}

/**
 * Opens a scanner's file: what is packed with gzip or ZIP is unpacked, the bytes are decoded. An archive gives each of
 * its files. @throws ScanError if the file is cut off, damaged, hostile or too large; the reason of `signal` once it is aborted
 */
export async function* openScan(input: ScanInput, reading: ScanReading): AsyncIterable<ScanText> {
  const limits = reading.limits ?? scanLimits;
  const count: InflatedCount = { bytes: 0 };
  const watched = watchedInput(input, reading);
  const sign = await bytesAt(watched, 0, 4);
  if (sign.length >= 4 && sign[0] === 0x50 && sign[1] === 0x4b && (sign[2] === 3 || sign[2] === 5)) {
    for await (const { name, bytes } of zipFiles(watched, limits, count))
      yield await textOf(name, bytes, reading);
    return;
  }
  const isGzip = sign[0] === 0x1f && sign[1] === 0x8b;
  const bytes = isGzip ? inflated(watched.read(0), 'gzip', limits, count) : watched.read(0);
  yield await textOf(isGzip ? input.name.replace(/\.gz$/iu, '') : input.name, bytes, reading);
}

/** The input, which tells its progress and stops once it is to. */
function watchedInput(input: ScanInput, { signal, progress }: ScanReading): ScanInput {
  let bytes = 0;
  return {
    name: input.name,
    size: input.size,
    async *read(from, to) {
      for await (const piece of input.read(from, to)) {
        signal.throwIfAborted();
        bytes += piece.length;
        // The list of an archive is read beside its files.
        progress?.(Math.min(bytes, input.size));
        yield piece;
      }
    },
  };
}

async function textOf(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  { report }: ScanReading,
): Promise<ScanText> {
  const pieces = bytes[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < headBytes) {
    const next = await pieces.next();
    if (next.done === true) break;
    first.push(next.value);
    length += next.value.length;
  }
  const head = Buffer.concat(first);
  const encoding = encodingOf(head.subarray(0, headBytes));
  const start = new TextDecoder(encoding).decode(head.subarray(0, headBytes), { stream: true });
  if (/^\s*$/u.test(start) && length < headBytes) return { name, encoding, head: '', chunks: none() };
  const whole = async function* (): AsyncIterable<Uint8Array> {
    yield head;
    for (;;) {
      const next = await pieces.next();
      if (next.done === true) return;
      yield next.value;
    }
  };
  return { name, encoding, head: start, chunks: closing(decoded(whole(), encoding, report), pieces) };
}

/** Closes the bytes also if the text is not read to its end. */
async function* closing(
  chunks: AsyncIterable<string>,
  pieces: AsyncIterator<Uint8Array>,
): AsyncIterable<string> {
  try {
    yield* chunks;
  } finally {
    await pieces.return?.();
  }
}

async function* none(): AsyncIterable<string> {
  // An empty file has no pieces.
}
