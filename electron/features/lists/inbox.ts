import { syncStates } from '#contract/finding/finding.ts';
import { unreadStates } from '#contract/finding/listing.ts';
import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import type { InboxKind, InboxRow } from '#contract/procedures/findings/lists.ts';
import { waitingFindings, type WaitingFinding } from '#db/tables/findings/inbox.ts';
import type { ReadContext } from '#engine/context.ts';

const dayMs = 86_400_000;
/** A deletion by another user is told for so long (days): nothing marks it as read. */
const deletionDays = 14;

/**
 * What waits for the user in all engagements, the newest first: each finding once, by what needs them most.
 *
 * @param ask.since ISO 8601; null for everything that waits
 * @param ask.max so many rows; null for all
 */
export function listInbox(
  { db, clock }: Pick<ReadContext, 'db' | 'clock'>,
  { since, max }: { readonly since: string | null; readonly max: number | null },
): ProcedureAnswers['inbox.list'] {
  const fromMs = since === null ? -Infinity : Date.parse(since);
  const goneSince = since === null ? clock.wallMs() - deletionDays * dayMs : fromMs;
  const rank = (state: (typeof syncStates)[number]): number => syncStates.indexOf(state);
  const waiting = waitingFindings(db, {
    goneSince: new Date(goneSince).toISOString(),
    conflict: rank('conflict'),
    rejected: rank('rejected'),
    unknown: rank('unknown'),
    gone: rank('gone'),
  });
  const rows = waiting
    .flatMap((one): readonly InboxRow[] => {
      const kind = kindOf(one);
      const { project, id, title, op } = one;
      return kind === null ? [] : [{ project, at: momentOf(one, kind), kind, finding: id, title, op }];
    })
    .filter(({ at }) => Date.parse(at) >= fromMs)
    .sort((one, two) => (one.at < two.at ? 1 : one.at > two.at ? -1 : 0));
  return { rows: rows.slice(0, max ?? rows.length), total: rows.length };
}

function kindOf({ isConflict, isRefused, isCandidate, goneAt, unread }: WaitingFinding): InboxKind | null {
  if (isConflict === 1) return 'conflict';
  if (isRefused === 1) return 'refused';
  if (goneAt !== null) return 'deleted';
  if (isCandidate === 1) return 'candidate';
  return unread === 0 ? null : (unreadStates[unread - 1] ?? null);
}

function momentOf(
  { updatedMs, firstSeenAt, changedAt, goneAt, answeredAt }: WaitingFinding,
  kind: InboxKind,
): string {
  const at = {
    conflict: answeredAt,
    refused: answeredAt,
    deleted: goneAt,
    candidate: firstSeenAt,
    changed: changedAt,
    new: firstSeenAt,
  }[kind];
  return at ?? new Date(updatedMs).toISOString();
}
