import type { OperationState } from '#contract/finding/operation.ts';
import { hasHeld } from '#db/tables/outbox/held.ts';
import { reviewPayloadSchema, statusPayloadSchema } from '#contract/finding/operation.ts';
import { queueGroups, type QueueGroup } from '#contract/value-lists.ts';
import type { QueueRow } from '#contract/procedures/findings/queue.ts';
import type { ProcedureInput, ProcedureAnswers } from '#contract/procedures/index.ts';
import { hasCredentials } from '#db/tables/accounts/credentials.ts';
import { heldEngagements } from '#db/tables/engagements.ts';
import {
  groupedOperations,
  operationBefore,
  queuedOperation,
  type QueuedOperation,
} from '#db/tables/outbox/queue-rows.ts';
import { othersIn } from '#engine/outbox/assistant-payload.ts';
import { pauseLeftMs } from '#engine/connection/rate-limit-pause.ts';
import { tokenTrouble } from '#engine/connection/token-trouble.ts';
import type { ReadContext } from '#engine/context.ts';
import { parseObject } from '#engine/record/merge-base.ts';
import { updatesWait } from '#engine/outbox/probe/partial-update-probe.ts';
import { parseConflict } from '#engine/record/conflict-codec.ts';
import { groupOf, nextOf, type QueueState } from '#engine/outbox/view/next-step.ts';
import { foldStates } from '#engine/outbox/view/operation-view.ts';

/** Which operations are open, group after group, and how many there are of each group. */
export function queueRows(
  { db }: Pick<ReadContext, 'db'>,
  { project, group }: ProcedureInput<'queue.rows'>,
): ProcedureAnswers['queue.rows'] {
  const seqs: Record<QueueGroup, number[]> = { person: [], unknown: [], sending: [], waiting: [] };
  for (const operation of groupedOperations(db, project)) seqs[groupOf(operation)].push(operation.seq);
  const wanted = queueGroups.filter((name) => group === 'all' || group === name);
  const words = Uint32Array.from(wanted.flatMap((name) => seqs[name]));
  return {
    seqs: Buffer.from(words.buffer).toString('base64'),
    counts: {
      person: seqs.person.length,
      unknown: seqs.unknown.length,
      sending: seqs.sending.length,
      waiting: seqs.waiting.length,
    },
  };
}

/** The rows of these operations that are still open, in the order asked for. */
export function queueItems(ctx: ReadContext, seqs: readonly number[]): QueueRow[] {
  const standing = standingOf(ctx);
  return seqs.flatMap((seq) => {
    const row = queueRow(ctx, seq, standing);
    return row === null ? [] : [row];
  });
}

/** What holds up the queue as a whole. */
export interface QueueStanding extends QueueState {
  readonly held: ReadonlySet<string>;
}

/** What holds up the queue now, as far as is known without asking the service. */
export function standingOf(ctx: ReadContext): QueueStanding {
  const { db, clock } = ctx;
  const retryAfterMs = pauseLeftMs(ctx);
  const trouble = tokenTrouble(db);
  const hasToken = hasCredentials(db);
  return {
    updatesStopped: updatesWait(ctx),
    token: !hasToken ? 'missing' : trouble === null ? 'right' : trouble.kind,
    pausedUntil: retryAfterMs === 0 ? null : new Date(clock.wallMs() + retryAfterMs).toISOString(),
    held: new Set(heldEngagements(db).map(({ project }) => project)),
  };
}

/** What a list shows of one operation; null if it is settled. */
export function queueRow(ctx: ReadContext, seq: number, standing: QueueStanding): QueueRow | null {
  const { db } = ctx;
  const found = queuedOperation(db, seq, ctx.clock.bootId());
  if (found === null) return null;
  const before = found.queued > 0 ? operationBefore(db, seq) : null;
  const state = stateOf(found, before !== null);
  const notReady = hasHeld(db, seq);
  const payload = parseObject(found.payloadJson);
  const review = reviewPayloadSchema.safeParse(payload);
  const status = statusPayloadSchema.safeParse(payload);
  const { kind, project, errorStatus, errorMessage, conflictJson } = found;
  return {
    seq,
    op: found.op,
    kind,
    project,
    findings: found.findings,
    first: { id: found.firstId, title: found.firstTitle },
    state,
    since: found.createdAt,
    attempts: found.attempts,
    lastAttemptAt: found.lastAttemptAt,
    said: errorMessage === null ? null : { status: errorStatus, message: errorMessage },
    next: nextOf(
      {
        kind,
        state,
        lost: found.lost > 0,
        asked: found.asked > 0,
        conflict: conflictJson === null ? null : parseConflict(conflictJson),
        lookAt: lookAt(ctx, found),
        before,
        held: standing.held.has(project),
        notReady,
      },
      standing,
    ),
    ...(notReady ? { held: true } : {}),
    decision: kind === 'review' && review.success ? review.data.decision : null,
    status: kind === 'bulk-status' && status.success ? status.data.status : null,
    others: kind === 'ai-merge' ? othersIn(found.payloadJson) : [],
  };
}

function stateOf(found: QueuedOperation, blocked: boolean): OperationState {
  const counted = (['conflict', 'rejected', 'unknown', 'sending', 'queued'] as const).filter(
    (state) => found[state] > 0,
  );
  return foldStates(blocked ? [...counted, 'blocked'] : counted);
}

/** When what is unknown is looked at again; null if nothing is, or the in-doubt window is over already. */
function lookAt({ clock, profile }: ReadContext, found: QueuedOperation): string | null {
  if (found.unknown === found.lost) return null;
  const { quietTimeMs } = profile;
  const leftMs =
    found.inDoubtOfAnotherBoot === 1 || found.quietFromMs === null
      ? quietTimeMs
      : quietTimeMs - (clock.awakeMs() - found.quietFromMs);
  return new Date(clock.wallMs() + Math.max(0, leftMs)).toISOString();
}
