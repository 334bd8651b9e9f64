import type { CarriedOut, NotDone, NotKnown } from '#contract/procedures/program/account.ts';
import type { NotedKind } from '#contract/procedures/program/activity.ts';
import { DossierError } from '#contract/error.ts';
import type { Clock } from '#contract/ports.ts';
import { refusalOf, unsentText, unsureText } from '#domain/account/strings.ts';
import { toFailure, type RemoteFailure } from '#domain/answers/failure.ts';
import type { SignInAnswer } from '#domain/answers/sign-in.ts';
import type { AccountResult } from '#remote/endpoints/account-client.ts';
import { noted } from './call-history.ts';
import { checkOwner } from '#engine/pull/check-owner.ts';
import type { Reached } from './account-call.ts';

/** An answer that is no success, in words. */
type Fallen = Exclude<AccountResult<unknown>, { readonly kind: 'done' }>;

/** What was refused, not sent, or ended in the unknown, as a face shows it. */
export function fallen(clock: Clock, kind: NotedKind, result: Fallen): NotDone | NotKnown {
  switch (result.kind) {
    case 'refused': {
      const told = refusalOf(kind, result);
      return { kind: 'refused', ...told, until: untilIso(clock, result.retryAfterMs) };
    }
    case 'unknown':
      return { kind: 'unknown', message: unsureText(kind, result.message) };
    case 'not-sent':
      return unsent(clock, result.failure);
  }
}

/** What kept a request here. */
export function unsent(clock: Clock, failure: RemoteFailure): NotDone {
  const retryAfterMs = failure.kind === 'rate-limited' ? failure.retryAfterMs : undefined;
  return {
    kind: 'refused',
    code: toFailure(failure).code,
    message: unsentText(failure),
    until: untilIso(clock, retryAfterMs),
  };
}

function untilIso(clock: Clock, ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(clock.wallMs() + ms).toISOString();
}

/**
 * Sends to an account route on behalf of the owner of the store, with a note of it (promise 2). Who the credentials
 * belong to is asked first: what is done to an account is never done to another user's (promise 9).
 *
 * @throws DossierError `foreign-token`, the failure of that read
 */
export async function carry<T>(
  ctx: Reached,
  kind: NotedKind,
  send: () => Promise<AccountResult<T>>,
): Promise<{ readonly kind: 'done'; readonly value: T } | NotDone | NotKnown> {
  const paused = await checkOwner(ctx);
  if (paused !== null) return unsent(ctx.clock, paused);
  const result = await noted(ctx, kind, send);
  return result.kind === 'done' ? result : fallen(ctx.clock, kind, result);
}

/** The same if nothing but the service's words comes back, or a step of a sign-in that nobody is in the middle of. */
export async function carryOut(
  ctx: Reached,
  kind: NotedKind,
  send: () => Promise<AccountResult<string | SignInAnswer>>,
): Promise<CarriedOut | NotDone | NotKnown> {
  const done = await carry(ctx, kind, send);
  if (done.kind !== 'done') return done;
  const { value } = done;
  if (typeof value === 'string') return { kind: 'done', message: value };
  const asked = askedInstead(value);
  return asked === null
    ? { kind: 'done', message: '' }
    : { kind: 'unknown', message: unsureText(kind, asked) };
}

/** What an answer asks for in the place of a report; null if it does not. A set-up may well come next. */
function askedInstead({ kind }: SignInAnswer): string | null {
  switch (kind) {
    case 'mfa-required':
      return 'the service asks for a code of the second factor first';
    case 'password-change-required':
      return 'the service asks for another password first';
    case 'mfa-setup-required':
    case 'signed-in':
    case 'unknown':
      return null;
  }
}

/** A procedure that this program refuses by itself. */
export function wrongState(message: string): DossierError {
  return new DossierError('wrong-state', message);
}
