import { DossierError } from '#contract/error.ts';
import type { EditableField } from '#contract/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Conflict } from '#contract/operation.ts';
import { stringify } from '#core/json.ts';
import type { FieldBases } from '#core/merge/index.ts';
import type { FieldPatch } from '#core/record.ts';
import { checkEdit } from '#core/rules.ts';
import {
  findOperation,
  itemsOf,
  openItemsOf,
  readItem,
  type OpenItem,
  type OperationRow,
} from '#db/operations.ts';
import { readIdentity } from '#db/records.ts';
import { transaction } from '#db/transaction.ts';
import type { Workplace } from '../context.ts';
import { effectiveRecord } from '../lists/refresh.ts';
import { handBackBases } from './bases.ts';
import { basesText, parseBases, parseConflict, parsePatch } from './conflict.ts';
import { moveItem, requeue } from './transition.ts';

/** How a person settles a conflict: one side for every field in question, or values of their own. */
export type Choice = 'mine' | 'theirs' | { readonly set: Readonly<Record<string, Json>> };

/**
 * Settles a conflict. The result is queued against the version that the conflict showed: if the service has
 * moved on since, the next replay merges again (promise 6).
 *
 * @throws DossierError `not-found`, `wrong-state`, or `invalid` where a chosen value breaks a rule
 */
export function resolveConflict(place: Workplace, op: string, choice: Choice): OperationRow {
  return transaction(place.db, () => {
    const operation = operationNamed(place, op);
    const items = openItems(place, operation).filter((item) => item.state === 'conflict');
    if (items.length === 0) throw wrongState(op, 'is not in conflict');
    for (const item of items) settle(place, item, choice);
    return operation;
  });
}

function settle(place: Workplace, item: OpenItem, choice: Choice): void {
  const conflict = parseConflict(item.conflictJson ?? '{}');
  if (conflict.reason === 'gone') {
    settleGone(place, item, choice);
    return;
  }
  if (item.seenJson !== null) {
    settleOutdated(place, item, choice);
    return;
  }
  if (item.kind === 'bulk-status' && choice !== 'mine') {
    // What it sets is said once for all its findings: one of them takes part or leaves.
    if (choice !== 'theirs') throw wrongState(item.op, 'sets one status: take "mine" or "theirs"');
    discardItem(place, item);
    return;
  }
  const patch = parsePatch(item.patchJson);
  const settled = settledPatch(place, item, patch, conflict, choice);
  const bases = seenBases(settled, parseBases(item.basesJson), conflict);
  // What the person wrote behind it had taken the values given up here for the base.
  handBackBases(place, item, settled);
  moveItem(
    place,
    item,
    {
      state: 'queued',
      conflictJson: null,
      patchJson: stringify(settled),
      basesJson: basesText(bases),
    },
    'resolved',
    { choice: typeof choice === 'string' ? choice : 'set', fields: Object.keys(conflict.fields) },
  );
}

function settledPatch(
  place: Workplace,
  item: OpenItem,
  patch: FieldPatch,
  conflict: Conflict,
  choice: Choice,
): FieldPatch {
  if (choice === 'mine') return patch;
  const uncontested = Object.fromEntries(
    Object.entries(patch).filter(([field]) => !Object.hasOwn(conflict.fields, field)),
  );
  if (choice === 'theirs') return uncontested;
  const { effective } = effectiveRecord(place.db, item.finding);
  const checked = checkEdit(choice.set, effective, place.profile);
  if (checked.kind === 'invalid') throw new DossierError('invalid', checked.message);
  const open = Object.keys(conflict.fields).filter((field) => !Object.hasOwn(checked.patch, field));
  if (open.length > 0) {
    throw new DossierError(
      'invalid',
      `The conflict of ${item.op} is about ${Object.keys(conflict.fields).join(', ')}: no value was given for ${open.join(', ')}.`,
    );
  }
  return { ...uncontested, ...checked.patch };
}

/** The finding is not there any more: the only thing to agree to is that the edit has nowhere to go. */
function settleGone(place: Workplace, item: OpenItem, choice: Choice): void {
  if (choice !== 'theirs') {
    throw wrongState(
      item.op,
      'edits a finding that is gone, or no longer visible to this account; take "theirs" to drop the edit, ' +
        'or sync again when the finding is back',
    );
  }
  discardItem(place, item);
}

/** What a deletion or a decision was made over has moved on: the person stands by it, or drops it. */
function settleOutdated(place: Workplace, item: OpenItem, choice: Choice): void {
  if (choice === 'theirs') {
    discardItem(place, item);
    return;
  }
  if (choice !== 'mine') {
    throw wrongState(item.op, 'carries no values: take "mine" to stand by it, or "theirs" to drop it');
  }
  moveItem(
    place,
    item,
    { state: 'queued', conflictJson: null, seenJson: item.beforeJson ?? item.seenJson, beforeJson: null },
    'resolved',
    { choice },
  );
}

/**
 * What the settled values are merged against: for a contested field the version that the conflict showed, for
 * any other what it was at the first touch, so that both sides' changes still come together.
 */
function seenBases(settled: FieldPatch, bases: FieldBases, conflict: Conflict): FieldBases {
  return Object.fromEntries(
    Object.keys(settled).flatMap((name) => {
      const field = name as EditableField;
      const shown = conflict.fields[field];
      if (shown !== undefined) return [[field, shown.theirs === undefined ? {} : { value: shown.theirs }]];
      const base = bases[field];
      return base === undefined ? [] : [[field, base]];
    }),
  );
}

/**
 * Sends a rejected or unknown operation again. An unknown creation whose reading is not finished is refused:
 * it may have landed, and a second one would double it (promise 3).
 */
export function retryOperation(place: Workplace, op: string): OperationRow {
  return transaction(place.db, () => {
    const operation = operationNamed(place, op);
    const items = openItems(place, operation).filter(
      (item) => item.state === 'rejected' || item.state === 'unknown',
    );
    if (items.length === 0) throw wrongState(op, 'is neither rejected nor unknown');
    for (const item of items) {
      if (item.state === 'unknown' && item.kind === 'create' && item.needsPerson === 0) {
        throw wrongState(
          op,
          'may have reached the service, which is still being found out; sync again after the quiet time',
        );
      }
      requeue(place, item, 'retried');
    }
    return operation;
  });
}

/** Drops an operation; it stays in the history with what it would have changed. */
export function discardOperation(place: Workplace, op: string): OperationRow {
  return transaction(place.db, () => {
    const operation = operationNamed(place, op);
    const items = openItems(place, operation);
    if (items.length === 0) throw wrongState(op, 'is settled already');
    if (items.some((item) => item.state === 'sending')) throw wrongState(op, 'is being sent right now');
    for (const item of items) discardItem(place, item);
    return operation;
  });
}

/** Drops an operation for one finding, in the caller's transaction. */
export function discardItem(place: Workplace, item: OpenItem): void {
  handBackBases(place, item);
  moveItem(
    place,
    item,
    { state: 'discarded', conflictJson: null, errorStatus: null, errorMessage: null, needsPerson: 0 },
    'discarded',
    { fields: parsePatch(item.patchJson) as JsonObject },
  );
  if (item.kind === 'create' && readIdentity(place.db, item.finding).serviceId === null) {
    dropBehind(place, item);
  }
}

/** What waits behind a creation that will never be has nothing to go to. */
function dropBehind(place: Workplace, creation: OpenItem): void {
  for (const behind of openItemsOf(place.db, creation.finding)) {
    moveItem(place, behind, { state: 'discarded' }, 'discarded', {
      fields: parsePatch(behind.patchJson) as JsonObject,
    });
  }
}

function operationNamed(place: Workplace, op: string): OperationRow {
  const operation = findOperation(place.db, op);
  if (operation === null) {
    throw new DossierError('not-found', `There is no operation ${op}. "dossier queue" lists them.`);
  }
  return operation;
}

/** The rows of an operation that are neither done nor discarded. */
function openItems(place: Workplace, operation: OperationRow): OpenItem[] {
  return itemsOf(place.db, operation.seq).flatMap((row) => {
    if (row.state === 'done' || row.state === 'discarded') return [];
    const item = readItem(place.db, row.seq, row.finding);
    return item === null ? [] : [item];
  });
}

function wrongState(op: string, why: string): DossierError {
  return new DossierError('wrong-state', `Operation ${op} ${why}.`);
}
