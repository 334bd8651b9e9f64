import { DossierError } from '#contract/error.ts';
import { readTokenOrigins, writeTokenOrigins } from '#db/tables/accounts/token-origins.ts';
import type { Credentials } from '#remote/endpoints/service-api.ts';
import type { CallContext } from '../rpc/dispatch.ts';

/** Where the origins of tokens are kept. */
export interface TokenGuardParts {
  readonly home: string;
  readonly dataKey: Uint8Array;
}

/**
 * Runs work that sends credentials to a service, unless they are a token of the environment that belongs to another origin.
 * A first use that reached nobody binds nothing: the address may have been mistyped.
 *
 * @throws DossierError `token-origin` before anything is sent, and what `work` throws
 */
export async function withTokenGuard<T>(
  { home, dataKey }: TokenGuardParts,
  { token, tokenFor }: Pick<CallContext, 'token' | 'tokenFor'>,
  { credentials, baseUrl }: { readonly credentials: Credentials; readonly baseUrl: string },
  work: () => Promise<T>,
): Promise<T> {
  const isGuarded = tokenFor !== undefined && credentials.kind === 'token' && credentials.token === token;
  if (!isGuarded) return work();
  const { origin } = new URL(baseUrl);
  const keep = (origins: readonly string[]): void => {
    writeTokenOrigins(home, dataKey, credentials.token, origins);
  };
  const known = readTokenOrigins(home, dataKey, credentials.token);
  const origins = known.kind === 'damaged' ? [] : known.origins;
  if (origins.includes(origin)) return work();
  if (tokenFor !== origin && (known.kind === 'damaged' || origins.length > 0)) {
    throw refusal(origin, origins[0]);
  }
  keep([...origins, origin]);
  try {
    return await work();
  } catch (error) {
    const reachedNobody = error instanceof DossierError && error.code === 'unreachable' && !error.answered;
    if (reachedNobody && origins.length === 0) keep([]);
    throw error;
  }
}

function refusal(origin: string, first: string | undefined): DossierError {
  const what =
    first === undefined
      ? `The record of where DOSSIER_TOKEN was used is damaged, so it was not sent to ${origin}.`
      : `DOSSIER_TOKEN was first used with ${first}, and this would send it to ${origin}. Nothing was sent.`;
  const next = `If you mean ${origin}, add --token-for ${origin}. Otherwise give the token of that service.`;
  return new DossierError('token-origin', `${what}\n${next}`, { origin });
}
