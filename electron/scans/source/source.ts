import { ScanError, type ScanProblem } from '#contract/scans/problem.ts';
import { archivedImages, isAttachment, type PackedFile, type ArchivedImages } from './archive.ts';
import { decoded, encodingOf, headBytes } from './decode.ts';
import { inflated, type InflatedCount } from './inflate.ts';
import { bytesAt, type ScanInput } from './input.ts';
import { scanLimits, type ScanLimits } from './limits.ts';
import { isTar, tarFiles } from './tar.ts';
import { tarBlock } from './tar-header.ts';
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
  /** Those of its archive. */
  readonly images: ArchivedImages;
}

/**
 * Opens a scanner's file: what is packed with gzip, ZIP or tar is unpacked, the bytes are decoded. An archive gives each of
 * its files, with the images beside them. @throws ScanError if the file is cut off, damaged, hostile or too large; the reason of `signal` once it is aborted
 */
export async function* openScan(input: ScanInput, reading: ScanReading): AsyncIterable<ScanText> {
  const limits = reading.limits ?? scanLimits;
  const count: InflatedCount = { bytes: 0 };
  const watched = watchedInput(input, reading);
  const archive = await archiveIn(watched, limits);
  // It is read twice: images may stand behind what refers to them.
  const images: ArchivedImages =
    archive === null ? new Map() : await archivedImages(archive({ bytes: 0 }), limits, reading.report);
  for await (const { name, bytes } of archive?.(count) ?? [{ name: input.name, bytes: watched.read(0) }]) {
    if (archive !== null && isAttachment(name)) continue;
    const outer = await peeked(bytes, 4);
    let inner: Peeked | null = null;
    try {
      if (packedAs(outer.head) === 'gzip')
        inner = await peeked(inflated(outer.bytes, 'gzip', limits, count), 4);
      const shown = inner === null ? name : name.replace(/\.gz$/iu, '');
      yield { ...(await textOf(shown, inner ?? outer, reading)), images };
    } finally {
      await inner?.close();
      await outer.close();
    }
  }
}

/** Lists the files of an archive; null if the input is none. */
async function archiveIn(
  input: ScanInput,
  limits: ScanLimits,
): Promise<((count: InflatedCount) => AsyncIterable<PackedFile>) | null> {
  const packed = packedAs(await bytesAt(input, 0, 4));
  if (packed === 'zip') return (count) => zipFiles(input, limits, count);
  const content = (count: InflatedCount): AsyncIterable<Uint8Array> =>
    packed === 'gzip' ? inflated(input.read(0), 'gzip', limits, count) : input.read(0);
  const start = await peeked(content({ bytes: 0 }), tarBlock);
  await start.close();
  return isTar(start.head) ? (count) => tarFiles(content(count), limits) : null;
}

/** By the sign at the beginning of a file; null if it is not packed. */
function packedAs(head: Uint8Array): 'zip' | 'gzip' | null {
  const [one, two, three] = head;
  if (head.length >= 4 && one === 0x50 && two === 0x4b && (three === 3 || three === 5)) return 'zip';
  return one === 0x1f && two === 0x8b ? 'gzip' : null;
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

interface Peeked {
  /** At least as many bytes as were asked for, if the file has them. */
  readonly head: Uint8Array;
  /** All of them, with those of the head. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** To be called also if they are not read to their end, or not at all. */
  readonly close: () => Promise<void>;
}

/** The beginning of bytes that can be read once. */
async function peeked(bytes: AsyncIterable<Uint8Array>, length: number): Promise<Peeked> {
  const pieces = bytes[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  for (let read = 0; read < length;) {
    const next = await pieces.next();
    if (next.done === true) break;
    first.push(next.value);
    read += next.value.length;
  }
  const head = Buffer.concat(first);
  const close = async (): Promise<void> => {
    await pieces.return?.();
  };
  return { head, bytes: following(head, pieces), close };
}

async function* following(head: Uint8Array, pieces: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  yield head;
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) return;
    yield next.value;
  }
}

async function textOf(
  name: string,
  file: Peeked,
  { report }: ScanReading,
): Promise<Omit<ScanText, 'images'>> {
  if (packedAs(file.head) !== null)
    throw new ScanError('The archive holds another archive. Unpack the inner one first.');
  const { head, bytes } = await peeked(file.bytes, headBytes);
  const encoding = encodingOf(head.subarray(0, headBytes));
  const start = new TextDecoder(encoding).decode(head.subarray(0, headBytes), { stream: true });
  if (/^\s*$/u.test(start) && head.length < headBytes) return { name, encoding, head: '', chunks: none() };
  return { name, encoding, head: start, chunks: decoded(bytes, encoding, report) };
}

async function* none(): AsyncIterable<string> {
  // An empty file has no pieces.
}
