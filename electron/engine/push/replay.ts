import { DossierError } from '#contract/error.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import type { Call, ReadLease } from '#remote/endpoints/service-api.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { isHeld } from '#db/tables/outbox/held.ts';
import { readItem, type OpenItem } from '#db/tables/outbox/operations.ts';
import { callFor, type OnlineContext } from '../context.ts';
import { readWithRetry } from '../schedule/retry-policy.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { GroupCommit } from './group-commit.ts';
import type { ServicePace } from './read-lease.ts';

/** A replay run: what its concurrent jobs share. */
export interface Replay extends OnlineContext {
  readonly breaker: CircuitBreaker;
  readonly pace: ServicePace;
  readonly commit: GroupCommit;
}

/** How one step of a job ended. */
export type ReplayOutcome =
  /** The operation has moved on; what waits behind it may go. */
  | { readonly kind: 'advanced' }
  /** It stays queued: try again in this run, or leave it to the next. */
  | { readonly kind: 'retry' }
  | { readonly kind: 'deferred'; readonly failure: RemoteFailure }
  /** Its finding was not found: nothing was sent, and what waits behind it waits until a later look agrees. */
  | { readonly kind: 'doubted' }
  /** It stays queued and goes again: what was read differs only in members that move with every read. */
  | { readonly kind: 'learned'; readonly profile: ServiceProfile; readonly members: readonly string[] }
  /** It stays queued until a limit of its own has passed, and holds up nothing else. */
  | { readonly kind: 'throttled' }
  /** Nothing further of the queue can be sent in this run. */
  | { readonly kind: 'abort'; readonly failure: RemoteFailure };

/**
 * What a write and the read that confirms it carry along. They are not cancelled with the run: an answer that
 * was given up would only turn a known outcome into an unknown one. The transport bounds their time. A write that
 * waited for its turn while another ended in the unknown, or until its `lease` ran out, is held back (`isHeldBack`).
 */
export function sendingCall(replay: Replay, lease?: ReadLease): Call {
  const { credentials, priority } = callFor(replay, 'queue');
  return { credentials, priority, breaker: replay.breaker, ...(lease === undefined ? {} : { lease }) };
}

/** Whether a write came back because the gate was shut or its read too old when it had its turn: it reads again. */
export function isHeldBack(failure: RemoteFailure): boolean {
  return failure.kind === 'cancelled';
}

/** What the outcome of a write says of all writes that would follow it: a redirect ends the run, and is told. */
export function stopFor(result: { readonly failure?: RemoteFailure }, step: ReplayOutcome): ReplayOutcome {
  return result.failure === undefined || step.kind === 'abort'
    ? step
    : { kind: 'abort', failure: result.failure };
}

/** The smallest read there is, to learn whether the service can be read at all. Null: it can. */
export async function readAnything(replay: Replay): Promise<RemoteFailure | null> {
  const read = await readWithRetry(replay, () => replay.client.me(sendingCall(replay)));
  return read.kind === 'ok' ? null : read.failure;
}

/**
 * The item as stored now, read in the transaction that sends it, so that later edits go along. Null if it is no
 * longer to be sent, or was held back since.
 */
export function stillQueued(replay: Replay, item: OpenItem): OpenItem | null {
  const now = readItem(replay.db, item.seq, item.finding);
  return now?.state === 'queued' && !isHeld(replay.db, now.finding) ? now : null;
}

/** An assertion that stops the sync, not the program. Its message holds no client text. */
export function assertEngine(holds: boolean, saw: string): asserts holds {
  if (!holds)
    throw new DossierError('internal', `The sync stopped itself: ${saw}. Nothing was sent after that.`);
}
