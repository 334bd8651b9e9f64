import { DossierError } from '#contract/error.ts';
import type { queueInputs } from '#contract/queue.ts';
import { readProfile } from '#remote/profile.ts';
import { adoptProfile, profileWith } from '#services/connection/adjust.ts';
import type { Accounts } from './accounts.ts';
import type { Handlers } from './dispatch.ts';

/** What the procedures of the queue and of its questions work with. */
export interface QueueParts {
  readonly accounts: Accounts;
}

/** The procedures of the queue's screen and of the questions (`#contract/queue.ts`). */
export function queueHandlers({ accounts }: QueueParts): Pick<Handlers, keyof typeof queueInputs> {
  return {
    'connection.adjust': ({ profile: members }) => {
      const { place } = accounts.current();
      const reading = readProfile(profileWith(place.profile, members));
      if (reading.kind === 'invalid') throw new DossierError('invalid', reading.message);
      adoptProfile(place, reading.profile);
      return reading.profile;
    },
  };
}
