import type { assistantInputs, Checked, Confirmed } from '#contract/procedures/assistant.ts';
import { DossierError } from '#contract/error.ts';
import { toFailure } from '#domain/answers/failure.ts';
import { itemsOf } from '#db/tables/operations.ts';
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
import { pausedWords, waitsForYes } from '#engine/push/operations/assistant-strings.ts';
import type { Online, Workplace } from '#engine/context.ts';
import { operationNamed } from '#engine/outbox/retry-and-discard.ts';
import { operationView } from '#engine/outbox/operation-view.ts';
import { checkOwner } from '#engine/pull/check-owner.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Handlers } from '../rpc/dispatch.ts';
import type { ReadingName } from '../rpc/procedure-access.ts';

/** What the procedures of the assistant work with. */
export interface AssistantParts {
  readonly accounts: Accounts;
  /** Runs work when no sync does: a sync takes what is being sent for cut off when it begins. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The procedures of the assistant (`#contract/assistant.ts`), but those of `compose-reading.ts`. */
export function assistantHandlers({
  accounts,
  inTurn,
}: AssistantParts): Pick<Handlers, Exclude<keyof typeof assistantInputs, ReadingName>> {
  return {
    'assistant.ask': (input) => {
      const { place } = accounts.current();
      return operationView(place, askAssistant(place, input));
    },
    'assistant.confirm': ({ op }, context) => {
      // Bound now: while it waits for its turn, another account may be opened.
      const { place, store } = accounts.current();
      return inTurn(async () => {
        try {
          await accounts.online(context, (online) => confirmAndSend(online, op), store);
        } catch (error) {
          // No token, no network, or somebody else's token.
          goOnWaiting(place, op);
          throw error;
        }
        return confirmed(place, op);
      });
    },
    'assistant.check': ({ op }, context) => {
      const { store } = accounts.current();
      const look = async (online: Online): Promise<Checked> => {
        const paused = await checkOwner(online);
        if (paused === null) return checkAsked(online, op);
        throw DossierError.of(toFailure(paused));
      };
      return inTurn(() => accounts.online(context, look, store));
    },
    'assistant.edit': (input) => editDraft(accounts.current().place, input),
    'assistant.apply': (input) => {
      const { place } = accounts.current();
      return operationView(place, applyDraft(place, input));
    },
    'assistant.accept': (input) => acceptFields(accounts.current().place, input),
    'assistant.drop': ({ op }) => dropDraft(accounts.current().place, op),
  };
}

/** What came of a confirmation, as the store has it now. */
function confirmed(place: Workplace, op: string): Confirmed {
  const row = operationNamed(place, op);
  const operation = operationView(place, row);
  const [item] = itemsOf(place.db, row.seq);
  const message = item?.errorMessage ?? '';
  switch (item?.state) {
    case 'done':
      return { kind: 'written', operation, draft: assistantDraft(place, op) };
    case 'rejected':
      return { kind: 'refused', operation, status: item.errorStatus ?? 0, message };
    case 'unknown':
    case 'sending':
      return { kind: 'unknown', operation, message };
    default:
      return item?.needsPerson === 1
        ? { kind: 'waits', operation, message: message === '' ? waitsForYes : message }
        : { kind: 'paused', operation, message: message === '' ? pausedWords : message };
  }
}
