import { closeSync, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs';

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
}

/**
 * The files of an archive that `appendToTar` and `endTar` wrote, in their order.
 *
 * @param archive descriptor that is open for reading
 * @throws RangeError for any other file, and for one that was cut short; file system errors
 */
export function entriesOfTar(archive: number): readonly TarEntry[] {
  const { size: length } = fstatSync(archive);
  const entries: TarEntry[] = [];
  const header = Buffer.alloc(block);
  for (let at = 0; ;) {
    if (at + 2 * block > length || readSync(archive, header, 0, block, at) < block)
      throw new RangeError('the archive has no end');
    if (header.every((byte) => byte === 0)) return entries;
    const entry = { ...readHeader(header), at: at + block };
    entries.push(entry);
    at = entry.at + entry.size + ((block - (entry.size % block)) % block);
  }
}

/** Copies the content of an entry to a file that is open for writing. @throws RangeError; file system errors */
export function extractFromTar(archive: number, { name, at, size }: TarEntry, to: number): void {
  const buffer = Buffer.alloc(chunk);
  for (let done = 0; done < size;) {
    const read = readSync(archive, buffer, 0, Math.min(chunk, size - done), at + done);
    if (read === 0) throw new RangeError(`${name} is cut short`);
    writeAll(to, buffer.subarray(0, read));
    done += read;
  }
}

function readHeader(header: Buffer): Pick<TarEntry, 'name' | 'size'> {
  const text = (from: number, to: number): string =>
    header.toString('latin1', from, to).replace(/\0.*$/su, '');
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  const isPlainFile = header[156] === 0 || header[156] === 0x30;
  if (text(257, 263) !== 'ustar' || Number.parseInt(text(148, 156), 8) !== sum || !isPlainFile)
    throw new RangeError('this is no archive of ours');
  return { name: text(0, 100), size: Number.parseInt(text(124, 136), 8) };
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
