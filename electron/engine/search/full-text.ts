import type { FindingRow } from '#contract/finding/finding.ts';
import { startsOf } from '#domain/text/words/words.ts';
import {
  countTextChange,
  dueFindings,
  mergeText,
  unstartedFindings,
  writeStarts,
  writeText,
} from '#db/tables/findings/fulltext.ts';
import { quietTransaction, transaction } from '#db/store/transaction.ts';
import type { WritableDb } from '#db/schema/types.ts';
import { searchableFinding } from '../record/list-rows.ts';

/**
 * Indexes the text of up to `limit` findings that are due, in one transaction, and returns their number. Fewer than
 * `limit` means the full text has caught up. Small batches (25) stay unnoticed beside the sync, and so does the
 * merging, in a transaction of its own.
 */
export function indexDueText(db: WritableDb, limit: number): number {
  const indexed = indexBatch(db, limit);
  if (indexed > 0) quietTransaction(db, () => mergeText(db));
  return indexed;
}

function indexBatch(db: WritableDb, limit: number): number {
  return transaction(db, () => {
    const due = dueFindings(db, limit);
    const unstarted = unstartedFindings(db, limit - due.length);
    // Once and first: between two texts it would have the full text write out each of them by itself.
    if (due.length + unstarted.length > 0) countTextChange(db);
    for (const finding of due) indexText(db, finding);
    for (const finding of unstarted) writeStarts(db, finding, startsOf(searchableFinding(db, finding)));
    return due.length + unstarted.length;
  });
}

function indexText(db: WritableDb, finding: FindingRow): void {
  const words = searchableFinding(db, finding);
  writeText(db, finding, { words, starts: startsOf(words) });
}
