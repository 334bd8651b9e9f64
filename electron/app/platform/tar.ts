import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** A file as it is to lie in an archive. */
export interface ArchivedFile {
  readonly path: string;
  /** With slashes; up to 100 ASCII characters. */
  readonly name: string;
}

const block = 512;
const chunk = 1024 * 1024;

/**
 * Appends a file to an archive in the format ustar, for its user alone (0600).
 *
 * @param archive descriptor that is open for writing
 * @throws RangeError for a name or size that the format has no room for; file system errors
 */
export function appendToTar(archive: number, { path, name }: ArchivedFile): void {
  const { size, mtimeMs } = statSync(path);
  writeAll(archive, headerOf(name, size, Math.floor(mtimeMs / 1_000)));
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(chunk);
    let left = size;
    while (left > 0) {
      const read = readSync(file, buffer, 0, Math.min(chunk, left), null);
      if (read === 0) throw new RangeError(`${name} became shorter while it was read`);
      writeAll(archive, buffer.subarray(0, read));
      left -= read;
    }
  } finally {
    closeSync(file);
  }
  writeAll(archive, Buffer.alloc((block - (size % block)) % block));
}

/** Writes what ends an archive: two empty blocks. */
export function endTar(archive: number): void {
  writeAll(archive, Buffer.alloc(2 * block));
}

/** A file in an archive. */
export interface TarEntry {
  readonly name: string;
  /** Where its content begins, and how long it is (bytes). */
  readonly at: number;
  readonly size: number;
  /** When it was last changed, in milliseconds since the epoch. */
  readonly changedMs: number;
}

/**
 * The files of an archive that `appendToTar` and `endTar` wrote, in their order.
 *
 * @param archive that is open for reading
 * @throws RangeError for any other file, and for one that was cut short; file system errors
 */
export async function entriesOfTar(archive: FileHandle): Promise<readonly TarEntry[]> {
  const { size: length } = await archive.stat();
  const entries: TarEntry[] = [];
  const header = Buffer.alloc(block);
  for (let at = 0; ;) {
    if (at + 2 * block > length || (await archive.read(header, 0, block, at)).bytesRead < block)
      throw new RangeError('the archive has no end');
    if (header.every((byte) => byte === 0)) return entries;
    const entry = { ...readHeader(header), at: at + block };
    entries.push(entry);
    at = entry.at + entry.size + ((block - (entry.size % block)) % block);
  }
}

/**
 * Copies the content of an entry to a file that is open for writing.
 *
 * @param onChunk gets the bytes of each piece that was written; what it throws ends the copy
 * @throws RangeError; file system errors
 */
export async function extractFromTar(
  archive: FileHandle,
  { name, at, size }: TarEntry,
  to: FileHandle,
  onChunk: (bytes: number) => void,
): Promise<void> {
  const buffer = Buffer.alloc(Math.min(chunk, size));
  for (let done = 0; done < size;) {
    const { bytesRead } = await archive.read(buffer, 0, Math.min(chunk, size - done), at + done);
    if (bytesRead === 0) throw new RangeError(`${name} is cut short`);
    await to.writeFile(buffer.subarray(0, bytesRead));
    done += bytesRead;
    onChunk(bytesRead);
  }
}

/** The content of a small entry as text. @throws RangeError if it is longer than 64 kB or cut short; file system errors */
export async function readFromTar(archive: FileHandle, { name, at, size }: TarEntry): Promise<string> {
  if (size > 65_536) throw new RangeError(`${name} is too long`);
  const { bytesRead, buffer } = await archive.read(Buffer.alloc(size), 0, size, at);
  if (bytesRead < size) throw new RangeError(`${name} is cut short`);
  return buffer.toString('utf8');
}

function readHeader(header: Buffer): Omit<TarEntry, 'at'> {
  const text = (from: number, to: number): string =>
    header.toString('latin1', from, to).replace(/\0.*$/su, '');
  const octal = (from: number, to: number): number => Number.parseInt(text(from, to), 8);
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  const isPlainFile = header[156] === 0 || header[156] === 0x30;
  if (text(257, 263) !== 'ustar' || octal(148, 156) !== sum || !isPlainFile)
    throw new RangeError('this is no archive of ours');
  const size = octal(124, 136);
  // A negative one would lead back to the same header for ever.
  if (!(size >= 0)) throw new RangeError('this is no archive of ours');
  return { name: text(0, 100), size, changedMs: octal(136, 148) * 1_000 };
}

function headerOf(name: string, size: number, seconds: number): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/u.test(name)) throw new RangeError('the name does not fit into the archive');
  if (size >= 8 ** 11) throw new RangeError('the file is too large for the archive');
  const header = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number): void => {
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'ascii');
  };
  header.write(name, 0, 'ascii');
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(seconds, 136, 12);
  header.write('        0', 148, 'ascii');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return header;
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}
