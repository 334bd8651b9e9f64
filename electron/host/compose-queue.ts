import { DossierError } from '#contract/error.ts';
import type { queueInputs } from '#contract/queue.ts';
import { readProfile } from '#remote/profile.ts';
import { adoptProfile, profileWith } from '#services/connection/adjust.ts';
import type { Reading } from '#services/context.ts';
import { accountQuestion } from '#services/questions/account.ts';
import { creationQuestion } from '#services/questions/creation.ts';
import { emptiedQuestion, putBack } from '#services/questions/emptied.ts';
import { heldQuestion } from '#services/questions/held.ts';
import { adoptCreation } from '#services/queue/adopt.ts';
import { openQueued } from '#services/queue/detail.ts';
import { restoreOperation } from '#services/queue/restore.ts';
import { queueItems, queueRows } from '#services/queue/screen.ts';
import { SettledLog } from '#services/queue/take-back.ts';
import { operationView } from '#services/queue/view.ts';
import type { Accounts } from './accounts.ts';
import type { Handlers } from './dispatch.ts';

/** What the procedures of the queue and of its questions work with. */
export interface QueueParts {
  readonly accounts: Accounts;
  /** Runs work when no sync does. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

type QueueName = keyof typeof queueInputs;
type QueueReading = 'queue.rows' | 'queue.items' | 'queue.open' | Extract<QueueName, `question.${string}`>;

/** The procedures of the queue's screen and of the questions (`#contract/queue.ts`). */
export function queueHandlers({ accounts, inTurn }: QueueParts): Pick<Handlers, QueueName> {
  const log = new SettledLog();
  return {
    ...queueReadings(() => accounts.current().place),
    'connection.adjust': ({ profile: members }) => {
      const { place } = accounts.current();
      const reading = readProfile(profileWith(place.profile, members));
      if (reading.kind === 'invalid') throw new DossierError('invalid', reading.message);
      adoptProfile(place, reading.profile);
      return reading.profile;
    },
    'queue.restore': ({ op, findings }) => {
      const { place } = accounts.current();
      return operationView(place, restoreOperation(place, op, findings));
    },
    // Two rows become one; a sync that holds the one that goes would come to grief.
    'queue.adopt': ({ op, finding }) =>
      inTurn(() => {
        const { place } = accounts.current();
        return Promise.resolve(operationView(place, adoptCreation(place, op, finding)));
      }),
    'question.putBack': () => ({ queued: putBack(accounts.current().place, log) }),
  };
}

/** Those of them that only read. @param current the account that a call concerns */
function queueReadings(current: () => Reading): Pick<Handlers, Exclude<QueueReading, 'question.putBack'>> {
  return {
    'queue.rows': (ask) => queueRows(current(), ask),
    'queue.items': ({ seqs }) => queueItems(current(), seqs),
    'queue.open': ({ op }) => openQueued(current(), op),
    'question.held': ({ project }) => heldQuestion(current(), project),
    'question.account': () => accountQuestion(current()),
    'question.emptied': () => emptiedQuestion(current()),
    'question.creation': ({ op }) => creationQuestion(current(), op),
  };
}
