/** Addresses that follow each other, both ends included. */
export interface AddressRange {
  readonly version: 4 | 6;
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * Reads an address (`10.1.2.3`, `2001:db8::1`), a network (`10.1.2.0/24`) or a range (`10.1.2.3-9`,
 * `10.1.2.3-10.1.2.9`); null for everything else.
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
  const one = address(base);
  if (one === null || !/^\d{1,3}$/u.test(length)) return null;
  const free = (one.version === 4 ? 32 : 128) - Number(length);
  if (free < 0) return null;
  const size = 1n << BigInt(free);
  const from = (one.from / size) * size;
  return { version: one.version, from, to: from + size - 1n };
}

function address(text: string): AddressRange | null {
  const four = parseFour(text);
  if (four !== null) return { version: 4, from: four, to: four };
  const six = parseSix(text);
  return six === null ? null : { version: 6, from: six, to: six };
}

function parseFour(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/u.test(part) && Number(part) < 256))
    return null;
  return parts.reduce((sum, part) => (sum << 8n) + BigInt(part), 0n);
}

function parseSix(text: string): bigint | null {
  if (!text.includes(':')) return null;
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
