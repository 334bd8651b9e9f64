import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import { sameOnceNormalised } from '#domain/merge/index.ts';
import { memberOf } from '#domain/finding/record.ts';
import {
  markUndone,
  removeUndoEntry,
  entryToRedo,
  entryToUndo,
  type UndoEntryRow,
} from '#db/tables/findings/undo-log.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ServiceContext } from '../context.ts';
import { effectiveRecord } from '../record/list-rows.ts';
import { findingNamed, enqueueChecked } from './edit.ts';
import { fieldsOfUndoEntry, type UndoEntry } from './undo-log.ts';
import { wasReplaced } from './rebase-on-remote.ts';

type Way = 'undo' | 'redo';

/** What a step goes from and to, this way; `to` undefined: there was no such member. */
interface Move {
  readonly field: UndoEntry['field'];
  readonly from: Json | undefined;
  readonly to: Json | undefined;
}

/**
 * Undoes the newest edit of a finding by an edit like any other. If someone else has changed it since, it stays, the
 * user is told, and the next call undoes the edit before.
 *
 * @throws DossierError `not-found`, `wrong-state`, `invalid` (a rule is broken by what was there before)
 */
export function undoEdit(ctx: ServiceContext, id: string): void {
  takeStep(ctx, id, 'undo');
}

/** Does the edit that was undone last once more. Throws as `undoEdit`. */
export function redoEdit(ctx: ServiceContext, id: string): void {
  takeStep(ctx, id, 'redo');
}

/** Names the fields that `undo` or `redo` would change; null if there is nothing to undo or redo. */
export function nextStep(db: ReadableDb, finding: FindingRow, way: Way): string | null {
  const step = stepFor(db, finding, way);
  return step === null ? null : namesOf(fieldsOfUndoEntry(step));
}

function stepFor(db: ReadableDb, finding: FindingRow, way: Way): UndoEntryRow | null {
  return way === 'undo' ? entryToUndo(db, finding) : entryToRedo(db, finding);
}

function takeStep(ctx: ServiceContext, id: string, way: Way): void {
  const { db } = ctx;
  const refusal = transaction(db, () => {
    const { finding } = findingNamed(ctx, id);
    const step = stepFor(db, finding, way);
    if (step === null) {
      throw new DossierError('wrong-state', `${id}: there is no edit to ${way}.`);
    }
    const moves = fieldsOfUndoEntry(step).map((field) => moveOf(field, way));
    const { effective } = effectiveRecord(db, finding);
    const moved = moves.filter(
      ({ field, from }) =>
        !sameOnceNormalised(field, memberOf(effective, field), from) || wasReplaced(db, finding, field, from),
    );
    if (moved.length > 0) {
      removeUndoEntry(db, step.step);
      return `${id}: ${namesOf(moved)} has another value by now than that edit left, so it was not ${way === 'undo' ? 'undone' : 'done again'}; the history shows who changed it.`;
    }
    // An edit cannot take a member away; empty is as near as the interface goes, if its rules allow it.
    const changes = Object.fromEntries(moves.map(({ field, to }) => [field, to ?? null]));
    enqueueChecked(ctx, finding, id, changes);
    markUndone(db, step.step, way === 'undo');
    return null;
  });
  if (refusal !== null) throw new DossierError('wrong-state', refusal);
}

function moveOf({ field, before, after }: UndoEntry, way: Way): Move {
  return way === 'undo' ? { field, from: after, to: before } : { field, from: before, to: after };
}

function namesOf(fields: readonly { readonly field: string }[]): string {
  return fields.map(({ field }) => field).join(', ');
}
