import type {
  ConflictCause,
  ConflictEntry,
  ConflictOutcome,
  ConflictView,
  KeptConflict,
} from '#contract/procedures/findings/conflict.ts';
import { DossierError } from '#contract/error.ts';
import { editableFields } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ProcedureInput, ProcedureAnswers } from '#contract/procedures/index.ts';
import { listOf, memberOf, textOf } from '#domain/finding/record.ts';
import { itemsInState, openItemsOf, readItem, type OpenItem } from '#db/tables/outbox/operations.ts';
import { readIdentity, shownId } from '#db/tables/findings/records.ts';
import { readTransaction, transaction } from '#db/store/transaction.ts';
import type { ReadContext, ServiceContext } from '../context.ts';
import { parseObject } from '../record/merge-base.ts';
import { findingNamed } from '../outbox/edit.ts';
import { effectiveRecord } from '../record/list-rows.ts';
import { fieldsOf, parsePatch } from '../record/conflict-codec.ts';
import { operationNamed } from '../outbox/discard/retry-and-discard.ts';
import {
  answersTo,
  causeOf,
  isOverWhole,
  partsOf,
  reviewOf,
  singleValues,
  openConflictOf,
} from './open-conflict.ts';
import { offeredIn } from '../outbox/view/next-step.ts';
import { resolveItem } from './resolve.ts';
import { differingMembers } from '../record/record-diff.ts';
import { lastResolution, undoResolution } from './undo-resolution.ts';

/** So many answers are written between two breaths. */
const atOnce = 25;

/** A cause while its findings are gathered. */
type Gathered = Omit<ConflictCause, 'findings'> & { readonly findings: ConflictEntry[] };

/** Every question that waits for a person, grouped by its cause: the cause with the most findings first. */
export function listConflicts(ctx: ReadContext, project: string | null): ProcedureAnswers['conflict.list'] {
  return readTransaction(ctx.db, () => gathered(ctx, project));
}

function gathered(ctx: ReadContext, project: string | null): readonly ConflictCause[] {
  const causes = new Map<string, Gathered>();
  for (const item of itemsInState(ctx.db, 'conflict')) {
    if (project !== null && item.project !== project) continue;
    const { conflict, fingerprint } = openConflictOf(ctx, item);
    const cause = causeOf(item, conflict);
    const known: Gathered = causes.get(cause) ?? {
      cause,
      kind: item.kind,
      reason: conflict.reason,
      decision: reviewOf(item)?.decision ?? null,
      offered: offeredIn(conflict),
      fields: editableFields.filter((field) => Object.hasOwn(conflict.fields, field)),
      values: singleValues(conflict).map(({ base: _base, ...shared }) => shared),
      answers: answersTo(item, conflict),
      findings: [],
    };
    known.findings.push(entryOf(ctx, item, fingerprint));
    causes.set(cause, known);
  }
  return [...causes.values()].sort((one, other) => other.findings.length - one.findings.length);
}

function entryOf({ db }: ReadContext, item: OpenItem, fingerprint: string): ConflictEntry {
  const { effective } = effectiveRecord(db, item.finding);
  return {
    op: item.op,
    id: shownId(readIdentity(db, item.finding)),
    row: item.finding,
    project: item.project,
    title: textOf(effective, 'title'),
    severity: textOf(effective, 'severity'),
    fingerprint,
  };
}

/** One question with the whole values of each side. @throws DossierError `not-found`, `wrong-state` */
export function openConflict(ctx: ReadContext, op: string, id: string): ConflictView {
  return readTransaction(ctx.db, () => opened(ctx, op, id));
}

function opened(ctx: ReadContext, op: string, id: string): ConflictView {
  const { db } = ctx;
  const item = itemNamed(ctx, op, id);
  if (item?.state !== 'conflict') {
    throw new DossierError(
      'wrong-state',
      'There is nothing to decide here any more: it was resolved elsewhere.',
    );
  }
  const { conflict, record, fingerprint } = openConflictOf(ctx, item);
  const { effective } = effectiveRecord(db, item.finding);
  const patch = parsePatch(item.patchJson);
  return {
    ...entryOf(ctx, item, fingerprint),
    cause: causeOf(item, conflict),
    kind: item.kind,
    reason: conflict.reason,
    offered: offeredIn(conflict),
    status: textOf(effective, 'status'),
    asset: listOf(effective, 'asset'),
    fields: partsOf(conflict),
    carries: fieldsOf(patch).flatMap((field) =>
      Object.hasOwn(conflict.fields, field) ? [] : [{ field, value: patch[field] ?? null }],
    ),
    moved: isOverWhole(item, conflict) && record !== null ? movedMembers(ctx, item, record) : [],
    review: reviewOf(item),
    behind: openItemsOf(db, item.finding).filter(({ seq }) => seq > item.seq).length,
    answers: answersTo(item, conflict),
  };
}

/** What moved on beside the fields that can be edited. */
function movedMembers(ctx: ReadContext, item: OpenItem, record: JsonObject): ConflictView['moved'] {
  const seen = parseObject(item.seenJson ?? '{}');
  const named = new Set<string>(editableFields);
  return differingMembers(seen, record, ctx.profile)
    .filter((name) => !named.has(name))
    .map((name) => {
      const [was, now] = [memberOf(seen, name), memberOf(record, name)];
      return { name, ...(was === undefined ? {} : { seen: was }), ...(now === undefined ? {} : { now }) };
    });
}

/** What a long run of answers is told by. */
export interface ResolveProgress {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/**
 * Gives many questions the same answer, each as the person was shown it; one that is another by now is left as it is
 * and named. Others are answered meanwhile. A cancel leaves what was settled until then.
 *
 * @throws what the signal aborts with
 */
export async function resolveConflicts(
  ctx: ServiceContext,
  { choice, items }: ProcedureInput<'conflict.settle'>,
  going: ResolveProgress,
): Promise<ConflictOutcome> {
  return inPieces(ctx, items, going, (asked) => {
    const item = itemNamed(ctx, asked.op, asked.id);
    if (item?.state !== 'conflict') throw new DossierError('wrong-state', 'it was resolved elsewhere');
    resolveItem(ctx, item, choice, asked.fingerprint);
  });
}

/** Takes answers back, each by itself (`undoResolution`); what cannot be undone is named. Throws as `resolveConflicts`. */
export async function undoResolutions(
  ctx: ServiceContext,
  { items }: ProcedureInput<'conflict.undo'>,
  going: ResolveProgress,
): Promise<ConflictOutcome> {
  // The newest first: of two answers of one finding the later one stands on the earlier.
  return inPieces(ctx, items.toReversed(), going, ({ op, id }) => {
    undoResolution(ctx, operationNamed(ctx, op).seq, findingNamed(ctx, id).finding);
  });
}

/** The answer that was given last and can be undone now, also if that was before a restart. */
export function lastResolutionView(ctx: ReadContext): ProcedureAnswers['conflict.settled'] {
  return readTransaction(ctx.db, () => {
    const last = lastResolution(ctx.db);
    const item = last === null ? null : readItem(ctx.db, last.seq, last.finding);
    if (item === null) return null;
    const { effective } = effectiveRecord(ctx.db, item.finding);
    return {
      op: item.op,
      id: shownId(readIdentity(ctx.db, item.finding)),
      title: textOf(effective, 'title'),
    };
  });
}

async function inPieces<Asked extends { readonly op: string; readonly id: string }>(
  ctx: ServiceContext,
  items: readonly Asked[],
  { signal, progress }: ResolveProgress,
  answer: (item: Asked) => void,
): Promise<ConflictOutcome> {
  const done: { op: string; id: string }[] = [];
  const kept: KeptConflict[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    signal.throwIfAborted();
    transaction(ctx.db, () => {
      for (const item of items.slice(at, at + atOnce)) {
        const { op, id } = item;
        const why = refusalOf(() => answer(item));
        if (why === null) done.push({ op, id });
        else kept.push({ op, id, why });
      }
    });
    progress(Math.min(items.length, at + atOnce), items.length);
    await ctx.clock.sleep(0, signal);
  }
  return { done, kept };
}

/** Why one of many was refused; what refuses has written nothing. */
function refusalOf(answer: () => void): string | null {
  try {
    answer();
    return null;
  } catch (thrown) {
    if (thrown instanceof DossierError) return thrown.message;
    throw thrown;
  }
}

function itemNamed(ctx: ReadContext, op: string, id: string): OpenItem | null {
  return readItem(ctx.db, operationNamed(ctx, op).seq, findingNamed(ctx, id).finding);
}
