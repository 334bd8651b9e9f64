import { pauseClasses, type AccountStanding } from '#contract/procedures/program/account.ts';
import type { Clock } from '#contract/ports.ts';
import { defaultProfile } from '#contract/profile.ts';
import { rightsIn } from '#domain/answers/rights.ts';
import { sideOf } from '#domain/answers/side.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import { readCredentials } from '#db/tables/accounts/credentials.ts';
import { countPendingFindings } from '#db/tables/outbox/pending.ts';
import type { RateLimiters } from '#remote/rate-limit/rate-limiters.ts';
import { pauseLeftMs } from '#engine/connection/rate-limit-pause.ts';
import { tokenTrouble } from '#engine/connection/token-trouble.ts';
import type { ServiceContext } from '#engine/context.ts';
import { parseObject } from '#engine/record/merge-base.ts';
import { openRotation } from './rotation.ts';
import { usedCredentials } from '#engine/connection/credentials-in-use.ts';

/** What the network side of a host knows beside the store. */
export interface Around {
  readonly clock: Clock;
  /** Of the service that the store is connected with. */
  readonly limiters: RateLimiters | null;
  readonly signIn: AccountStanding['signIn'];
}

/** Who is calling and how, as far as is known without asking the service; before the first `connect` as well. */
export function accountStanding(ctx: ServiceContext | null, around: Around): AccountStanding {
  const connection = ctx === null ? null : readConnection(ctx.db);
  const pauses = pausesOf(ctx, around);
  if (ctx === null || connection === null) return { ...nothing, pauses, signIn: around.signIn };
  const user = parseObject(connection.userJson);
  const organization = parseObject(connection.organizationJson);
  const { token, sessionText } = readCredentials(ctx.db);
  const using = usedCredentials(ctx.db);
  return {
    baseUrl: connection.baseUrl,
    user,
    organization,
    side: sideOf(user, organization),
    rights: rightsIn(user, organization, ctx.profile),
    uses: using,
    hasToken: token !== null,
    hasSession: sessionText !== null,
    trouble: using === 'none' ? null : (tokenTrouble(ctx.db)?.kind ?? null),
    waiting: countPendingFindings(ctx.db).findings,
    rotation: openRotation(ctx),
    signIn: around.signIn,
    pauses,
    registration: ctx.profile.account.registration,
  };
}

function pausesOf(ctx: ServiceContext | null, { clock, limiters }: Around): AccountStanding['pauses'] {
  return pauseClasses.flatMap((of) => {
    const kept = ctx === null ? 0 : pauseLeftMs(ctx, of);
    const left = Math.max(kept, limiters?.[of].pausedForMs() ?? 0);
    return left === 0 ? [] : [{ of, until: new Date(clock.wallMs() + left).toISOString() }];
  });
}

const nothing: Omit<AccountStanding, 'pauses' | 'signIn'> = {
  baseUrl: null,
  user: null,
  organization: null,
  side: 'unknown',
  rights: [],
  uses: 'none',
  hasToken: false,
  hasSession: false,
  trouble: null,
  waiting: 0,
  rotation: null,
  registration: defaultProfile.account.registration,
};
