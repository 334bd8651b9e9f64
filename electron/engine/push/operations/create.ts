import { editableFields, type FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { stringify } from '#domain/base/json.ts';
import { sameOnceNormalised } from '#domain/merge/index.ts';
import { memberOf, type FieldPatch } from '#domain/finding/record.ts';
import { dropAlteredValues } from '#db/tables/outbox/altered-values.ts';
import { adoptFinding } from '#db/tables/outbox/adopt.ts';
import { readSweep } from '#db/tables/engagements.ts';
import { changeItem, openItemsOf, type OpenItem } from '#db/tables/outbox/operations.ts';
import { findByServiceId, nameAtService } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { createdIds } from '#domain/answers/success.ts';
import type { WriteResult } from '#remote/endpoints/service-api.ts';
import { nowIso, type OnlineContext, type ServiceContext } from '../../context.ts';
import { refreshListRow } from '../../record/list-rows.ts';
import { applyDetail } from '../../intake/apply-record.ts';
import { fetchFinding } from '../../intake/fetch-finding.ts';
import { answerOf, beginAttempt, type Attempt } from '../attempts.ts';
import { restoreMergeBases } from '../../outbox/merge-bases.ts';
import { fieldsOf, parsePatch } from '../../record/conflict-codec.ts';
import {
  readAnything,
  sendingCall,
  stillQueued,
  stopFor,
  type Replay,
  type ReplayOutcome,
} from '../replay.ts';
import { noteAlteredValues } from '../../outbox/altered-values.ts';
import { queueUpdate } from '../../outbox/enqueue-edit.ts';
import { finishItem, markUnknown, rejectItem } from '../../outbox/operation-state.ts';
import { sentOf } from './update.ts';

/**
 * Replays one creation (promise 3). It leaves once, is acknowledged by exactly one new identifier, and is confirmed by
 * reading. Anything else is unknown, resolved by sweeps and never sent again by itself. It waits until the engagement
 * had one complete sweep, so that "new since then" can be told.
 */
export async function replayCreation(replay: Replay, picked: OpenItem): Promise<ReplayOutcome> {
  const shut = await replay.breaker.pass();
  if (shut !== null) return { kind: 'abort', failure: shut };
  if (replay.signal.aborted) return { kind: 'abort', failure: { kind: 'cancelled' } };
  const attempt = transaction(replay.db, () => prepare(replay, picked));
  if (attempt === null) return { kind: 'advanced' };
  const [item] = attempt.items;
  replay.order.writing(item.finding);
  const result = await replay.client.createFinding(
    sendingCall(replay),
    item.project,
    Object.fromEntries(Object.entries(sentOf(item))),
  );
  replay.order.wrote(item.finding);
  return take(replay, attempt, result);
}

/** Whether a creation of this engagement may leave: absence can only be told after a complete sweep. */
export function mayCreate(ctx: OnlineContext, project: string): boolean {
  return readSweep(ctx.db, project).completeCount > 0;
}

function prepare(replay: Replay, picked: OpenItem): Attempt | null {
  const item = stillQueued(replay, picked);
  if (item === null) return null;
  const request = { method: 'PUT', fields: fieldsOf(parsePatch(item.patchJson)) };
  return beginAttempt(replay, [item], request, ({ patchJson }) => ({
    sentJson: patchJson,
    answeredId: null,
  }));
}

async function take(replay: Replay, attempt: Attempt, result: WriteResult): Promise<ReplayOutcome> {
  const { end } = attempt;
  const answer = answerOf(replay, result, end);
  switch (answer.kind) {
    case 'turned-away':
      return answer.step;
    case 'refused':
      end(`refused ${String(answer.status)}`, (item) => {
        rejectItem(replay, item, answer.status, answer.message);
      });
      return { kind: 'advanced' };
    case 'unknown':
      end('unknown', (item) => {
        markUnknown(replay, item, answer.message);
      });
      return stopFor(answer, await readBeforeMore(replay));
    case 'acknowledged':
      return confirm(replay, attempt, answer.body);
  }
}

async function confirm(
  replay: Replay,
  { end, findingBefore }: Attempt,
  body: Json | undefined,
): Promise<ReplayOutcome> {
  const ids = createdIds(body);
  const [id] = ids;
  if (id === undefined || ids.length !== 1) {
    end('acknowledged without one identifier', (item) => {
      markUnknown(replay, item, `acknowledged with ${String(ids.length)} identifiers instead of one`);
    });
    return readBeforeMore(replay);
  }
  const known = findByServiceId(replay.db, id);
  if (known !== null && (known.finding <= findingBefore || known.localId !== null)) {
    end('acknowledged with a known identifier', (item) => {
      markUnknown(replay, item, 'acknowledged with the identifier of a finding that was there before');
    });
    return readBeforeMore(replay);
  }
  const { read, startedAt } = await fetchFinding(replay, id, sendingCall(replay));
  if (read.kind === 'failed') {
    end('acknowledged, not confirmed', (item) => {
      markUnknown(replay, item, 'acknowledged, but reading it back failed', { answeredId: id });
    });
    return readBeforeMore(replay);
  }
  end('acknowledged', (item) => {
    landCreation(replay, item, id, read.value, startedAt, 'at-once');
  });
  return { kind: 'advanced' };
}

async function readBeforeMore(replay: Replay): Promise<ReplayOutcome> {
  const failure = await replay.breaker.until(() => readAnything(replay));
  return failure === null ? { kind: 'advanced' } : { kind: 'abort', failure };
}

/**
 * A creation of ours is at the service: gives it its identifier, takes what was read as its base, and is done.
 * A sweep may have stored it under a row of its own; the two become one. What the service did not take over as
 * it was sent (the status is its own choice) stays here as an edit over it, never silently lost. To be called
 * in a transaction. Answers the row under which a sweep had stored it, if there was one.
 *
 * @param startedAt when the read of it began; null: a sweep has stored it, and a list is no detail
 * @param shown `later`: others may have worked on it since it was made
 */
export function landCreation(
  ctx: ServiceContext,
  item: OpenItem,
  id: string,
  record: JsonObject,
  startedAt: number | null,
  shown: 'at-once' | 'later',
): FindingRow | null {
  const { db } = ctx;
  const known = findByServiceId(db, id);
  const seenAs = known === null || known.finding === item.finding ? null : known.finding;
  const writtenOver = fieldsBehind(ctx, item);
  if (seenAs === null) nameAtService(db, item.finding, id);
  else adoptFinding(db, item.finding, seenAs);
  if (startedAt !== null) applyDetail(ctx, item.finding, record, startedAt);
  const sent = sentOf(item);
  finishItem(ctx, item, 'created', { id });
  noteAlteredValues(ctx, item, startedAt === null ? shownOf(sent, record) : sent, record);
  // What was written over it meanwhile stands on what the service took, and on nothing if it took something else.
  restoreMergeBases(ctx, item, takenOf(sent, record));
  carryCreationOver(ctx, item.finding, sent, record, shown);
  keepWhatWasNotTaken(ctx, item.finding, sent, record, writtenOver);
  // A later edit of theirs goes over it anyway.
  dropAlteredValues(db, item.finding, [...writtenOver]);
  return seenAs;
}

/** What the person wrote over their creation since: it has the last word in these fields. */
function fieldsBehind({ db }: ServiceContext, { seq, finding }: OpenItem): ReadonlySet<string> {
  const behind = openItemsOf(db, finding).filter((other) => other.seq > seq);
  return new Set(behind.flatMap(({ patchJson }) => fieldsOf(parsePatch(patchJson))));
}

/**
 * What the person decided over their own creation (a deletion) had been decided over what they wrote. If the
 * service's record says nothing else, it counts as seen; if another user has edited it meanwhile, the person looks.
 * The status is the service's own choice only in what it shows right after the creation.
 */
function carryCreationOver(
  ctx: ServiceContext,
  finding: FindingRow,
  sent: FieldPatch,
  record: JsonObject,
  shown: 'at-once' | 'later',
): void {
  const byOthers = editableFields.some(
    (field) =>
      !(field === 'status' && shown === 'at-once') &&
      !sameOnceNormalised(field, sent[field], memberOf(record, field)),
  );
  if (byOthers) return;
  for (const waiting of openItemsOf(ctx.db, finding)) {
    if (waiting.seenJson === null || waiting.state !== 'queued') continue;
    changeItem(ctx.db, waiting, { seenJson: stringify(record) });
  }
}

/** A list may show less than the detail: only the members that it has tell what became of them. */
function shownOf(sent: FieldPatch, record: JsonObject): FieldPatch {
  return Object.fromEntries(Object.entries(sent).filter(([field]) => Object.hasOwn(record, field)));
}

/** What of a creation the service has as it was sent. */
function takenOf(sent: FieldPatch, record: JsonObject): FieldPatch {
  const taken = fieldsOf(sent).filter((field) => sameOnceNormalised(field, sent[field], record[field]));
  return Object.fromEntries(taken.map((field) => [field, sent[field]]));
}

function keepWhatWasNotTaken(
  ctx: ServiceContext,
  finding: FindingRow,
  sent: FieldPatch,
  record: JsonObject,
  writtenOver: ReadonlySet<string>,
): void {
  const taken = takenOf(sent, record);
  // Queued behind a later edit of the same field, the older value would have the last word (promise 7).
  const left = fieldsOf(sent).filter(
    (field) => field !== 'status' && !Object.hasOwn(taken, field) && !writtenOver.has(field),
  );
  if (left.length === 0) return;
  // Without a base: the merge cannot tell a normalised text from another user's edit, so a person looks.
  queueUpdate(ctx, finding, Object.fromEntries(left.map((field) => [field, sent[field] ?? null])), {});
  refreshListRow(ctx.db, finding, { profile: ctx.profile, nowIso: nowIso(ctx) });
}
