import type { queueProcedures } from '#contract/procedures/findings/queue.ts';
import { DossierError } from '#contract/error.ts';
import { readProfile } from '#domain/connection/service-profile.ts';
import { adoptProfile, profileWith } from '#engine/connection/profile-update.ts';
import { queueWithChanges } from '#features/outbox/diff.ts';
import { choosePending, pendingList } from '#features/outbox/pending.ts';
import { putBack } from '#features/questions/emptied.ts';
import { adoptCreation } from '#engine/push/operations/adopt-creation.ts';
import { restoreOperation } from '#engine/outbox/discard/undiscard.ts';
import { discardOperation, retryOperation } from '#engine/outbox/discard/retry-and-discard.ts';
import { operationView, queueView } from '#engine/outbox/view/operation-view.ts';
import { resolveConflict } from '#engine/conflicts/resolve.ts';
import type { Turns } from '../turns.ts';
import type { HostStoreHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of the queue and of its questions. */
export function queueHandlers(turns: Turns): HostStoreHandlers<typeof queueProcedures> {
  return {
    'queue.list': (ctx, { changes }) => (changes ? queueWithChanges(ctx) : queueView(ctx)),
    'queue.resolve': (ctx, { op, choice, finding, fingerprint }) =>
      operationView(ctx, resolveConflict(ctx, op, choice, { finding, fingerprint })),
    'queue.retry': (ctx, { op, findings }) => operationView(ctx, retryOperation(ctx, op, findings)),
    'queue.discard': (ctx, { op, findings }) => operationView(ctx, discardOperation(ctx, op, findings)),
    'connection.adjust': (ctx, { profile: members }) => {
      const reading = readProfile(profileWith(ctx.profile, members));
      if (reading.kind === 'invalid') throw new DossierError('invalid', reading.message);
      adoptProfile(ctx, reading.profile);
      return reading.profile;
    },
    'queue.restore': (ctx, { op, findings }) => operationView(ctx, restoreOperation(ctx, op, findings)),
    // Two rows become one; a sync that holds the one that goes would come to grief.
    'queue.adopt': (ctx, { op, finding }) =>
      turns.sync(() => Promise.resolve(operationView(ctx, adoptCreation(ctx, op, finding)))),
    'pending.list': pendingList,
    'pending.choose': choosePending,
    'question.putBack': (ctx) => ({ queued: putBack(ctx) }),
  };
}
