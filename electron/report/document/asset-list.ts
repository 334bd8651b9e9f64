import { parseAddresses } from '#domain/hosts/addresses.ts';
import type { Words } from '../languages/index.ts';

/** An entry of a list of assets: one of them, or addresses that follow each other. */
export interface AssetEntry {
  readonly text: string;
  /** How many assets it stands for. */
  readonly count: number;
}

/** A list of up to this many assets is printed as it is. */
export const WHOLE_LIST = 12;
/** So many addresses in a row, at least, are one entry. */
const SHORTEST_RANGE = 3;

interface Address {
  readonly name: string;
  readonly value: bigint;
  /** Addresses of another version or port are in another range. */
  readonly family: string;
}

/**
 * A short form of a list of assets: in a longer one addresses come first, in order, and consecutive ones are one entry
 * (`10.0.0.1 – 10.0.0.9`). Every asset is in exactly one entry.
 */
export function assetEntries(names: readonly string[]): AssetEntry[] {
  const single = (name: string): AssetEntry => ({ text: name, count: 1 });
  if (names.length <= WHOLE_LIST) return names.map(single);
  const addresses: Address[] = [];
  const others: string[] = [];
  for (const name of names) {
    const address = addressOf(name);
    if (address === null) others.push(name);
    else addresses.push(address);
  }
  addresses.sort((one, other) => compare(one.family, other.family) || compare(one.value, other.value));
  return [...rangesOf(addresses).flatMap(entriesOf), ...others.map(single)];
}

function addressOf(name: string): Address | null {
  const [, host = name, port = ''] = /^([\d.]+)(:\d{1,5})$/u.exec(name) ?? [];
  // A network or range is written with these; it stands for itself.
  if (/[-/]/u.test(host)) return null;
  const range = parseAddresses(host);
  return range === null ? null : { name, value: range.from, family: `${String(range.version)}${port}` };
}

function rangesOf(sorted: readonly Address[]): Address[][] {
  const ranges: Address[][] = [];
  for (const address of sorted) {
    const range = ranges.at(-1);
    const last = range?.at(-1);
    if (last?.family === address.family && last.value + 1n === address.value) range?.push(address);
    else ranges.push([address]);
  }
  return ranges;
}

function entriesOf(range: readonly Address[]): AssetEntry[] {
  const first = range[0];
  const last = range.at(-1);
  if (range.length < SHORTEST_RANGE || first === undefined || last === undefined) {
    return range.map(({ name }) => ({ text: name, count: 1 }));
  }
  return [{ text: `${first.name} \u2013 ${last.name}`, count: range.length }];
}

/** The entries of a list of which only `max` have room, and how many assets the others stand for. */
export function firstEntries(
  names: readonly string[],
  max: number,
): { readonly shown: readonly AssetEntry[]; readonly more: number } {
  const entries = assetEntries(names);
  const shown = entries.length <= max ? entries : entries.slice(0, max);
  return { shown, more: entries.slice(shown.length).reduce((sum, { count }) => sum + count, 0) };
}

/** Assets in one line, of which at most `max` entries are named; the others are counted. */
export function assetNames(
  names: readonly string[],
  max: number,
  { sentences }: Pick<Words, 'sentences'>,
): string {
  const { shown, more } = firstEntries(names, max);
  const line = shown.map(({ text }) => text).join(', ');
  return more === 0 ? line : `${line} ${sentences.andMore(more)}`;
}

function compare<Value extends string | bigint>(one: Value, other: Value): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
