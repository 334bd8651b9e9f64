import { createHash } from 'node:crypto';
import type { RandomBytes } from './envelope.ts';

/*
 * A recovery code is 18 random bytes and 2 bytes of checksum in Crockford's base 32, in eight groups of four. It is
 * copied from paper, so typing errors are recognised.
 */

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const secretBytes = 18;

/** The secret behind a code; `mistyped`: the code contradicts itself. */
export type RecoveryReading =
  { readonly kind: 'code'; readonly secret: Uint8Array } | { readonly kind: 'mistyped' };

/** A fresh code, and the secret that it stands for. */
export function makeRecoveryCode(random: RandomBytes): { code: string; secret: Uint8Array } {
  const secret = random(secretBytes);
  const bytes = [...secret, ...checksum(secret)];
  const letters: string[] = [];
  for (let bit = 0; bit < bytes.length * 8; bit += 5) {
    const window = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0);
    letters.push(alphabet.charAt((window >> (11 - (bit & 7))) & 31));
  }
  const groups = letters.join('').match(/.{4}/g) ?? [];
  return { code: groups.join('-'), secret };
}

/** Whether a text is written as a code, with or without a slip in it. A digit tells it from eight words. */
export function looksLikeRecoveryCode(text: string): boolean {
  return /^(?=.*\d)[\da-z]{4}(?:-[\da-z]{4}){7}$/i.test(text.trim());
}

/** Reads a code as people type it: any case, any blanks or dashes, O for 0, I and L for 1. */
export function readRecoveryCode(text: string): RecoveryReading {
  const letters = text
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  if (letters.length !== 32) return { kind: 'mistyped' };
  const bytes = new Uint8Array(secretBytes + 2);
  for (const [index, letter] of [...letters].entries()) {
    const value = alphabet.indexOf(letter);
    if (value === -1) return { kind: 'mistyped' };
    for (let bit = 0; bit < 5; bit += 1) {
      if ((value & (16 >> bit)) === 0) continue;
      const at = index * 5 + bit;
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (128 >> (at & 7));
    }
  }
  const secret = bytes.subarray(0, secretBytes);
  const [high, low] = checksum(secret);
  if (bytes[secretBytes] !== high || bytes[secretBytes + 1] !== low) return { kind: 'mistyped' };
  return { kind: 'code', secret };
}

function checksum(secret: Uint8Array): [number, number] {
  const digest = createHash('sha256').update('dossier recovery code').update(secret).digest();
  return [digest.readUInt8(0), digest.readUInt8(1)];
}
