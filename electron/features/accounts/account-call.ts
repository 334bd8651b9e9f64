import type { AccountClient, SessionCall } from '#remote/endpoints/account-client.ts';
import type { Call, Credentials } from '#remote/endpoints/service-api.ts';
import type { OnlineContext } from '#engine/context.ts';

/** A workplace that may talk to the service, its account routes included. */
export interface Reached extends OnlineContext {
  readonly account: AccountClient;
  /** Holds a token that nobody else has and the store did not take, until it does. @param dead whose place it takes */
  readonly holdToken: (token: string, dead: string | null) => void;
}

/** The same on behalf of a session: some routes take no token. */
export interface ReachedInSession extends Reached {
  readonly credentials: SessionCall['credentials'];
}

/** A call of an account route. It is not stopped half-way: its answer may be the only place where a secret stands. */
export function accountCall<C extends Credentials>({
  credentials,
}: {
  readonly credentials: C;
}): Call & { readonly credentials: C } {
  return { credentials, priority: 'person', maxWaitMs: 0 };
}
