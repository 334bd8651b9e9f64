/** Shorter ones are refused for a home (terminal contract, "Ground rules"). */
export const shortestPassphrase = 8;

export type Strength =
  | { readonly kind: 'none' }
  | { readonly kind: 'short'; readonly missing: number }
  | { readonly kind: 'weak' | 'fair' | 'good' };

const rows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'passwordpassword',
];

/** Bits that a character adds: less if it repeats the one before, or goes on in a row of the keyboard. */
function bitsOf(previous: string | undefined, character: string): number {
  if (previous === undefined) return 4;
  if (previous === character) return 0.3;
  const pair = (previous + character).toLowerCase();
  if (rows.some((row) => row.includes(pair) || [...row].reverse().join('').includes(pair))) return 0.8;
  return /[a-z ]/u.test(character) ? 2.4 : 4;
}

/**
 * A hint at how hard a passphrase is to guess; a rough count that rewards length. It refuses nothing but
 * what is too short.
 */
export function strengthOf(passphrase: string): Strength {
  const characters = [...passphrase];
  if (characters.length === 0) return { kind: 'none' };
  if (characters.length < shortestPassphrase) {
    return { kind: 'short', missing: shortestPassphrase - characters.length };
  }
  const bits = characters.reduce(
    (sum, character, index) => sum + bitsOf(characters[index - 1], character),
    0,
  );
  return { kind: bits < 24 ? 'weak' : bits < 45 ? 'fair' : 'good' };
}

/** The hint in words. */
export function strengthWords(strength: Strength): string {
  switch (strength.kind) {
    case 'none':
      return `At least ${shortestPassphrase} characters. Use four or more unrelated words.`;
    case 'short':
      return `${strength.missing} more ${strength.missing === 1 ? 'character' : 'characters'} needed.`;
    case 'weak':
      return 'Weak: easily guessed. Make it longer.';
    case 'fair':
      return 'Fair. A word or two more make it good.';
    case 'good':
      return 'Good.';
  }
}
