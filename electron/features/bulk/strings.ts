import { DossierError } from '#contract/error.ts';

/**
 * Row numbers, or stamps, as the wire carries them: 32-bit words, little-endian, base64.
 *
 * @throws DossierError `invalid`
 */
export function unpackWords(text: string): Uint32Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length % 4 !== 0) throw new DossierError('invalid', 'The selection came broken.');
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(at * 4));
}
