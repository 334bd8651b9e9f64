import type { FindingRow } from '#contract/finding.ts';
import { startsOf } from '#core/query/words.ts';
import { dueFindings, unstartedFindings, writeStarts, writeText } from '#db/fulltext.ts';
import { transaction } from '#db/transaction.ts';
import type { WritableDb } from '#db/types.ts';
import { searchableFinding } from './refresh.ts';

/**
 * Indexes the text of up to `limit` findings that are due, in one transaction, and answers how many it was:
 * fewer than `limit` means that the full text has caught up. Small batches (50) stay unnoticed beside the sync.
 */
export function indexDueText(db: WritableDb, limit: number): number {
  return transaction(db, () => {
    const due = dueFindings(db, limit);
    for (const finding of due) indexText(db, finding);
    if (due.length === limit) return limit;
    const unstarted = unstartedFindings(db, limit - due.length);
    for (const finding of unstarted) writeStarts(db, finding, startsOf(searchableFinding(db, finding)));
    return due.length + unstarted.length;
  });
}

function indexText(db: WritableDb, finding: FindingRow): void {
  const words = searchableFinding(db, finding);
  writeText(db, finding, { words, starts: startsOf(words) });
}
