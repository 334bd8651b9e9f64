/** Addresses that follow each other, both ends included. */
export interface AddressRange {
  readonly version: 4 | 6;
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * Reads an address (`10.1.2.3`, `2001:db8::1`), a network (`10.1.2.0/24`) or a range (`10.1.2.3-9`,
 * `10.1.2.3-10.1.2.9`); null for everything else. An address of version 4 within one of version 6 is that of version 4.
 */
export function parseAddresses(text: string): AddressRange | null {
  const slash = text.indexOf('/');
  if (slash !== -1) return network(text.slice(0, slash), text.slice(slash + 1));
  const [first = '', last, ...more] = text.split('-');
  const from = address(first);
  if (from === null || more.length > 0) return null;
  if (last === undefined) return from;
  const short = from.version === 4 && /^\d{1,3}$/u.test(last);
  const to = address(short ? `${first.slice(0, first.lastIndexOf('.'))}.${last}` : last);
  return to?.version !== from.version || to.from < from.from ? null : { ...from, to: to.to };
}

/** Whether every address of one range is in another. */
export function isWithin(inner: AddressRange, outer: AddressRange): boolean {
  return inner.version === outer.version && inner.from >= outer.from && inner.to <= outer.to;
}

function network(base: string, length: string): AddressRange | null {
  const six = parseSix(base);
  const bits = /^\d{1,3}$/u.test(length) ? Number(length) : maskBits(length);
  if (bits === null) return null;
  const four = parseFour(base) ?? (six !== null && bits >= 96 ? mapped(six) : null);
  if (four !== null) return sized(4, four, bits - (six === null ? 0 : 96));
  return six === null ? null : sized(6, six, bits);
}

function sized(version: 4 | 6, base: bigint, bits: number): AddressRange | null {
  const free = (version === 4 ? 32 : 128) - bits;
  if (free < 0) return null;
  const size = 1n << BigInt(free);
  const from = (base / size) * size;
  return { version, from, to: from + size - 1n };
}

/** `255.255.0.0` is 16; null if it is no mask. */
function maskBits(text: string): number | null {
  const mask = parseFour(text);
  if (mask === null) return null;
  const bits = mask.toString(2).padStart(32, '0');
  return /^1*0*$/u.test(bits) ? bits.replaceAll('0', '').length : null;
}

function address(text: string): AddressRange | null {
  const six = parseSix(text);
  const four = parseFour(text) ?? (six === null ? null : mapped(six));
  if (four !== null) return { version: 4, from: four, to: four };
  return six === null ? null : { version: 6, from: six, to: six };
}

/** Addresses of version 4 within those of version 6: mapped ones, and those of the well-known prefix of NAT64. */
const mappings: readonly bigint[] = [0xffffn, 0x64_ff9b_0000_0000_0000_0000n];

/** The address of version 4 that one of version 6 stands for; null if it stands for none. */
function mapped(six: bigint): bigint | null {
  return mappings.includes(six >> 32n) ? six & 0xffff_ffffn : null;
}

function parseFour(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/u.test(part) && Number(part) < 256))
    return null;
  return parts.reduce((sum, part) => (sum << 8n) + BigInt(part), 0n);
}

/** The host of a URL that is an address in one number, or in hexadecimal or octal ones (`0x0a090001`). */
export function parseNumberHost(text: string): AddressRange | null {
  const parts = text.split('.');
  if (parts.length > 4 || !parts.every((part) => /^(?:0x[0-9a-f]{1,8}|\d{1,11})$/u.test(part))) return null;
  const isOctal = (part: string): boolean => /^0[0-7]+$/u.test(part);
  const numbers = parts.map((part) => BigInt(isOctal(part) ? `0o${part.slice(1)}` : part));
  const last = numbers.pop() ?? 0n;
  const room = 4 - numbers.length;
  if (numbers.some((number) => number > 255n) || last >= 1n << BigInt(8 * room)) return null;
  const from = numbers.reduce((sum, number, at) => sum + (number << BigInt(8 * (3 - at))), last);
  return { version: 4, from, to: from };
}

/** The first of addresses in its one spelling: `10.0.0.1`, `2001:db8::1` (RFC 5952). */
export function shownAddress({ version, from }: AddressRange): string {
  if (version === 4) return [24n, 16n, 8n, 0n].map((by) => String((from >> by) & 255n)).join('.');
  const words = Array.from({ length: 8 }, (_, at) =>
    ((from >> BigInt(16 * (7 - at))) & 0xffffn).toString(16),
  );
  const text = words.join(':');
  const [longest] = [...text.matchAll(/(?<![^:])0(?::0)+(?![^:])/gu)].toSorted(
    (one, other) => other[0].length - one[0].length,
  );
  if (longest === undefined) return text;
  const before = text.slice(0, longest.index).replace(/:$/u, '');
  const behind = text.slice(longest.index + longest[0].length).replace(/^:/u, '');
  return `${before}::${behind}`;
}

function parseSix(written: string): bigint | null {
  if (!written.includes(':')) return null;
  const zoneless = written.replace(/%.*$/su, '');
  const four = parseFour(zoneless.slice(zoneless.lastIndexOf(':') + 1));
  const text =
    four === null
      ? zoneless
      : `${zoneless.slice(0, zoneless.lastIndexOf(':') + 1)}${(four >> 16n).toString(16)}:${(four & 0xffffn).toString(16)}`;
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return null;
  const front = groups(head);
  const back = groups(tail ?? '');
  if (front === null || back === null) return null;
  const left = 8 - front.length - back.length;
  if (tail === undefined ? left !== 0 : left < 1) return null;
  const all = [...front, ...Array<bigint>(left).fill(0n), ...back];
  return all.reduce((sum, group) => (sum << 16n) + group, 0n);
}

function groups(text: string): bigint[] | null {
  if (text === '') return [];
  const parts = text.split(':');
  return parts.every((part) => /^[0-9a-f]{1,4}$/iu.test(part))
    ? parts.map((part) => BigInt(`0x${part}`))
    : null;
}
