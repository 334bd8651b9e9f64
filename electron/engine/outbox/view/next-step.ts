import type { Offered } from '#contract/procedures/findings/conflict.ts';
import type { QueueGroup } from '#contract/value-lists.ts';
import type { PersonNeed, QueueNext } from '#contract/procedures/findings/queue.ts';
import {
  isGeneration,
  type Conflict,
  type OperationKind,
  type OperationState,
} from '#contract/finding/operation.ts';
import { offeredOf } from '#domain/merge/index.ts';

/** What is known of an operation when it is asked what happens next with it. */
export interface QueuedFacts {
  readonly kind: OperationKind;
  readonly state: OperationState;
  /** Whether a user has to decide about what is unknown. */
  readonly lost: boolean;
  /** Whether it waits for a confirmation. */
  readonly asked: boolean;
  readonly conflict: Conflict | null;
  /** When what is unknown is looked at again (ISO 8601); null if nothing is. */
  readonly lookAt: string | null;
  /** The operation before it on the same finding. */
  readonly before: string | null;
  readonly held: boolean;
  /** A finding of it is held back by the user. */
  readonly notReady: boolean;
}

/** What holds up the whole queue. */
export interface QueueState {
  readonly updatesStopped: boolean;
  readonly token: 'right' | 'foreign' | 'missing' | 'refused';
  /** Until when the service wants no request (ISO 8601). */
  readonly pausedUntil: string | null;
}

/** What happens next with an operation: what the nearest thing is that has to happen before it can go. */
export function nextOf(facts: QueuedFacts, standing: QueueState): QueueNext {
  switch (facts.state) {
    case 'conflict':
      return { kind: 'person', need: needOf(facts.conflict) };
    case 'rejected':
      return { kind: 'person', need: 'refused' };
    case 'sending':
      return { kind: 'sending' };
    case 'unknown':
      if (facts.lost && isGeneration(facts.kind)) return { kind: 'person', need: 'may-have-run' };
      if (facts.lost) return { kind: 'person', need: 'creation' };
      return facts.lookAt === null ? whenSynced(facts, standing) : { kind: 'look', at: facts.lookAt };
    case 'blocked':
      return facts.before === null ? whenSynced(facts, standing) : { kind: 'behind', op: facts.before };
    case 'queued':
      return facts.asked ? { kind: 'person', need: 'confirmation' } : whenSynced(facts, standing);
    case 'done':
    case 'discarded':
      return whenSynced(facts, standing);
  }
}

function whenSynced(
  { kind, held, notReady }: QueuedFacts,
  { token, updatesStopped, pausedUntil }: QueueState,
): QueueNext {
  if (notReady) return { kind: 'not-ready' };
  if (held) return { kind: 'held' };
  if (token === 'foreign') return { kind: 'foreign-account' };
  if (token !== 'right') return { kind: 'credentials' };
  if (kind === 'update' && updatesStopped) return { kind: 'updates-stopped' };
  return pausedUntil === null ? { kind: 'sync' } : { kind: 'pause', until: pausedUntil };
}

/** What a conflict asks of a person. */
function needOf(
  conflict: Conflict | null,
): Exclude<PersonNeed, 'refused' | 'creation' | 'confirmation' | 'may-have-run'> {
  if (conflict === null) return 'conflict';
  switch (conflict.reason) {
    case 'gone':
    case 'outdated':
      return conflict.reason;
    case 'fields':
      return offeredIn(conflict) === 'emptied' ? 'emptied' : 'conflict';
    case 'empty-asset':
      return 'conflict';
  }
}

/** How the service lost what a conflict offers back; null if the person changed something. */
export function offeredIn({ reason, fields }: Conflict): Offered | null {
  return reason === 'fields' ? offeredOf(Object.values(fields)) : null;
}

/** In which group of the screen an operation stands. */
export function groupOf({
  person,
  unknown,
  sending,
}: Record<Exclude<QueueGroup, 'waiting'>, 0 | 1>): QueueGroup {
  if (person === 1) return 'person';
  if (unknown === 1) return 'unknown';
  return sending === 1 ? 'sending' : 'waiting';
}
