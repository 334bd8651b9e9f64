import { DossierError } from '#contract/error.ts';
import { readTokenOrigins, writeTokenOrigins } from '#db/tables/accounts/token-origins.ts';
import type { TokenOrigins } from '#db/tables/accounts/token-origins.ts';
import { isSamePlace } from '#domain/base/same-place.ts';
import type { Credentials } from '#remote/endpoints/service-api.ts';
import { whereaboutsOf } from '../maintenance/vault-identity.ts';
import type { CallContext } from '../rpc/dispatch.ts';

/** Where the origins of tokens are kept. */
export interface TokenGuardParts {
  readonly home: string;
  readonly dataKey: Uint8Array;
}

/**
 * Runs work that sends credentials to a service, unless they are a token of the environment that belongs to another origin.
 * A first use that reached nobody binds nothing: the address may have been mistyped. A vault that was restored or received
 * has no first use: its author chose the address.
 *
 * @param isNamed the user gives the address with this call
 * @throws DossierError `token-origin` before anything is sent, and what `work` throws
 */
export async function withTokenGuard<T>(
  { home, dataKey }: TokenGuardParts,
  { token, tokenFor }: Pick<CallContext, 'token' | 'tokenFor'>,
  {
    credentials,
    baseUrl,
    isNamed,
  }: { readonly credentials: Credentials; readonly baseUrl: string; readonly isNamed: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const isGuarded = tokenFor !== undefined && credentials.kind === 'token' && credentials.token === token;
  if (!isGuarded) return work();
  const { origin } = new URL(baseUrl);
  const keep = (origins: readonly string[]): void => {
    writeTokenOrigins(home, dataKey, credentials.token, origins);
  };
  const known = readTokenOrigins(home, dataKey, credentials.token);
  const origins = known.kind === 'origins' ? known.origins : [];
  if (origins.includes(origin)) return work();
  const why = tokenFor === origin ? null : whyNot(known, { home, isNamed });
  if (why !== null) throw refusal(origin, why);
  keep([...origins, origin]);
  try {
    return await work();
  } catch (error) {
    const reachedNobody = error instanceof DossierError && error.code === 'unreachable' && !error.answered;
    if (reachedNobody && origins.length === 0) keep([]);
    throw error;
  }
}

/** Why a token may not go to an origin that it was never sent to; null for its first use. */
function whyNot(
  known: TokenOrigins,
  { home, isNamed }: { readonly home: string; readonly isNamed: boolean },
): string | null {
  switch (known.kind) {
    case 'damaged':
      return 'The record of where DOSSIER_TOKEN was used is damaged';
    case 'restored':
      return 'This vault was made of a backup, which does not say where DOSSIER_TOKEN belongs';
    case 'origins': {
      const [first] = known.origins;
      if (first !== undefined) return `DOSSIER_TOKEN was first used with ${first}`;
      const isHere = known.madeAt !== null && isSamePlace(known.madeAt, whereaboutsOf(home));
      return isNamed || isHere
        ? null
        : 'This vault was not made here, or by an earlier version, and DOSSIER_TOKEN was never used in it';
    }
  }
  return known satisfies never;
}

function refusal(origin: string, why: string): DossierError {
  const next = `If you mean ${origin}, add --token-for ${origin}. Otherwise give the token of that service.`;
  return new DossierError(
    'token-origin',
    `${why}. This would send it to ${origin}. Nothing was sent.\n${next}`,
    {
      origin,
    },
  );
}
