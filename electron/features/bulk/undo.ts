import type { BulkUndone, StayReason } from '#contract/procedures/findings/bulk.ts';
import { editableFields, type FindingRow } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import { equalJson, isList, isObject } from '#domain/base/json.ts';
import { sameOnceNormalised } from '#domain/merge/index.ts';
import { digestOf } from '#domain/text/words/digest.ts';
import { memberOf } from '#domain/finding/record.ts';
import { checkEdit } from '#domain/finding/rules.ts';
import {
  changeBulkItem,
  giveUpWaiting,
  isUnsentItem,
  enqueuedItems,
  type BulkActionRow,
  type BulkItemRow,
} from '#db/tables/outbox/bulk.ts';
import { mayHaveArrived } from '#db/tables/outbox/attempts.ts';
import { openItemsOf, readItem, type OpenItem } from '#db/tables/outbox/operations.ts';
import { deleteEvidence, evidenceOf, type EvidenceRow } from '#db/tables/findings/evidence.ts';
import { forgetOrigins } from '#db/tables/findings/origins.ts';
import { readIdentity, shownId } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ServiceContext } from '#engine/context.ts';
import { parseObject } from '#engine/record/merge-base.ts';
import { enqueueChecked } from '#engine/outbox/edit.ts';
import { ineligibility } from '#engine/outbox/eligibility.ts';
import { recordUndoEntry, type UndoEntry } from '#engine/outbox/undo-log.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';
import { fieldsOf, parseBases, parsePatch } from '#engine/record/conflict-codec.ts';
import { discardItem } from '#engine/outbox/discard/retry-and-discard.ts';
import { moveItem } from '#engine/outbox/operation-state.ts';
import { droppedIn } from './enqueue.ts';
import { repeatBriefly, yieldTurn } from '#engine/schedule/yield-turn.ts';
import type { BulkCall } from './bulk-call.ts';
import { bulkNamed, namedFindings, summaryOf } from './results.ts';

/** So many findings are looked up at once. */
const lookedUpAtOnce = 50;
/** So many findings are named for each reason. */
const maxNamed = 50;

/** What became of one finding: undone, left as it is and why, or nothing was there to be undone. */
type Outcome = 'taken-back' | 'nothing' | StayReason;

/**
 * Undoes what of a bulk action was not carried out on the service. The newest findings go first, so that one that was
 * edited twice goes back step by step.
 *
 * @throws DossierError `not-found`; what the signal aborts with
 */
export async function undoBulk(
  ctx: ServiceContext,
  bulk: string,
  { signal, progress }: BulkCall,
): Promise<BulkUndone> {
  const { db } = ctx;
  const action = bulkNamed(ctx, bulk);
  const { number } = action;
  const givenUp = transaction(db, () => giveUpWaiting(db, number));
  const stays = new Map<StayReason, FindingRow[]>();
  const total = summaryOf(ctx, action, false).undoable;
  let takenBack = givenUp;
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const items = enqueuedItems(db, { number, before, limit: lookedUpAtOnce });
    if (items.length === 0) break;
    transaction(db, () => {
      let at = 0;
      repeatBriefly(ctx, () => {
        const item = items[at];
        if (item === undefined) return false;
        const outcome = undoOne(ctx, action, item);
        if (outcome === 'taken-back') takenBack += 1;
        else if (outcome !== 'nothing') stays.set(outcome, [...(stays.get(outcome) ?? []), item.finding]);
        before = item.item;
        at += 1;
        return true;
      });
    });
    progress({ kind: 'bulk', phase: 'undo', bulk, done: Math.min(takenBack, total), total });
    await yieldTurn({ clock: ctx.clock, signal });
  }
  return {
    summary: summaryOf(ctx, action, false),
    takenBack,
    stays: [...stays].map(([reason, findings]) => ({
      reason,
      count: findings.length,
      findings: namedFindings(ctx, findings.slice(0, maxNamed)),
    })),
  };
}

function undoOne(ctx: ServiceContext, { number }: BulkActionRow, row: BulkItemRow): Outcome {
  const item = row.seq === null ? null : readItem(ctx.db, row.seq, row.finding);
  if (item === null) return 'nothing';
  if (!isUnsentItem(ctx.db, number, row.item)) return item.state === 'discarded' ? 'nothing' : 'sent';
  const outcome = undoItem(ctx, item, row);
  if (outcome === 'taken-back') {
    changeBulkItem(ctx.db, row.item, { ...row, step: 'taken-back', undoJson: null });
    forgetOrigins(ctx.db, number, row.finding);
  }
  return outcome;
}

function undoItem(ctx: ServiceContext, item: OpenItem, row: BulkItemRow): Outcome {
  switch (item.kind) {
    case 'bulk-status':
    case 'review':
      discardItem(ctx, item);
      return 'taken-back';
    case 'bulk-delete':
      discardItem(ctx, item);
      restore(ctx, row);
      return 'taken-back';
    case 'create':
    case 'update':
      if (madeBy(row.undoJson) !== null) return takeBackCreation(ctx, item, row);
      // A creation that the deletion dropped; else an edit, which may have joined one.
      if (item.state !== 'discarded') return takeBackEdit(ctx, item, row);
      if (!isNowhere(ctx, row.finding)) return 'changed-since';
      restore(ctx, row);
      return 'taken-back';
    case 'delete':
    case 'ai-demonstration':
    case 'ai-apply':
    case 'ai-merge':
      return 'nothing';
  }
}

/**
 * Nothing waits for it and nothing was sent: put back once already, and given up since, a creation would be made twice
 * (promise 3).
 */
function isNowhere({ db }: ServiceContext, finding: FindingRow): boolean {
  return (
    readIdentity(db, finding).serviceId === null &&
    openItemsOf(db, finding).length === 0 &&
    !mayHaveArrived(db, finding)
  );
}

/** Puts back what a deletion had dropped, each operation as it stood. */
function restore(ctx: ServiceContext, { finding, undoJson }: BulkItemRow): void {
  for (const { seq, ...before } of droppedIn(undoJson)) {
    const dropped = readItem(ctx.db, seq, finding);
    if (dropped?.state === 'discarded') moveItem(ctx, dropped, before, 'restored');
  }
}

/** A finding that an import made goes again, unless the user has worked on it since. */
function takeBackCreation(ctx: ServiceContext, item: OpenItem, { finding, undoJson }: BulkItemRow): Outcome {
  if (item.state === 'discarded') return 'nothing';
  const images = evidenceOf(ctx.db, finding);
  const isAsMade =
    digestOf(item.patchJson) === madeBy(undoJson) &&
    openItemsOf(ctx.db, finding).length === 1 &&
    areAsPut(images, putBy(undoJson));
  if (!isAsMade) return 'changed-since';
  for (const { evidence } of images) deleteEvidence(ctx.db, evidence);
  discardItem(ctx, item);
  return 'taken-back';
}

/** The digest of the body that an import queued; null if it did not make the finding. */
function madeBy(undoJson: string | null): string | null {
  const made = memberOf(parseObject(undoJson ?? '{}'), 'created');
  return typeof made === 'string' ? made : null;
}

/** The images that an import put with the finding. */
function putBy(undoJson: string | null): readonly Json[] {
  const put = memberOf(parseObject(undoJson ?? '{}'), 'evidence');
  return put !== undefined && isList(put) ? put : [];
}

/** Whether a finding has these images and no others, and none was worked on. */
function areAsPut(images: readonly EvidenceRow[], put: readonly Json[]): boolean {
  return (
    images.length === put.length &&
    images.every(
      ({ evidence, caption, changedAt, annotationsJson }) =>
        put.includes(evidence) && caption === '' && changedAt === null && annotationsJson === null,
    )
  );
}

function takeBackEdit(ctx: ServiceContext, item: OpenItem, row: BulkItemRow): Outcome {
  const steps = stepsIn(row.undoJson);
  // Sent again once it is corrected, or stuck together with other edits: neither is undone by one more edit.
  if (item.state !== 'queued') {
    if (item.kind === 'create') return 'sent';
    if (!isAllOf(item, steps)) return 'changed-since';
    discardItem(ctx, item);
    return 'taken-back';
  }
  const { finding } = row;
  const { effective } = effectiveRecord(ctx.db, finding);
  // Nothing of it was sent, so what the finding shows is the person's own: the action's, or a later edit's.
  const moved = steps.some(
    ({ field, after }) => !sameOnceNormalised(field, memberOf(effective, field), after),
  );
  const id = shownId(readIdentity(ctx.db, finding));
  if (moved || ineligibility(ctx, finding, { kind: 'edit' }) !== null) return 'changed-since';
  if (isInTheWay(ctx, item, steps)) {
    discardItem(ctx, item);
    return 'taken-back';
  }
  const changes = Object.fromEntries(
    steps.map(({ field, before }): [string, Json] => [field, before ?? null]),
  );
  if (checkEdit(changes, effective, ctx.profile).kind === 'invalid') return 'rule';
  enqueueChecked(ctx, finding, id, changes);
  recordUndoEntry(ctx, finding, changes, effective);
  return 'taken-back';
}

/**
 * Whether an inverse edit would queue behind another operation, so that the edit would be sent after all, and then
 * its opposite.
 */
function isInTheWay(ctx: ServiceContext, item: OpenItem, steps: readonly UndoEntry[]): boolean {
  const behind = openItemsOf(ctx.db, item.finding).filter((other) => other.seq > item.seq);
  const untouched = behind.every(({ patchJson }) => {
    const patch = parsePatch(patchJson);
    return steps.every(({ field }) => !Object.hasOwn(patch, field));
  });
  return behind.length > 0 && untouched && item.kind === 'update' && isAllOf(item, steps);
}

/**
 * Whether an operation carries the action's edits and nothing else, also no earlier edit that the action wrote over.
 */
function isAllOf(item: OpenItem, steps: readonly UndoEntry[]): boolean {
  const patch = parsePatch(item.patchJson);
  const bases = parseBases(item.basesJson);
  return fieldsOf(patch).every((name) =>
    steps.some(
      ({ field, before, after }) =>
        field === name && equalJson(after, patch[field]) && equalJson(before, bases[field]?.value),
    ),
  );
}

/** What an edit did to its fields, as it was kept. */
function stepsIn(undoJson: string | null): UndoEntry[] {
  const stored = parseObject(undoJson ?? '{}');
  return editableFields.flatMap((field): UndoEntry[] => {
    const sides = memberOf(stored, field);
    const after = sides !== undefined && isObject(sides) ? memberOf(sides, 'after') : undefined;
    if (sides === undefined || !isObject(sides) || after === undefined) return [];
    return [{ field, before: memberOf(sides, 'before'), after }];
  });
}
