import type { FindingRow } from '#contract/finding/finding.ts';
import { isCandidate, textOf } from '#domain/finding/record.ts';
import { lastOfHistory } from '#db/tables/findings/history.ts';
import { readEffectiveParts, type EffectiveParts } from '#db/tables/findings/lists.ts';
import { openItemsOf, type OpenItem } from '#db/tables/outbox/operations.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ReadContext } from '../context.ts';
import { withPendingPatches, type EffectiveRecord } from '../record/list-rows.ts';

/*
 * What may be queued on a finding is decided here alone, for window and terminal, one finding and many (promise 11).
 */

/** What a caller wants to queue. An `edit` of one finding that left the service becomes a conflict; `edit-many` does not. */
export type Intent =
  | { readonly kind: 'edit' | 'edit-many' | 'delete' | 'review' | 'assistant' }
  | { readonly kind: 'status'; readonly status: string };

/** Why nothing of a kind may be queued on a finding. */
export type Ineligibility =
  /** What came could not be read as a finding. */
  | { readonly reason: 'unreadable' }
  /** It was made here and discarded before it was sent. */
  | { readonly reason: 'discarded' }
  /** A deletion is pending; for the intent to delete it, `already`. */
  | { readonly reason: 'deletion' | 'already'; readonly op: string }
  /** The service has it no more; `ours`: we deleted it, so nothing may wait for its return. */
  | { readonly reason: 'gone'; readonly ours: boolean }
  | { readonly reason: 'not-sent' }
  /** A pending candidate takes its status from a review alone. */
  | { readonly reason: 'candidate' }
  | { readonly reason: 'not-candidate' }
  /** It has the status already. */
  | { readonly reason: 'same-status'; readonly status: string };

/** A finding as `ineligibility` looks at it: read once, also for many findings. */
export interface EligibilityFacts extends EffectiveRecord {
  readonly parts: EffectiveParts;
}

/** Reads what eligibility is decided by. Null if the store has no such finding. */
export function eligibilityFacts(db: ReadableDb, finding: FindingRow): EligibilityFacts | null {
  const parts = readEffectiveParts(db, finding);
  return parts === null ? null : { parts, ...withPendingPatches(parts) };
}

/** Why an intent may not be queued on a finding, or null if it may (promise 11). */
export function ineligibility(
  { db, profile }: Pick<ReadContext, 'db' | 'profile'>,
  finding: FindingRow,
  intent: Intent,
  facts: EligibilityFacts | null = eligibilityFacts(db, finding),
): Ineligibility | null {
  if (facts === null) return { reason: 'discarded' };
  const { parts, base, effective } = facts;
  if (parts.readable === 0) return { reason: 'unreadable' };
  const open = parts.items.length === 0 ? [] : openItemsOf(db, finding);
  if (parts.serviceId === null && !open.some(({ kind }) => kind === 'create')) return { reason: 'discarded' };
  const deletion = open.find(deletes);
  if (deletion !== undefined)
    return { reason: intent.kind === 'delete' ? 'already' : 'deletion', op: deletion.op };
  if (parts.goneAt !== null) {
    const ours = wasDeletedHere(db, finding);
    if (ours || intent.kind !== 'edit') return { reason: 'gone', ours };
  }
  switch (intent.kind) {
    case 'edit':
    case 'edit-many':
    case 'delete':
      return null;
    case 'assistant':
      return parts.serviceId === null ? { reason: 'not-sent' } : null;
    case 'review':
      return base !== null && isCandidate(base, profile) ? null : { reason: 'not-candidate' };
    case 'status':
      if (parts.serviceId === null) return { reason: 'not-sent' };
      if (isCandidate(effective, profile)) return { reason: 'candidate' };
      return textOf(effective, 'status') === intent.status
        ? { reason: 'same-status', status: intent.status }
        : null;
  }
}

/** Whether an operation deletes its finding. */
export function deletes({ kind }: Pick<OpenItem, 'kind'>): boolean {
  return kind === 'delete' || kind === 'bulk-delete';
}

/** Whether a finding that is gone went by a deletion of ours, and not since by someone else's. */
export function wasDeletedHere(db: ReadableDb, finding: FindingRow): boolean {
  const last = lastOfHistory(db, finding, ['deleted', 'was-gone', 'gone']);
  return last !== null && last !== 'gone';
}

/** Says why a finding is left out, as a clause that follows its name: "it is a pending candidate …". */
export function ineligibilityClause(why: Ineligibility): string {
  switch (why.reason) {
    case 'unreadable':
      return 'it could not be read as a finding';
    case 'discarded':
      return 'it was discarded before it was sent';
    case 'already':
      return `its deletion is pending already: operation ${why.op}`;
    case 'deletion':
      return `its deletion is pending: operation ${why.op}`;
    case 'gone':
      return why.ours ? 'it was deleted here and on the service' : 'it was deleted on the service';
    case 'not-sent':
      return 'it is not on the service yet';
    case 'candidate':
      return 'it is a pending candidate: decide with "review"';
    case 'not-candidate':
      return 'it is no pending candidate';
    case 'same-status':
      return `its status is ${why.status} already`;
  }
}

/** Says why the finding called `id` cannot be edited, decided on, deleted or asked about, and what to do, in sentences. */
export function ineligibilitySentence(id: string, why: Ineligibility): string {
  switch (why.reason) {
    case 'unreadable':
      return `What the service sent for ${id} could not be read as a finding; it can be looked at, not changed.`;
    case 'discarded':
      return `${id} was discarded before it was sent, so it cannot be changed. Copy what you need, or undo the discard where that is offered.`;
    case 'already':
    case 'deletion':
      return `${id} is to be deleted: operation ${why.op}. Discard that operation to change it again.`;
    case 'gone':
      return why.ours
        ? `${id} was deleted here, and the service confirmed it.`
        : `${id} was deleted on the service, or is no longer visible to this account.`;
    case 'not-sent':
      return `${id} is not on the service yet. Sync first.`;
    case 'candidate':
      return `${id} is a pending candidate: decide with "review".`;
    case 'not-candidate':
      return `${id} is no pending candidate, so there is nothing to decide.`;
    case 'same-status':
      return `The status of ${id} is ${why.status} already.`;
  }
}
