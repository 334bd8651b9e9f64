import type { IncomingMessage } from 'node:http';
import type { RequestServices } from './desk.ts';
import type { User } from '../data/model.ts';
import type { Session } from '../accounts/sessions.ts';
import type { Stage } from './shapes.ts';

/** Who sends a request, by token or by session. A token that is sent counts, whatever cookies come with it. */
export type Identity =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'token'; readonly user: User }
  | { readonly kind: 'session'; readonly user: User; readonly session: Session; readonly expired: boolean };

/** A user whom the service knows. */
export type Known = Exclude<Identity, { readonly kind: 'nobody' }>;

/** The token that a request carries; empty if it carries none. */
export function tokenOf(request: IncomingMessage): string {
  const header = request.headers['x-service-token'];
  return typeof header === 'string' ? header : '';
}

/** Reads token and cookies. Changes nothing: an expired session is renewed when the request is handled. */
export function identify(desk: RequestServices, request: IncomingMessage): Identity {
  const token = tokenOf(request);
  if (token !== '') {
    const user = desk.world.userByToken(token);
    return user === undefined ? { kind: 'nobody' } : { kind: 'token', user };
  }
  const found = desk.sessions.find(request.headers.cookie, desk.now().getTime());
  if (found === undefined) return { kind: 'nobody' };
  return { kind: 'session', user: desk.world.user(found.session.login), ...found };
}

/** What a person's sign-in still asks for: the second factor, then the first password change, then MFA set-up. */
export function stageOf(desk: RequestServices, user: User, mfaDone: boolean): Stage {
  const { mfaSecret, mustChangePassword } = desk.accounts.of(user.login);
  if (mfaSecret !== undefined && !mfaDone) return 'mfa';
  if (mustChangePassword) return 'password-change';
  const required = desk.world.organization(user.organization).requiresMfa;
  return required && mfaSecret === undefined ? 'mfa-setup' : 'full';
}
