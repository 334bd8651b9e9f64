import { pauseClasses, type AccountStanding } from '#contract/account.ts';
import type { Clock } from '#contract/ports.ts';
import { defaultProfile } from '#contract/profile.ts';
import { sideOf } from '#core/answers/side.ts';
import { readConnection } from '#db/connections.ts';
import { readCredentials } from '#db/credentials.ts';
import { openOperations } from '#db/operations.ts';
import type { RateLimiters } from '#remote/limiters.ts';
import { pauseLeftMs } from '../connection/pause.ts';
import { tokenTrouble } from '../connection/trouble.ts';
import type { Workplace } from '../context.ts';
import { parseObject } from '../findings/base.ts';
import { openRotation } from './rotation.ts';
import { usedCredentials } from './use.ts';

/** What the network side of a host knows beside the store. */
export interface Around {
  readonly clock: Clock;
  /** Of the service that the store is connected with. */
  readonly limiters: RateLimiters | null;
  readonly signIn: AccountStanding['signIn'];
}

/** Who is calling and how, as far as is known without asking the service; before the first `connect` as well. */
export function accountStanding(place: Workplace | null, around: Around): AccountStanding {
  const connection = place === null ? null : readConnection(place.db);
  const pauses = pausesOf(place, around);
  if (place === null || connection === null) return { ...nothing, pauses, signIn: around.signIn };
  const user = parseObject(connection.userJson);
  const organization = parseObject(connection.organizationJson);
  const { token, sessionText } = readCredentials(place.db);
  const using = usedCredentials(place.db);
  return {
    baseUrl: connection.baseUrl,
    user,
    organization,
    side: sideOf(user, organization),
    uses: using,
    hasToken: token !== null,
    hasSession: sessionText !== null,
    trouble: using === 'none' ? null : (tokenTrouble(place.db)?.kind ?? null),
    waiting: openOperations(place.db).length,
    rotation: openRotation(place),
    signIn: around.signIn,
    pauses,
    registration: place.profile.account.registration,
  };
}

function pausesOf(place: Workplace | null, { clock, limiters }: Around): AccountStanding['pauses'] {
  return pauseClasses.flatMap((of) => {
    const kept = place === null ? 0 : pauseLeftMs(place, of);
    const left = Math.max(kept, limiters?.[of].pausedForMs() ?? 0);
    return left === 0 ? [] : [{ of, until: new Date(clock.wallMs() + left).toISOString() }];
  });
}

const nothing: Omit<AccountStanding, 'pauses' | 'signIn'> = {
  baseUrl: null,
  user: null,
  organization: null,
  side: 'unknown',
  uses: 'none',
  hasToken: false,
  hasSession: false,
  trouble: null,
  waiting: 0,
  rotation: null,
  registration: defaultProfile.account.registration,
};
