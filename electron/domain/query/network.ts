import type { ValueMatch } from './wildcard.ts';
import { matchPieces } from './wildcard.ts';

const network = /^(\d{1,5})\.(\d{1,5})\.(\d{1,5})\.(\d{1,5})\/(\d{1,5})$/u;

/** Whether a text has the form of an IPv4 network, be it one or not; that of all addresses is looked for as a text. */
export function looksLikeNetwork(text: string): boolean {
  return network.test(text) && !text.endsWith('/0');
}

/**
 * What an IPv4 network such as `10.0.0.0/24` asks of assets: itself, and what begins with one of its addresses.
 * Null for any other text, and for a network of all addresses.
 */
export function matchNetwork(text: string): ValueMatch[] | null {
  const [, ...parts] = network.exec(text) ?? [];
  const [size = 0, ...octets] = [Number(parts[4] ?? 0), ...parts.slice(0, 4).map(Number)];
  if (size < 1 || size > 32 || octets.some((octet) => octet > 255)) return null;
  const fixed = Math.ceil(size / 8) - 1;
  const spread = 2 ** (8 * (fixed + 1) - size);
  const first = Math.floor((octets[fixed] ?? 0) / spread) * spread;
  const before = octets.slice(0, fixed).map((octet) => `${String(octet)}.`);
  const starts = Array.from({ length: spread }, (_, step) => before.join('') + String(first + step));
  const inside = starts.map((start) => matchPieces('assets', fixed === 3 ? [start] : [`${start}.`, '']));
  return [matchPieces('assets', [text]), ...inside];
}
