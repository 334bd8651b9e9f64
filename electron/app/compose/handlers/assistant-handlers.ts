import type {
  GenerationCheck,
  Confirmed,
  assistantProcedures,
} from '#contract/procedures/findings/assistant.ts';
import { DossierError } from '#contract/error.ts';
import { toFailure } from '#domain/answers/failure.ts';
import { itemsOf } from '#db/tables/outbox/operations.ts';
import { askAssistant } from '#features/assistant/ask.ts';
import { checkAsked } from '#features/assistant/check.ts';
import { confirmAndSend, goOnWaiting } from '#features/assistant/confirm.ts';
import {
  acceptFields,
  applyDraft,
  assistantDraft,
  dropDraft,
  editDraft,
} from '#features/assistant/drafts.ts';
import { pausedWords, stillAskedWords, waitsForYes } from '#engine/push/operations/assistant-strings.ts';
import { untilAborted } from '#engine/schedule/until-aborted.ts';
import type { OnlineContext, ServiceContext } from '#engine/context.ts';
import { operationNamed } from '#engine/outbox/discard/retry-and-discard.ts';
import { operationView } from '#engine/outbox/view/operation-view.ts';
import { checkOwner } from '#engine/pull/check-owner.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Turns } from '../turns.ts';
import type { HostHandlers, HostStoreHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of the assistant. */
export const assistantStoreHandlers = {
  'assistant.ask': (ctx, input) => operationView(ctx, askAssistant(ctx, input)),
  'assistant.edit': editDraft,
  'assistant.apply': (ctx, input) => operationView(ctx, applyDraft(ctx, input)),
  'assistant.accept': acceptFields,
  'assistant.drop': (ctx, { op }) => dropDraft(ctx, op),
} satisfies Partial<HostStoreHandlers<typeof assistantProcedures>>;

/** What the procedures of the assistant work with. */
export interface AssistantParts {
  readonly accounts: Accounts;
  /** A sync takes what is being sent for cut off when it begins. */
  readonly turns: Turns;
}

/** Those that ask the service. */
export function assistantHandlers({
  accounts,
  turns,
}: AssistantParts): Omit<HostHandlers<typeof assistantProcedures>, keyof typeof assistantStoreHandlers> {
  return {
    'assistant.confirm': async ({ op }, context) => {
      // Bound now: while it waits for its turn, another account may be opened.
      const { ctx, store } = accounts.current();
      const ask = async (onLeave: () => void): Promise<void> => {
        try {
          await accounts.online(context, (online) => confirmAndSend(online, op, onLeave), store);
        } catch (error) {
          // No token, no network, or another user's token.
          goOnWaiting(ctx, op);
          throw error;
        }
      };
      const { ended } = await turns.syncUntilLeft(ask);
      await untilAborted(ended, context.signal);
      return confirmed(ctx, op);
    },
    'assistant.check': ({ op }, context) => {
      const { store } = accounts.current();
      const look = async (ctx: OnlineContext): Promise<GenerationCheck> => {
        const paused = await checkOwner(ctx);
        if (paused === null) return checkAsked(ctx, op);
        throw DossierError.of(toFailure(paused));
      };
      return turns.sync(() => accounts.online(context, look, store));
    },
  };
}

/** What came of a confirmation, as the store has it now. */
function confirmed(ctx: ServiceContext, op: string): Confirmed {
  const row = operationNamed(ctx, op);
  const operation = operationView(ctx, row);
  const [item] = itemsOf(ctx.db, row.seq);
  const message = item?.errorMessage ?? '';
  switch (item?.state) {
    case 'done':
      return { kind: 'written', operation, draft: assistantDraft(ctx, op) };
    case 'rejected':
      return { kind: 'refused', operation, status: item.errorStatus ?? 0, message };
    case 'sending':
      return { kind: 'asked', operation, message: stillAskedWords };
    case 'unknown':
      return { kind: 'unknown', operation, message };
    default:
      return item?.needsPerson === 1
        ? { kind: 'waits', operation, message: message === '' ? waitsForYes : message }
        : { kind: 'paused', operation, message: message === '' ? pausedWords : message };
  }
}
