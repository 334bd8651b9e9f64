import { createHash } from 'node:crypto';
import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import { reviewPayloadSchema, statusPayloadSchema } from '#contract/finding/operation.ts';
import type { PendingChange, PendingFinding, PendingList } from '#contract/procedures/findings/queue.ts';
import { windowRows } from '#db/tables/findings/window-rows.ts';
import { writeHeld } from '#db/tables/outbox/held.ts';
import { readItem, type OpenItem } from '#db/tables/outbox/operations.ts';
import { newestOperation, sendableItems, sendableOf, type SendableItem } from '#db/tables/outbox/pending.ts';
import { readIdentity } from '#db/tables/findings/records.ts';
import { readTransaction, transaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ReadContext, ServiceContext } from '#engine/context.ts';
import { parseObject } from '#engine/record/merge-base.ts';
import { packRows, unpackRows } from '#engine/search/pack-rows.ts';
import { changesOf } from './changes.ts';

/** Every change that the next sync would send or holds back, in the order of the outbox. */
export function pendingList({ db }: Pick<ReadContext, 'db'>): PendingList {
  const items = sendableItems(db);
  const held = new Set(items.filter((item) => item.held === 1).map(({ finding }) => finding));
  return {
    pairs: packRows(Uint32Array.from(items.flatMap(({ finding, seq }) => [finding, seq]))),
    held: packRows(Uint32Array.from(held)),
    fingerprint: fingerprintOf(items),
    newest: newestOperation(db),
  };
}

/** What would be sent of these findings, as it would be sent now; those of which nothing is pending are left out. */
export function pendingChanges(
  { db }: Pick<ReadContext, 'db'>,
  rows: readonly number[],
): readonly PendingFinding[] {
  return readTransaction(db, () =>
    windowRows(db, rows).flatMap(({ row, id, title, severity, asset }) => {
      const finding = row as FindingRow;
      const operations = sendableOf(db, finding).flatMap(({ seq }) => {
        const item = readItem(db, seq, finding);
        return item === null ? [] : [pendingChange(db, item)];
      });
      const { project } = readIdentity(db, finding);
      return operations.length === 0 ? [] : [{ row, id, project, title, severity, asset, operations }];
    }),
  );
}

/**
 * Holds these findings back and releases all others that have something pending.
 *
 * @throws DossierError `outdated` if anything is pending that the list with this fingerprint did not show
 */
export function choosePending(
  { db }: Pick<ServiceContext, 'db'>,
  { fingerprint, held }: { readonly fingerprint: string; readonly held: string },
): { readonly held: number } {
  const kept = new Set(unpackRows(held));
  return transaction(db, () => {
    const items = sendableItems(db);
    if (fingerprintOf(items) !== fingerprint) throw outdated();
    const findings = new Set(items.map(({ finding }) => finding));
    for (const finding of findings) writeHeld(db, finding, kept.has(finding));
    return { held: [...findings].filter((finding) => kept.has(finding)).length };
  });
}

function pendingChange(db: ReadableDb, item: OpenItem): PendingChange {
  const payload = parseObject(item.payloadJson);
  const review = reviewPayloadSchema.safeParse(payload);
  const status = statusPayloadSchema.safeParse(payload);
  const decided = item.kind === 'review' && review.success ? review.data : null;
  return {
    op: item.op,
    kind: item.kind,
    status: item.kind === 'bulk-status' && status.success ? status.data.status : null,
    decision: decided?.decision ?? null,
    comment: decided?.comment ?? null,
    changes: changesOf(db, item),
  };
}

/** Stands for what was shown: an item that came, went, changed or was held since makes another one. */
function fingerprintOf(items: readonly SendableItem[]): string {
  const words = Uint32Array.from(
    items.flatMap(({ seq, finding, revision, held }) => [seq, finding, revision, held]),
  );
  return createHash('sha256').update(words).digest('base64url');
}

function outdated(): DossierError {
  return new DossierError(
    'outdated',
    'Your pending changes are not the ones shown here any more, so nothing was sent. Review them again, then send.',
  );
}
