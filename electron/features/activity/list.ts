import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import {
  activityKinds,
  type ActivityEntry,
  type ActivityFilter,
  type ActivityKind,
  type ActivityWork,
  type CreditSum,
  type SentChange,
  type SentSitting,
} from '#contract/procedures/program/activity.ts';
import { reviewPayloadSchema, statusPayloadSchema } from '#contract/finding/operation.ts';
import { activityKindWords, activityOutcomeWords } from '#domain/account/activity-strings.ts';
import { isList } from '#domain/base/json.ts';
import { memberOf } from '#domain/finding/record.ts';
import { changesIn } from '#domain/history/history-strings.ts';
import { runsOf } from '#domain/history/sittings.ts';
import {
  countSent,
  saidAt,
  sentOperation,
  sentRowsOf,
  titleAt,
  wordsOfOperation,
  writtenBefore,
  type SentOperation,
  type SentRow,
} from '#db/tables/accounts/activity.ts';
import { creditsOfAnswers } from '#db/tables/outbox/assistant.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ReadContext } from '#engine/context.ts';
import { parseObject } from '#engine/record/merge-base.ts';
import { foldStates } from '#engine/outbox/view/operation-view.ts';

/** No call lasts longer: the transport gives up before. A noted one that is older and has no end was cut off. */
const longestCallMs = 120_000;

/** What was sent in this person's name, the newest first: those of a filter, from one on. */
export function listActivity(
  ctx: Pick<ReadContext, 'db' | 'clock'>,
  { from, count, ...filter }: ActivityFilter & { readonly from: number; readonly count: number },
): ProcedureAnswers['activity.list'] {
  const rows = activityRows(ctx, filter);
  const entries = activityEntries(ctx.db, rows.slice(from, from + count));
  const credits = creditSum(creditsOfAnswers(ctx.db), rows);
  return { entries, total: rows.length, all: countSent(ctx.db), sittings: sittingsOf(rows), credits };
}

function creditSum(credits: ReadonlyMap<number, number>, rows: readonly SentRow[]): CreditSum | null {
  const named = rows.map((row) => creditsOf(credits, row)).filter((one) => one !== undefined);
  if (named.length === 0) return null;
  // Tenths add up as people add them.
  const sum = Number(named.reduce((all, one) => all + one, 0).toFixed(6));
  return { sum, answers: named.length };
}

/** Only the time of sending that was answered has the credits of its operation. */
function creditsOf(credits: ReadonlyMap<number, number>, { seq, outcome }: SentRow): number | undefined {
  return seq !== null && outcome === 'done' ? credits.get(seq) : undefined;
}

/** @param rows the newest first */
function sittingsOf(rows: readonly SentRow[]): SentSitting[] {
  return runsOf(rows, ({ at }) => at).map((run) => ({
    since: run.at(-1)?.at ?? '',
    until: run[0]?.at ?? '',
    entries: run.length,
    refused: run.filter(({ outcome }) => outcome === 'refused').length,
  }));
}

/** Every row that a filter lets through, the newest first. */
export function activityRows(
  { db, clock }: Pick<ReadContext, 'db' | 'clock'>,
  { words, kind, outcome, project, since, until }: ActivityFilter,
): readonly SentRow[] {
  const rows = sentRowsOf(db, {
    kind: kind ?? null,
    outcome: outcome ?? null,
    project: project ?? null,
    since: utc(since),
    until: utc(until),
    lostBefore: new Date(clock.wallMs() - longestCallMs).toISOString(),
  });
  const wanted = plainWords(words)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (wanted.length === 0) return rows;
  const known = new Map<number, string>();
  return rows.filter((row) => {
    const text = `${rowWords(row)} ${row.seq === null ? '' : operationWords(db, row.seq, known)}`;
    return wanted.every((word) => text.includes(word));
  });
}

/** What is told of these rows. */
export function activityEntries(db: ReadableDb, rows: readonly SentRow[]): ActivityEntry[] {
  const known = new Map<number, SentOperation>();
  const named = creditsOfAnswers(db);
  return rows.map((row) => {
    const { source, number, at, endedAt, outcome, status, seq } = row;
    const credits = creditsOf(named, row);
    return {
      key: `${source}-${String(number)}`,
      kind: kindOf(row),
      at,
      endedAt,
      outcome,
      status,
      said: seq === null || endedAt === null ? '' : saidAt(db, { seq, number, endedAt }),
      ...(credits === undefined ? {} : { credits }),
      work: seq === null ? null : workOf(db, operationOf(db, seq, known), row),
    };
  });
}

function operationOf(db: ReadableDb, seq: number, known: Map<number, SentOperation>): SentOperation {
  const operation = known.get(seq) ?? sentOperation(db, seq);
  known.set(seq, operation);
  return operation;
}

/** The kind of a row: the store holds no other ones than the program wrote there. */
export function kindOf({ kind }: Pick<SentRow, 'kind'>): ActivityKind {
  const known = activityKinds.find((one) => one === kind);
  if (known === undefined) throw new Error(`the store holds a call of the kind ${kind}`);
  return known;
}

function workOf(db: ReadableDb, operation: SentOperation, { requestJson, at }: SentRow): ActivityWork {
  const { op, project, name, payloadJson, states, findings, first, firstId: id } = operation;
  const request = parseObject(requestJson ?? '{}');
  const sent = memberOf(request, 'ids');
  const named = memberOf(request, 'fields');
  const fields = isList(named) ? named.filter((field) => typeof field === 'string') : [];
  const payload = parseObject(payloadJson);
  const review = reviewPayloadSchema.safeParse(payload);
  const status = statusPayloadSchema.safeParse(payload);
  return {
    op,
    state: foldStates(states),
    project,
    name,
    findings: typeof sent === 'number' ? sent : findings,
    first: {
      id,
      title: (first === null ? null : titleAt(db, { finding: first, at })) ?? operation.firstTitle,
    },
    fields,
    changes: first === null || findings > 1 ? [] : sentChanges(db, { finding: first, op, at }, fields),
    status: operation.kind === 'bulk-status' && status.success ? status.data.status : null,
    decision: operation.kind === 'review' && review.success ? review.data.decision : null,
  };
}

/** What these fields became by all that was written into a finding before a send; all of them if none is named. */
function sentChanges(
  db: ReadableDb,
  ask: Parameters<typeof writtenBefore>[1],
  fields: readonly string[],
): readonly SentChange[] {
  const changes = new Map<string, SentChange>();
  for (const { at, what, detailJson } of writtenBefore(db, ask)) {
    for (const { name, was, now } of changesIn({ at, what, detail: parseObject(detailJson) })) {
      if (fields.length > 0 && !fields.includes(name)) continue;
      const before = changes.get(name);
      changes.set(name, {
        field: name,
        was: before === undefined ? (was ?? null) : before.was,
        now: now ?? null,
      });
    }
  }
  return [...changes.values()];
}

function rowWords(row: SentRow): string {
  const status = row.status === null ? '' : String(row.status);
  return plainWords(
    `${row.kind} ${activityKindWords[kindOf(row)]} ${activityOutcomeWords[row.outcome]} ${status}`,
  );
}

function operationWords(db: ReadableDb, seq: number, known: Map<number, string>): string {
  const before = known.get(seq);
  if (before !== undefined) return before;
  const { op, project, name, payloadJson } = sentOperation(db, seq);
  const { status, decision } = { status: null, decision: null, ...parseObject(payloadJson) };
  const payload = [status, decision].filter((one) => typeof one === 'string').join(' ');
  const words = plainWords(`${op} ${project} ${name ?? ''} ${payload} ${wordsOfOperation(db, seq)}`);
  known.set(seq, words);
  return words;
}

/** As words are compared: case does not count. */
function plainWords(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function utc(moment: string | undefined): string | null {
  return moment === undefined ? null : new Date(moment).toISOString();
}
