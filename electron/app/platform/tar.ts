import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { readTarHeader, tarBlock as block } from '#scans/source/tar-header.ts';

/** A file as it is to lie in an archive. */
export interface ArchivedFile {
  readonly path: string;
  /** With slashes; up to 100 ASCII characters. */
  readonly name: string;
}

const chunk = 1024 * 1024;
/** A vault has one store for each account. */
const maxEntries = 10_000;

/** Writes an archive in the format ustar, whose files are for its user alone (0600). */
export interface TarWriter {
  /** @throws RangeError for a name or size that the format has no room for; file system errors */
  readonly append: (file: ArchivedFile) => void;
  /** Appends a short text as a file. @throws as `append` */
  readonly appendText: (name: string, text: string, changedMs: number) => void;
  /** SHA-256 of all that was written so far, in hexadecimal. */
  readonly sum: () => string;
  /** Writes what ends an archive: two empty blocks. */
  readonly end: () => void;
}

/** @param archive descriptor of an empty file that is open for writing */
export function writeTar(archive: number): TarWriter {
  const hash = createHash('sha256');
  const write = (bytes: Uint8Array): void => {
    hash.update(bytes);
    for (let at = 0; at < bytes.length;) at += writeSync(archive, bytes, at);
  };
  const pad = (size: number): void => {
    write(Buffer.alloc((block - (size % block)) % block));
  };
  return {
    append({ path, name }) {
      const { size, mtimeMs } = statSync(path);
      write(headerOf(name, size, Math.floor(mtimeMs / 1_000)));
      const file = openSync(path, 'r');
      try {
        const buffer = Buffer.alloc(chunk);
        let left = size;
        while (left > 0) {
          const read = readSync(file, buffer, 0, Math.min(chunk, left), null);
          if (read === 0) throw new RangeError(`${name} became shorter while it was read`);
          write(buffer.subarray(0, read));
          left -= read;
        }
      } finally {
        closeSync(file);
      }
      pad(size);
    },
    appendText(name, text, changedMs) {
      const bytes = Buffer.from(text);
      write(headerOf(name, bytes.length, Math.floor(changedMs / 1_000)));
      write(bytes);
      pad(bytes.length);
    },
    sum: () => hash.copy().digest('hex'),
    end: () => write(Buffer.alloc(2 * block)),
  };
}

/** A file in an archive. */
export interface TarEntry {
  readonly name: string;
  /** Where its header begins. */
  readonly headerAt: number;
  /** Where its content begins, and how long it is (bytes). */
  readonly at: number;
  readonly size: number;
  /** When it was last changed, in milliseconds since the epoch. */
  readonly changedMs: number;
}

/**
 * The files of an archive that `writeTar` wrote, in their order.
 *
 * @param archive that is open for reading
 * @throws RangeError for any other file, for one that was cut short or has too many files; file system errors
 */
export async function entriesOfTar(archive: FileHandle): Promise<readonly TarEntry[]> {
  const { size: length } = await archive.stat();
  const entries: TarEntry[] = [];
  const header = Buffer.alloc(block);
  for (let at = 0; ;) {
    if (at + 2 * block > length || (await archive.read(header, 0, block, at)).bytesRead < block)
      throw new RangeError('the archive has no end');
    if (header.every((byte) => byte === 0)) return entries;
    const entry = { ...readHeader(header), headerAt: at, at: at + block };
    if (entries.push(entry) > maxEntries) throw new RangeError('the archive has too many files');
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

/**
 * SHA-256 of the first bytes of a file, in hexadecimal.
 *
 * @param onChunk is called before each piece; what it throws ends the reading
 * @throws RangeError if it is shorter; file system errors
 */
export async function sumOfStart(archive: FileHandle, length: number, onChunk: () => void): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(Math.min(chunk, length));
  for (let at = 0; at < length;) {
    onChunk();
    const { bytesRead } = await archive.read(buffer, 0, Math.min(chunk, length - at), at);
    if (bytesRead === 0) throw new RangeError('the archive is cut short');
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest('hex');
}

/** The content of a small entry as text. @throws RangeError if it is longer than 64 kB or cut short; file system errors */
export async function readFromTar(archive: FileHandle, { name, at, size }: TarEntry): Promise<string> {
  if (size > 65_536) throw new RangeError(`${name} is too long`);
  const { bytesRead, buffer } = await archive.read(Buffer.alloc(size), 0, size, at);
  if (bytesRead < size) throw new RangeError(`${name} is cut short`);
  return buffer.toString('utf8');
}

function readHeader(bytes: Buffer): Omit<TarEntry, 'at' | 'headerAt'> {
  const header = readTarHeader(bytes);
  if (header?.isUstar !== true || header.type !== '0') throw new RangeError('this is no archive of ours');
  return { name: header.name, size: header.size, changedMs: header.changedSeconds * 1_000 };
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
