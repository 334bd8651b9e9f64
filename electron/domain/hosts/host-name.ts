/*
 * One spelling for a host name: scanners write the letters of other alphabets as `xn--…` (punycode, RFC 3492), contracts write
 * the letters themselves.
 */

/** A name in lower case with its letters as they are read, without the dot of the root. */
export function canonicalHost(name: string): string {
  if (/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/u.test(name) && !name.includes('xn--')) return name;
  const folded = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u3002\uff61]/gu, '.')
    .replace(/\.$/u, '');
  if (!folded.includes('xn--')) return folded;
  return folded
    .split('.')
    .map((label) => (isWholePunycode(label) ? (decoded(label.slice(4)) ?? label) : label))
    .join('.');
}

/** Stands for a wildcard while a name is spelled: it is in no name. */
const wildcard = '\u0000';

/**
 * The pieces of a pattern between its wildcards, as `canonicalHost` spells a name: a dot before a wildcard is not that of
 * the root, and a label that a wildcard cuts is left as it is written.
 */
export function canonicalPieces(pieces: readonly string[]): string[] {
  return canonicalHost(pieces.join(wildcard)).split(wildcard);
}

function isWholePunycode(label: string): boolean {
  return label.startsWith('xn--') && !label.includes(wildcard);
}

/** No label of a host is longer: what is, is none. */
const longestLabel = 63;
const [base, least, max, skew, damp] = [36, 1, 26, 38, 700];

/** The letters of a label without its `xn--`; null if it is not well formed. */
function decoded(label: string): string | null {
  if (label.length > longestLabel) return null;
  const dash = label.lastIndexOf('-');
  const letters = [...label.slice(0, Math.max(dash, 0))].map((letter) => letter.codePointAt(0) ?? 0);
  let [code, bias, at, from] = [128, 72, 0, dash + 1];
  while (from < label.length) {
    const before = at;
    for (let weight = 1, step = base; ; step += base) {
      const digit = digitOf(label.charCodeAt(from));
      from += 1;
      if (digit === null) return null;
      at += digit * weight;
      const threshold = Math.min(Math.max(step - bias, least), max);
      if (digit < threshold) break;
      weight *= base - threshold;
      if (weight > 2 ** 31) return null;
    }
    bias = adapted(at - before, letters.length + 1, before === 0);
    code += Math.floor(at / (letters.length + 1));
    at %= letters.length + 1;
    if (code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
    letters.splice(at, 0, code);
    at += 1;
  }
  return String.fromCodePoint(...letters)
    .normalize('NFKC')
    .toLowerCase();
}

/** a to z are 0 to 25, 0 to 9 are 26 to 35. */
function digitOf(unit: number): number | null {
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x61;
  return unit >= 0x30 && unit <= 0x39 ? unit - 0x30 + 26 : null;
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : Math.floor(delta / 2);
  rest += Math.floor(rest / count);
  let step = 0;
  for (; rest > ((base - least) * max) / 2; step += base) rest = Math.floor(rest / (base - least));
  return step + Math.floor(((base - least + 1) * rest) / (rest + skew));
}
