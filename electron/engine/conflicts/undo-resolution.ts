import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import {
  changeItem,
  hasLaterOperation,
  openItemsOf,
  readItem,
  type ItemChange,
  type ItemRow,
  type OpenItem,
} from '#db/tables/outbox/operations.ts';
import {
  deleteResolution,
  insertResolution,
  newestResolution,
  readResolution,
  type ResolutionItem,
  type ResolutionRow,
} from '#db/tables/outbox/resolutions.ts';
import type { ReadableDb, WritableDb } from '#db/schema/types.ts';
import type { ServiceContext } from '../context.ts';
import { effectiveRecord } from '../record/list-rows.ts';
import { parseConflict } from '../record/conflict-codec.ts';
import { turnOf } from './resolve.ts';
import { moveItem } from '../outbox/operation-state.ts';

/** Answers a person may undo at most; the oldest cannot be undone any more. */
const maxKept = 5_000;

/** So many of the newest answers are looked at for one that can be undone. */
const maxLooked = 50;

/**
 * Runs `settle`, which answers the conflict of an item, and remembers in the store what it did. So a wrong
 * answer can be undone, even after a restart. In the caller's transaction.
 */
export function recordResolution(db: WritableDb, item: OpenItem, settle: () => void): void {
  const before = openItemsOf(db, item.finding);
  settle();
  const items = before.map((one) => ({
    ...one,
    after: readItem(db, one.seq, item.finding)?.revision ?? -1,
  }));
  insertResolution(db, item, items, maxKept);
}

/** The answer that was given last and can be undone now; null if there is none. */
export function lastResolution(db: ReadableDb): ResolutionRow | null {
  return newestResolution(db, maxLooked).find((row) => isUntouched(db, row, readResolution(db, row))) ?? null;
}

/** Whether nothing has happened to a finding's operations since an answer. */
function isUntouched(db: ReadableDb, { finding }: ResolutionRow, before: readonly ResolutionItem[]): boolean {
  const same = before.every(({ seq, after }) => readItem(db, seq, finding)?.revision === after);
  const fresh = hasLaterOperation(db, finding, before.at(-1)?.seq ?? 0);
  return before.length > 0 && same && !fresh;
}

/**
 * Takes the answer to a conflict back: the question is open again as it was, and so is what waited behind it. Only
 * while nothing else has happened to that finding's operations: not sent, not edited, not dropped, nothing new behind
 * them. A record that a sync brought meanwhile does no harm: an open question sends nothing and shows the finding as it is.
 * In the caller's transaction.
 *
 * @throws DossierError `wrong-state`, with why as the end of a sentence
 */
export function undoResolution(ctx: ServiceContext, seq: number, finding: FindingRow): void {
  const { db } = ctx;
  const before = readResolution(db, { seq, finding });
  if (before.length === 0) throw new DossierError('wrong-state', 'there is no resolution to undo any more');
  if (!isUntouched(db, { seq, finding }, before)) {
    throw new DossierError('wrong-state', 'it was sent, or something else was changed there since');
  }
  const { effective: settled } = effectiveRecord(db, finding);
  for (const item of before) {
    if (item.seq === seq || item.revision === item.after) continue;
    changeItem(db, item, asItWas(item));
  }
  for (const item of before) if (item.seq === seq) reopen(ctx, item, settled);
  deleteResolution(db, { seq, finding });
}

function reopen(ctx: ServiceContext, item: ResolutionItem, settled: Parameters<typeof turnOf>[1]): void {
  const names = Object.keys(parseConflict(item.conflictJson ?? '{}').fields);
  // Its values first, so that the history can tell what the finding is with them.
  changeItem(ctx.db, item, asItWas(item));
  const { effective } = effectiveRecord(ctx.db, item.finding);
  moveItem(ctx, item, { state: item.state }, 'reopened', { fields: turnOf(names, settled, effective) });
}

/** Everything of an item but its names and the count of its changes, which goes on. */
function asItWas(item: ResolutionItem): Required<ItemChange> {
  const { seq: _seq, finding: _finding, revision: _revision, ...row } = itemRow(item);
  return row;
}

function itemRow({
  after: _after,
  op: _op,
  kind: _kind,
  project: _project,
  payloadJson: _payload,
  ...row
}: ResolutionItem): ItemRow {
  return row;
}
