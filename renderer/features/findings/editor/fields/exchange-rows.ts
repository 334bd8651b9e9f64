import type { Json } from '#contract/json.ts';
import { equalJson, isObject } from '#domain/base/json.ts';
import { memberOf } from '#domain/finding/record.ts';

/** An exchange in the editor. Its key stays while others come and go; places in the list do not. */
export interface ExchangeRow {
  readonly key: number;
  readonly entry: Json;
  /** The finding has it no more; a user was typing in it. */
  readonly gone: boolean;
}

const sides = ['request', 'response'] as const;

/**
 * The rows for a list that replaces the one in `was`. An exchange keeps its key if its content is found again anywhere,
 * or if it alone was changed at its place. The one that a user types in stays as gone if it is not found, so that the
 * next letters go into no other.
 */
export function exchangeRows(
  now: readonly Json[],
  was: readonly ExchangeRow[],
  typedIn: number | null,
): readonly ExchangeRow[] {
  const places = was.filter(({ gone }) => !gone);
  const left = new Set(was);
  const found = new Map<number, ExchangeRow>();
  const find = (isIt: (row: ExchangeRow, entry: Json, at: number) => boolean): void => {
    for (const [at, entry] of now.entries()) {
      const row = found.has(at) ? undefined : [...left].find((one) => isIt(one, entry, at));
      if (row === undefined) continue;
      found.set(at, row);
      left.delete(row);
    }
  };
  find((row, entry, at) => places[at] === row && equalJson(row.entry, entry));
  find((row, entry) => equalJson(row.entry, entry));
  if (places.length === now.length) {
    const isOnlyOne = found.size === now.length - 1;
    find((row, entry, at) => places[at] === row && (isOnlyOne || sharesSide(row.entry, entry)));
  }

  let key = Math.max(-1, ...was.map((row) => row.key));
  const rows = now.map((entry, at) => ({ key: found.get(at)?.key ?? ++key, entry, gone: false }));
  for (const [at, row] of was.entries()) {
    const isKept = left.has(row) && (row.gone || (row.key === typedIn && hasText(row.entry)));
    if (!isKept) continue;
    const before = new Set(was.slice(0, at).map((one) => one.key));
    rows.splice(rows.findLastIndex((one) => before.has(one.key)) + 1, 0, { ...row, gone: true });
  }
  return rows;
}

function textOf(entry: Json, side: (typeof sides)[number]): Json {
  return (isObject(entry) ? memberOf(entry, side) : null) ?? '';
}

const hasText = (entry: Json): boolean => sides.some((side) => textOf(entry, side) !== '');

function sharesSide(one: Json, other: Json): boolean {
  return sides.some((side) => textOf(one, side) !== '' && textOf(one, side) === textOf(other, side));
}
