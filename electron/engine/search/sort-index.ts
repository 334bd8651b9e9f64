import { createHash } from 'node:crypto';
import type { SortOrder } from '#contract/finding/listing.ts';
import {
  compareKeys,
  isKeptByStore,
  listsState,
  readMoved,
  readOrder,
  readOrderKey,
  type ListsState,
  type OrderKey,
} from '#db/tables/findings/order.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { recentCache } from './recent-cache.ts';
import { BitSet } from './bit-set.ts';

/*
 * Putting 100,000 findings in order takes several times as long as finding them. So the order of a whole engagement
 * is kept, and what a query finds is put into it. After a change only what was written since is looked up again; the
 * order that the store keeps itself is sooner read again.
 */

/** Every finding of an engagement in one order, gone ones among them. */
export interface SortIndex {
  /** Made of the row numbers themselves: two of one name are the same, no matter who made them and when. */
  readonly name: string;
  /** Row numbers. */
  readonly findings: Uint32Array;
}

/** An order as it stood when the lists had come so far. */
interface KeptOrder extends SortIndex {
  readonly state: ListsState;
}

/** As many orders are kept for a store: engagements and columns that a person goes to and fro between. */
const maxKept = 6;
/** If more was written since, the whole order is made again: from about here on that is quicker. */
const maxUpdates = { sorted: 1_500, keptByStore: 50 };

const kept = new WeakMap<ReadableDb, Map<string, KeptOrder>>();

/** An engagement's findings in an order: the very one that SQL gives. To be called in the transaction that uses it. */
export function sortIndex(
  db: ReadableDb,
  { project, order }: { readonly project: string; readonly order: SortOrder },
): SortIndex {
  const orders = kept.get(db) ?? new Map<string, KeptOrder>();
  kept.set(db, orders);
  const name = JSON.stringify([project, order.field, order.descending]);
  const state = listsState(db);
  const known = orders.get(name);
  const now =
    (known && updated(db, known, { project, order, state })) ?? named(state, readOrder(db, project, order));
  return recentCache(orders, name, now, maxKept);
}

function named(state: ListsState, findings: Uint32Array): KeptOrder {
  const name = createHash('sha256').update(findings).digest('base64url');
  return { state, name, findings };
}

/**
 * The order with what was written since at its new place; null if something has left the lists, or making it again is the
 * shorter way.
 */
function updated(
  db: ReadableDb,
  known: KeptOrder,
  { project, order, state }: { project: string; order: SortOrder; state: ListsState },
): KeptOrder | null {
  if (known.state.left !== state.left) return null;
  if (known.state.commits === state.commits) return known;
  const max = isKeptByStore(order) ? maxUpdates.keptByStore : maxUpdates.sorted;
  const moved = readMoved(db, { project, since: known.state.commits, order, max });
  if (moved === null) return null;
  if (moved.length === 0) return { ...known, state };
  const rest = without(known.findings, new BitSet(moved.map(({ finding }) => finding)));
  const keys = new Map<number, OrderKey>();
  const keyOf = (finding: number): OrderKey => {
    let key = keys.get(finding);
    if (key === undefined) {
      key = readOrderKey(db, finding, order);
      keys.set(finding, key);
    }
    return key;
  };
  const merged = new Uint32Array(rest.length + moved.length);
  let from = 0;
  for (const [at, { finding, key }] of moved.entries()) {
    const to = placeFor(key, rest, from, keyOf, order);
    merged.set(rest.subarray(from, to), from + at);
    merged[to + at] = finding;
    from = to;
  }
  merged.set(rest.subarray(from), from + moved.length);
  return named(state, merged);
}

/** An order without some of its findings. A loop of its own: `filter` and a `Set` take 10 ms for 100,000. */
function without(findings: Uint32Array, some: BitSet): Uint32Array {
  const rest = new Uint32Array(findings.length);
  let count = 0;
  for (let place = 0; place < findings.length; place += 1) {
    const finding = findings[place] ?? 0;
    if (some.has(finding)) continue;
    rest[count] = finding;
    count += 1;
  }
  return rest.subarray(0, count);
}

/** Where a key belongs in `rest`, at `from` or behind. */
function placeFor(
  key: OrderKey,
  rest: Uint32Array,
  from: number,
  keyOf: (finding: number) => OrderKey,
  order: SortOrder,
): number {
  let low = from;
  let high = rest.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(keyOf(rest[middle] ?? 0), key, order) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
