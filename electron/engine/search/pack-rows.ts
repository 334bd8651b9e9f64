import { endianness } from 'os';

/** Row numbers as little-endian 32-bit words, base64. */
export function packRows(rows: Uint32Array): string {
  // As a whole: number by number it was the longest part of the first list that a window shows.
  const bytes = Buffer.from(rows.slice().buffer);
  return (endianness() === 'LE' ? bytes : bytes.swap32()).toString('base64');
}
