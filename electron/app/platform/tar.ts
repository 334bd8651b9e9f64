import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';

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
