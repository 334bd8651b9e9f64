import { endianness } from 'os';
import { DossierError } from '#contract/error.ts';

/** Row numbers as little-endian 32-bit words, base64. */
export function packRows(rows: Uint32Array): string {
  // As a whole: number by number it was the longest part of the first list that a window shows.
  const bytes = Buffer.from(rows.slice().buffer);
  return (endianness() === 'LE' ? bytes : bytes.swap32()).toString('base64');
}

/** The row numbers that `packRows` packed. @throws DossierError `invalid` for anything else */
export function unpackRows(text: string): Uint32Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length % 4 !== 0) throw new DossierError('invalid', 'The selection came broken.');
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(at * 4));
}
