import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding.ts';
import {
  changeItem,
  openItemsOf,
  readItem,
  type ItemChange,
  type ItemRow,
  type OpenItem,
} from '#db/operations.ts';
import type { WritableDb } from '#db/types.ts';
import type { Workplace } from '../context.ts';
import { effectiveRecord } from '../lists/refresh.ts';
import { parseConflict } from './conflict.ts';
import { turnOf } from './resolve.ts';
import { moveItem } from './transition.ts';

/** What stood on a finding before an answer, and the revisions that the answer left. */
interface Settlement {
  readonly before: readonly OpenItem[];
  readonly after: ReadonlyMap<number, number>;
}

/** Answers a person may take back at most; the oldest cannot be taken back any more. */
const mostKept = 5_000;

/**
 * Remembers answers to conflicts for as long as the program runs, so that a wrong key can be taken back. Not in the
 * store: what an answer gave up stands in the history in any case.
 */
export class SettledLog {
  readonly #kept = new WeakMap<WritableDb, Map<string, Settlement>>();

  /** Runs `settle`, which answers the conflict of an item, and remembers what it did. In the caller's transaction. */
  note(db: WritableDb, item: OpenItem, settle: () => void): void {
    const before = openItemsOf(db, item.finding);
    settle();
    const after = before.map(({ seq }) => [seq, readItem(db, seq, item.finding)?.revision ?? -1] as const);
    const kept = this.#of(db);
    kept.delete(nameOf(item));
    kept.set(nameOf(item), { before, after: new Map(after) });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  }

  /** What is known of an answer; null where there is none to take back. */
  find(db: WritableDb, item: Pick<OpenItem, 'seq' | 'finding'>): Settlement | null {
    return this.#of(db).get(nameOf(item)) ?? null;
  }

  /** It has been taken back. */
  forget(db: WritableDb, item: Pick<OpenItem, 'seq' | 'finding'>): void {
    this.#of(db).delete(nameOf(item));
  }

  #of(db: WritableDb): Map<string, Settlement> {
    const known = this.#kept.get(db) ?? new Map<string, Settlement>();
    this.#kept.set(db, known);
    return known;
  }
}

function nameOf({ seq, finding }: Pick<OpenItem, 'seq' | 'finding'>): string {
  return `${String(seq)} ${String(finding)}`;
}

/**
 * Takes the answer to a conflict back: the question is open again as it was, and so is what waited behind it. Only
 * while nothing else has happened to that finding's operations: not sent, not edited, not dropped, nothing new behind
 * them. A record that a sync brought meanwhile does no harm: an open question sends nothing and shows what is there.
 * In the caller's transaction.
 *
 * @throws DossierError `wrong-state`, with why as the end of a sentence
 */
export function takeBack(place: Workplace, log: SettledLog, seq: number, finding: FindingRow): void {
  const { db } = place;
  const known = log.find(db, { seq, finding });
  if (known === null) throw new DossierError('wrong-state', 'there is no answer to take back any more');
  const { before, after } = known;
  const untouched = before.every((item) => readItem(db, item.seq, finding)?.revision === after.get(item.seq));
  const fresh = openItemsOf(db, finding).some((item) => !after.has(item.seq));
  if (!untouched || fresh) {
    throw new DossierError('wrong-state', 'it was sent, or something else was changed there since');
  }
  const { effective: settled } = effectiveRecord(db, finding);
  for (const item of before) {
    if (item.seq === seq || item.revision === after.get(item.seq)) continue;
    changeItem(db, item, asItWas(item));
  }
  for (const item of before) if (item.seq === seq) reopen(place, item, settled);
  log.forget(db, { seq, finding });
}

function reopen(place: Workplace, item: OpenItem, settled: Parameters<typeof turnOf>[1]): void {
  const names = Object.keys(parseConflict(item.conflictJson ?? '{}').fields);
  // Its values first, so that the history can tell what the finding is with them.
  changeItem(place.db, item, asItWas(item));
  const { effective } = effectiveRecord(place.db, item.finding);
  moveItem(place, item, { state: item.state }, 'reopened', { fields: turnOf(names, settled, effective) });
}

/** Everything of an item but its names and the count of its changes, which goes on. */
function asItWas(item: OpenItem): Required<ItemChange> {
  const { seq: _seq, finding: _finding, revision: _revision, ...row } = itemRow(item);
  return row;
}

function itemRow({
  op: _op,
  kind: _kind,
  project: _project,
  payloadJson: _payload,
  ...row
}: OpenItem): ItemRow {
  return row;
}
