import { DossierError } from '#contract/error.ts';
import type { AskHindrance, AskPreview, AssistedFinding } from '#contract/procedures/findings/assistant.ts';
import type { GenerationKind } from '#contract/finding/operation.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import { stringify } from '#domain/base/json.ts';
import { textOf } from '#domain/finding/record.ts';
import { unacceptedOf } from '#db/tables/outbox/assistant.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import {
  changeItem,
  insertItem,
  insertOperation,
  openGenerationsOf,
  openItemsOf,
  writtenOperation,
  type OperationRow,
} from '#db/tables/outbox/operations.ts';
import { shownId, type IdentityRow } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { nowIso, type ReadContext, type ServiceContext } from '#engine/context.ts';
import { findingNamed } from '#engine/outbox/edit.ts';
import { ineligibility } from '#engine/outbox/eligibility.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';
import {
  discardItem,
  openItems,
  operationNamed,
  wrongState,
} from '#engine/outbox/discard/retry-and-discard.ts';

/** The findings that a question to the assistant is about. */
interface Asked {
  readonly kind: GenerationKind;
  readonly target: IdentityRow;
  readonly others: readonly IdentityRow[];
}

function askedOf(
  ctx: Pick<ReadContext, 'db'>,
  { finding, others }: { finding: string; others: readonly string[] },
): Asked {
  const target = findingNamed(ctx, finding);
  const rows = others.map((id) => findingNamed(ctx, id));
  const distinct = rows.filter(
    (row, at) =>
      row.finding !== target.finding && rows.findIndex((one) => one.finding === row.finding) === at,
  );
  if (others.length > 0 && distinct.length === 0) {
    throw new DossierError('invalid', 'A merge needs at least two different findings.');
  }
  return { kind: others.length === 0 ? 'ai-demonstration' : 'ai-merge', target, others: distinct };
}

/**
 * What asking the assistant would send, and what stands in its way. Changes nothing.
 *
 * @throws DossierError `not-found`, `invalid`
 */
export function previewAsk(ctx: ReadContext, input: ProcedureInput<'assistant.preview'>): AskPreview {
  const asked = askedOf(ctx, input);
  const all = [asked.target, ...asked.others];
  const [waiting] = unacceptedOf(ctx.db, asked.target.finding).filter(
    ({ kind, state }) => kind === asked.kind && state === 'open',
  );
  return {
    kind: asked.kind,
    finding: assisted(ctx.db, asked.target),
    others: asked.others.map((row) => assisted(ctx.db, row)),
    unsent: all.filter(({ finding }) => openItemsOf(ctx.db, finding).length > 0).map(shownId),
    waiting: waiting?.op ?? null,
    hindrance: hindranceOf(ctx, asked),
  };
}

function hindranceOf(ctx: ReadContext, { kind, target, others }: Asked, again?: string): AskHindrance | null {
  const { db } = ctx;
  for (const row of [target, ...others]) {
    const id = shownId(row);
    if (row.serviceId === null) return { kind: 'not-at-service', id };
    if (row.project !== target.project) return { kind: 'other-engagement', id };
    const why = ineligibility(ctx, row.finding, { kind: 'assistant' });
    if (why?.reason === 'deletion') return { kind: 'deletion', id };
    if (why?.reason === 'gone' || why?.reason === 'discarded') return { kind: 'gone', id };
  }
  const open = openGenerationsOf(db, target.finding).find((item) => item.kind === kind && item.op !== again);
  return open === undefined ? null : { kind: 'asked-already', op: open.op, state: open.state };
}

/** A finding as it is named beside what the assistant wrote. */
export function assisted(
  db: ReadableDb,
  row: Pick<IdentityRow, 'finding' | 'localId' | 'serviceId'>,
): AssistedFinding {
  return { id: shownId(row), title: textOf(effectiveRecord(db, row.finding).effective, 'title') };
}

/**
 * Writes down what the assistant is to be asked. It waits for a confirmation: no sync sends it (promise 4). With `again`,
 * an earlier one of the same finding that may have run, or came back refused, is dropped: a user who asks again knows of it.
 *
 * @throws DossierError `not-found`, `invalid`, `wrong-state`
 */
export function askAssistant(ctx: ServiceContext, input: ProcedureInput<'assistant.ask'>): OperationRow {
  const { db } = ctx;
  return transaction(db, () => {
    const asked = askedOf(ctx, input);
    const hindrance = hindranceOf(ctx, asked, input.again);
    if (hindrance !== null) throw new DossierError('wrong-state', hindranceWords(hindrance));
    if (input.again !== undefined) dropEarlier(ctx, input.again, asked);
    const op = ctx.ids.next();
    const { finding, project } = asked.target;
    const others = asked.others.flatMap(({ serviceId }) => (serviceId === null ? [] : [serviceId]));
    const at = nowIso(ctx);
    const payloadJson = asked.kind === 'ai-merge' ? stringify({ others }) : '{}';
    const seq = insertOperation(db, { op, kind: asked.kind, project, createdAt: at, payloadJson });
    insertItem(db, { seq, finding, patchJson: '{}', basesJson: '{}', seenJson: null });
    changeItem(db, { seq, finding }, { needsPerson: 1 });
    recordHistory(db, finding, { at, what: 'assistant-asked', op });
    return writtenOperation(db, op);
  });
}

function dropEarlier(ctx: ServiceContext, op: string, { kind, target }: Asked): void {
  const operation = operationNamed(ctx, op);
  const items = openItems(ctx, operation);
  if (operation.kind !== kind || items.some(({ finding }) => finding !== target.finding)) {
    throw wrongState(op, 'is no such question about this finding');
  }
  if (items.some(({ state }) => state === 'sending')) throw wrongState(op, 'is being sent right now');
  for (const item of items) discardItem(ctx, item);
}

/** Says why the assistant cannot be asked. */
export function hindranceWords(hindrance: AskHindrance): string {
  switch (hindrance.kind) {
    case 'not-at-service':
      return `The service does not have ${hindrance.id} yet, so the assistant cannot see it. Sync first.`;
    case 'gone':
      return `${hindrance.id} is not on the service any more, or not visible to you.`;
    case 'deletion':
      return `${hindrance.id} is to be deleted. Discard the deletion to ask about it.`;
    case 'other-engagement':
      return `${hindrance.id} is of another engagement. Only findings of one engagement can be merged.`;
    case 'asked-already':
      return askedWords(hindrance.op, hindrance.state);
  }
}

function askedWords(op: string, state: string): string {
  switch (state) {
    case 'unknown':
      return `The assistant was asked already: ${op} may have run and been charged. Look at the finding whether it did, or ask again knowingly.`;
    case 'rejected':
      return `The assistant was asked already, and the service refused ${op}. It can be asked again knowingly.`;
    case 'sending':
      return `The assistant is being asked this right now (${op}). Its answer is kept if it comes.`;
    default:
      return `The assistant was asked already: ${op} waits in the queue.`;
  }
}
