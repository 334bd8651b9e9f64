import type { Json } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { missingFields, newToken, otpSetup } from '#domain/answers/account.ts';
import { deniesInWords } from '#domain/answers/refusal.ts';
import { demandIn, readSignIn, type SignInAnswer } from '#domain/answers/sign-in.ts';
import { wordsOf, type Secrets } from '#domain/answers/server-message.ts';
import { stringify } from '#domain/base/json.ts';
import type { AccountClient, AccountResult, NewToken, RegisterResult, StartedSetup } from './account-api.ts';
import type { Call } from './service-api.ts';
import type { RateClass, RateLimiters } from '../rate-limit/rate-limiters.ts';
import { textOf } from './response.ts';
import { createWire, type WireOptions, type Writing } from './wire.ts';

export type * from './account-api.ts';

/** What an account client works with. */
export interface AccountClientOptions extends WireOptions {
  readonly profile: ServiceProfile;
  readonly limiters: RateLimiters;
}

/** What a route sends: its body's members, and which of their texts are secrets. */
interface Sending {
  readonly body?: Readonly<Record<string, string>>;
  readonly secrets?: Secrets;
}

/** A client for the account routes of one service address. */
export function createAccountClient(options: AccountClientOptions): AccountClient {
  const { limiters, profile } = options;
  const { account } = profile;
  const wire = createWire(options);

  const post = (path: string, rate: RateClass, { body, secrets = [] }: Sending = {}): Writing => ({
    method: 'POST',
    path,
    limiter: limiters[rate],
    secrets,
    maxWaitMs: 0,
    ...(body === undefined ? {} : { body }),
  });
  const get = (path: string, rate: RateClass): Writing => ({
    method: 'GET',
    path,
    limiter: limiters[rate],
    maxWaitMs: 0,
  });

  /** Sends, and reads the answer to what was acknowledged with all that must not be told of it. */
  async function send<T>(
    call: Call,
    writing: Writing,
    read: (body: Json | undefined, secrets: Secrets) => AccountResult<T>,
  ): Promise<AccountResult<T>> {
    let hidden: Secrets = [];
    const result = await wire.write(call, writing, (_answer, secrets) => {
      hidden = secrets;
    });
    return result.kind === 'acknowledged' ? read(result.body, hidden) : result;
  }

  /** The next step of a sign-in. One that leaves no cookie has opened nothing, whatever it says. */
  const step = (call: Call, writing: Writing): Promise<AccountResult<SignInAnswer>> =>
    send(call, writing, (body, secrets) => {
      const { credentials } = call;
      if (credentials.kind === 'session' && credentials.jar.isEmpty())
        return done({ kind: 'unknown', shown: noCookie });
      const answer = readSignIn(body, account, secrets);
      return (answer.kind === 'unknown' ? denied(body, secrets) : null) ?? done(answer);
    });

  const asksForCode = (body: Json | undefined): boolean => demandIn(body, account) === 'mfa-required';

  const setup = (body: Json | undefined, secrets: Secrets): AccountResult<StartedSetup> => {
    const found = otpSetup(body, account);
    if (found !== null) return done({ kind: 'setup', setup: found });
    return asksForCode(body) ? codeAsked : (denied(body, secrets) ?? done({ kind: 'unreadable' }));
  };

  const token = (body: Json | undefined, secrets: Secrets): AccountResult<NewToken> => {
    const found = newToken(body, account);
    if (found !== null) return done({ kind: 'token', token: found });
    return asksForCode(body) ? codeAsked : (denied(body, secrets) ?? done({ kind: 'unreadable' }));
  };

  /** What changes the account of a user who is signed in: an answer that asks for a code has changed nothing yet. */
  const changed = (body: Json | undefined, secrets: Secrets): AccountResult<string> =>
    asksForCode(body) ? codeAsked : said(body, secrets);

  return {
    generateToken: (call) => send(call, post('users/generateToken', 'findings'), token),
    signIn: (call, email, password) =>
      step(call, post('auth/signin', 'sign-in', { body: { email, password }, secrets: [password] })),
    validateOtp: (call, code) =>
      step(call, post('auth/otp/validate', 'otp', { body: { [account.code]: code }, secrets: [code] })),
    signOut: (call) => send(call, get('auth/logout', 'findings'), said),
    beginOtp: (call) => send(call, get('auth/otp/create', 'otp'), setup),
    verifyOtp: (call, code) =>
      step(call, post('auth/otp/create', 'otp', { body: { [account.code]: code }, secrets: [code] })),
    enableOtp: (call) => send(call, post('users/otp/enable', 'otp'), setup),
    resetOtp: (call) => send(call, post('users/otp/reset', 'otp'), changed),
    disableOtp: (call) => send(call, post('users/otp/disable', 'otp'), changed),
    requestRecovery: (call, email) =>
      send(call, post('auth/password-reset/request', 'recovery', { body: { email } }), said),
    confirmRecovery(call, letter, password) {
      const secrets = [letter, password];
      const writing = post('auth/password-reset/confirm', 'recovery', {
        body: { token: letter, password },
        secrets,
      });
      return send(call, writing, said);
    },
    changePassword(call, currentPassword, newPassword) {
      const sending = {
        body: { currentPassword, newPassword },
        secrets: [currentPassword, newPassword],
      };
      return step(call, post('users/me/change-password', 'findings', sending));
    },
    register: (call, invitation, fields) => register(call, invitation, fields),
  };

  /** Nobody can tell which of the fields is a password: none of the longer texts is repeated. */
  async function register(
    call: Call,
    invitation: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<RegisterResult> {
    const body = { ...fields, [account.invitation]: invitation };
    const secrets = [invitation, ...Object.values(fields)];
    const filled = Object.entries(fields).flatMap(([name, value]) => (value.trim() === '' ? [] : [name]));
    let missing: readonly string[] = [];
    let hidden: Secrets = [];
    const writing = post('auth/register', 'findings', { body, secrets });
    const result = await wire.write(call, writing, (answer, all) => {
      hidden = all;
      if (answer.kind === 'response' && answer.status === 400) {
        missing = missingFields(textOf(answer), account, filled, all);
      }
    });
    if (result.kind === 'refused' && missing.length > 0) {
      return { kind: 'fields-required', fields: missing, message: result.message };
    }
    return result.kind === 'acknowledged' ? said(result.body, hidden) : result;
  }
}

function done<T>(value: T): AccountResult<T> {
  return { kind: 'done', value };
}

/** The service's words in an answer to what was carried out; '' if it gave none. */
function said(body: Json | undefined, secrets: Secrets): AccountResult<string> {
  return denied(body, secrets) ?? done(wordsIn(body, secrets));
}

/** An acknowledgement whose own words say that nothing was done. */
function denied(body: Json | undefined, secrets: Secrets): AccountResult<never> | null {
  const words = wordsIn(body, secrets);
  return deniesInWords(words)
    ? { kind: 'unknown', message: `the service answered with a success status, but says: ${words}` }
    : null;
}

function wordsIn(body: Json | undefined, secrets: Secrets): string {
  return body === undefined ? '' : wordsOf(stringify(body), secrets);
}

const noCookie = 'it set no cookie that this program could use';
const codeAsked = {
  kind: 'unknown',
  message: 'the service asks for a code of the second factor first',
} as const;
