import { DossierError } from '#contract/error.ts';
import type { AssistantDraft, ProposedField } from '#contract/procedures/findings/assistant.ts';
import { editableFields, setFields, type EditableField } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import { equalJson, isList, isObject, parseJson, stringify } from '#domain/base/json.ts';
import { sameOnceNormalised } from '#domain/merge/index.ts';
import { listOf, memberOf, textOf } from '#domain/finding/record.ts';
import { changeAnswer, findAnswer, listAnswers, type AnswerRow } from '#db/tables/outbox/assistant.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import {
  insertItem,
  insertOperation,
  openItemsOf,
  writtenOperation,
  type OperationRow,
} from '#db/tables/outbox/operations.ts';
import { findByServiceId, readIdentity, shownId } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ReadContext, type ServiceContext } from '#engine/context.ts';
import { parseObject } from '#engine/record/merge-base.ts';
import { editWithUndo } from '#engine/outbox/edit.ts';
import { ineligibility, ineligibilitySentence } from '#engine/outbox/eligibility.ts';
import { effectiveRecord, refreshListRow } from '#engine/record/list-rows.ts';
import { assisted } from './ask.ts';
import { othersIn } from '#engine/outbox/assistant-payload.ts';

/** What the assistant wrote in an engagement, or in all; the newest first. */
export function assistantDrafts(
  ctx: ReadContext,
  { project, settled }: ProcedureInput<'assistant.drafts'>,
): AssistantDraft[] {
  return listAnswers(ctx.db, { project, settled }).map((row) => draftView(ctx, row));
}

/** What the assistant wrote, by the operation that asked for it. @throws DossierError `not-found` */
export function assistantDraft(ctx: ReadContext, op: string): AssistantDraft {
  return draftView(ctx, answerNamed(ctx, op));
}

function answerNamed(ctx: Pick<ReadContext, 'db'>, op: string): AnswerRow {
  const row = findAnswer(ctx.db, op);
  if (row === null) {
    throw new DossierError('not-found', `The assistant wrote nothing as operation ${op}.`);
  }
  return row;
}

function draftView(ctx: ReadContext, row: AnswerRow): AssistantDraft {
  const { db } = ctx;
  const { effective } = effectiveRecord(db, row.finding);
  const answer = parseObject(row.answerJson);
  const written = textOf(answer, 'text');
  return {
    op: row.op,
    kind: row.kind,
    project: row.project,
    finding: assisted(db, readIdentity(db, row.finding)),
    others: othersIn(row.payloadJson).map((id) => {
      const other = findByServiceId(db, id);
      return other === null ? { id, title: '' } : assisted(db, other);
    }),
    writtenAt: row.writtenAt,
    state: row.state,
    now: textOf(effective, 'demonstration'),
    text: row.edited ?? written,
    written,
    readable: answer['kind'] !== 'json',
    fields: proposedFields(ctx, row, answer, effective),
  };
}

function proposedFields(
  { db }: ReadContext,
  row: AnswerRow,
  answer: JsonObject,
  effective: JsonObject,
): ProposedField[] {
  const fields = memberOf(answer, 'fields');
  const sources = memberOf(answer, 'sources');
  if (!isObject(fields)) return [];
  const accepted = new Set(acceptedIn(row));
  const merged = othersIn(row.payloadJson).flatMap((id) => {
    const other = findByServiceId(db, id);
    return other === null ? [] : [effectiveRecord(db, other.finding).effective];
  });
  return Object.entries(fields).map(([name, proposed]) => {
    const field = editableFields.find((known) => known === name) ?? null;
    const now = memberOf(effective, name) ?? null;
    const from = isObject(sources) ? memberOf(sources, name) : undefined;
    return {
      name,
      field,
      now,
      proposed,
      union: unionOf(name, now, proposed, merged),
      sources: isList(from) ? from.filter((id) => typeof id === 'string') : [],
      accepted: accepted.has(name),
      same: field === null ? equalJson(now, proposed) : sameOnceNormalised(field, now, proposed),
    };
  });
}

/** Every entry of a list field once: those of the finding first, then what is proposed, then what the others have. */
function unionOf(
  name: string,
  now: Json,
  proposed: Json,
  merged: readonly JsonObject[],
): readonly string[] | null {
  if (!setFields.some((field) => field === name)) return null;
  const records = [{ [name]: now }, { [name]: proposed }, ...merged];
  return [...new Set(records.flatMap((record) => listOf(record, name)))];
}

function acceptedIn({ acceptedJson }: AnswerRow): string[] {
  const parsed = parseJson(acceptedJson);
  return parsed.kind === 'ok' && isList(parsed.value)
    ? parsed.value.filter((name) => typeof name === 'string')
    : [];
}

/**
 * Keeps the person's version of a draft; nothing is accepted by it.
 *
 * @throws DossierError `not-found`, `wrong-state`
 */
export function editDraft(
  ctx: ServiceContext,
  { op, text }: ProcedureInput<'assistant.edit'>,
): AssistantDraft {
  return transaction(ctx.db, () => {
    const row = openAnswer(ctx, op);
    if (row.kind !== 'ai-demonstration') {
      throw new DossierError(
        'wrong-state',
        `Operation ${op} proposed fields: accept them, then edit the finding.`,
      );
    }
    changeAnswer(ctx.db, row.seq, { edited: text });
    return assistantDraft(ctx, op);
  });
}

/** What the assistant wrote is not wanted. It stays unaccepted. @throws DossierError `not-found`, `wrong-state` */
export function dropDraft(ctx: ServiceContext, op: string): AssistantDraft {
  return transaction(ctx.db, () => {
    const row = openAnswer(ctx, op);
    changeAnswer(ctx.db, row.seq, { state: 'dropped' });
    tell(ctx, row, 'assistant-dropped');
    return assistantDraft(ctx, op);
  });
}

function openAnswer(ctx: ReadContext, op: string): AnswerRow {
  const row = answerNamed(ctx, op);
  if (row.state === 'open') return row;
  throw new DossierError(
    'wrong-state',
    row.state === 'accepted' ? `Draft ${op} was accepted already.` : `Draft ${op} was already discarded.`,
  );
}

/**
 * Accepts a draft as it stands and enqueues it. The finding shows it from now on, and the next sync sends it once
 * (promise 4), over the demonstration that the user saw (promise 6).
 *
 * @throws DossierError `not-found`, `wrong-state`, `outdated`, `invalid` (an empty text)
 */
export function applyDraft(
  ctx: ServiceContext,
  { op, seen }: ProcedureInput<'assistant.apply'>,
): OperationRow {
  const { db } = ctx;
  return transaction(db, () => {
    const row = openAnswer(ctx, op);
    const draft = draftView(ctx, row);
    refuseApply(ctx, row, draft, seen);
    const { finding, project } = row;
    const { effective } = effectiveRecord(db, finding);
    const now = memberOf(effective, 'demonstration');
    const at = nowIso(ctx);
    const again = ctx.ids.next();
    const seq = insertOperation(db, {
      op: again,
      kind: 'ai-apply',
      project,
      createdAt: at,
      payloadJson: stringify({ draft: op }),
    });
    insertItem(db, {
      seq,
      finding,
      patchJson: stringify({ demonstration: draft.text }),
      basesJson: stringify(now === undefined ? {} : { demonstration: { value: now } }),
      seenJson: null,
    });
    changeAnswer(db, row.seq, { state: 'accepted' });
    recordHistory(db, finding, {
      at,
      what: 'assistant-accepted',
      op: again,
      detailJson: stringify({ fields: ['demonstration'] }),
    });
    refreshListRow(db, finding, { profile: ctx.profile, nowIso: at });
    return writtenOperation(db, again);
  });
}

function refuseApply(
  ctx: ServiceContext,
  row: AnswerRow,
  draft: AssistantDraft,
  seen: string | undefined,
): void {
  if (row.kind !== 'ai-demonstration') {
    throw new DossierError('wrong-state', `Operation ${row.op} proposed a merge: accept its fields instead.`);
  }
  const { id } = draft.finding;
  const why = ineligibility(ctx, row.finding, { kind: 'edit' });
  if (why !== null) throw new DossierError('wrong-state', ineligibilitySentence(id, why));
  if (!draft.readable && row.edited === null) {
    throw new DossierError(
      'invalid',
      `The answer to ${row.op} holds no text that could be read as a draft. Edit it before you apply it.`,
    );
  }
  if (draft.text.trim() === '') throw new DossierError('invalid', 'An empty text cannot be applied.');
  if (seen !== undefined && seen !== draft.now) {
    throw new DossierError(
      'outdated',
      `The demonstration of ${id} has changed since you looked at it. Look again.`,
    );
  }
  const waits = openItemsOf(ctx.db, row.finding).find(({ kind }) => kind === 'ai-apply');
  if (waits !== undefined) {
    throw new DossierError('wrong-state', `Another draft of ${id} is on its way: operation ${waits.op}.`);
  }
}

/**
 * Accepts fields of a proposed merge, as proposed or as the user edited them: each becomes an ordinary edit of the
 * finding, under the rules of the interface.
 *
 * @throws DossierError `not-found`, `wrong-state`, `outdated` (another value than was seen, which cannot be joined),
 *   `invalid` (no such field, or a rule is broken)
 */
export function acceptFields(
  ctx: ServiceContext,
  { op, fields, edited = {}, seen }: ProcedureInput<'assistant.accept'>,
): AssistantDraft {
  return transaction(ctx.db, () => {
    const row = openAnswer(ctx, op);
    const draft = draftView(ctx, row);
    const wanted = fields.map((name) => proposalNamed(draft, name));
    refuseUnaccepted(edited, fields);
    const changes = Object.fromEntries(
      wanted.flatMap(({ name, field, now, proposed }): [EditableField, Json][] => {
        const own = memberOf(edited, name);
        const value = own === undefined ? proposed : own;
        return sameOnceNormalised(field, now, value) ? [] : [[field, value]];
      }),
    );
    const id = shownId(readIdentity(ctx.db, row.finding));
    if (Object.keys(changes).length > 0) editWithUndo(ctx, row.finding, id, changes, seen);
    const accepted = [...new Set([...acceptedIn(row), ...wanted.map(({ name }) => name)])];
    const left = draft.fields.filter(
      ({ field, name, same }) => field !== null && !same && !accepted.includes(name),
    );
    changeAnswer(ctx.db, row.seq, {
      acceptedJson: stringify(accepted),
      ...(left.length === 0 ? { state: 'accepted' as const } : {}),
    });
    tell(ctx, row, 'assistant-accepted', { fields: wanted.map(({ name }) => name) });
    return assistantDraft(ctx, op);
  });
}

/** A value of a field that is not accepted would be lost without a word. */
function refuseUnaccepted(edited: JsonObject, fields: readonly string[]): void {
  const [name] = Object.keys(edited).filter((one) => !fields.includes(one));
  if (name !== undefined) {
    throw new DossierError('invalid', `The field ${name} was edited and is not among those to be accepted.`);
  }
}

function proposalNamed(
  draft: AssistantDraft,
  name: string,
): ProposedField & { readonly field: EditableField } {
  const found = draft.fields.find((one) => one.name === name);
  if (found === undefined || found.field === null) {
    throw new DossierError('invalid', `The proposal has no field ${name} that a finding can take over.`);
  }
  return { ...found, field: found.field };
}

function tell(ctx: ServiceContext, row: AnswerRow, what: string, detail?: JsonObject): void {
  recordHistory(ctx.db, row.finding, {
    at: nowIso(ctx),
    what,
    op: row.op,
    ...(detail === undefined ? {} : { detailJson: stringify(detail) }),
  });
}
