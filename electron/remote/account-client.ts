import type { Json } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { missingFields, newToken, otpSetup } from '#core/answers/account.ts';
import { readSignIn, type SignInAnswer } from '#core/answers/signin.ts';
import { wordsOf, type Secrets } from '#core/answers/words.ts';
import { stringify } from '#core/json.ts';
import type {
  AccountClient,
  AccountResult,
  NewToken,
  RegisterResult,
  StartedSetup,
} from './account-answers.ts';
import type { Call, WriteResult } from './answers.ts';
import type { RateClass, RateLimiters } from './limiters.ts';
import { textOf } from './response.ts';
import { createWire, secretsOf, type WireOptions, type Writing } from './wire.ts';

export type * from './account-answers.ts';

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

  async function send<T>(
    call: Call,
    writing: Writing,
    read: (body: Json | undefined) => T,
  ): Promise<AccountResult<T>> {
    const result = await wire.write(call, writing);
    return result.kind === 'acknowledged' ? { kind: 'done', value: read(result.body) } : result;
  }

  /** The next step of a sign-in. One that sets no cookie has opened nothing, whatever it says. */
  async function step(call: Call, writing: Writing): Promise<AccountResult<SignInAnswer>> {
    const known = [...(writing.secrets ?? []), ...secretsOf(call.credentials)];
    return send(call, writing, (body) => {
      const answer = readSignIn(body, account, [...known, ...secretsOf(call.credentials)]);
      const opened = call.credentials.kind !== 'session' || !call.credentials.jar.isEmpty();
      return opened ? answer : { kind: 'unknown', shown: noCookie };
    });
  }

  const said = (secrets: Secrets) => (body: Json | undefined) =>
    body === undefined ? '' : wordsOf(stringify(body), secrets);

  const setup = (body: Json | undefined): StartedSetup => {
    const found = otpSetup(body, account);
    return found === null ? { kind: 'unreadable' } : { kind: 'setup', setup: found };
  };

  return {
    generateToken: (call) =>
      send(call, post('users/generateToken', 'findings'), (body): NewToken => {
        const token = newToken(body, account);
        return token === null ? { kind: 'unreadable' } : { kind: 'token', token };
      }),
    signIn: (call, email, password) =>
      step(call, post('auth/signin', 'sign-in', { body: { email, password }, secrets: [password] })),
    validateOtp: (call, code) =>
      step(call, post('auth/otp/validate', 'otp', { body: { [account.code]: code }, secrets: [code] })),
    signOut: (call) => send(call, get('auth/logout', 'findings'), said(secretsOf(call.credentials))),
    beginOtp: (call) => send(call, get('auth/otp/create', 'otp'), setup),
    verifyOtp: (call, code) =>
      step(call, post('auth/otp/create', 'otp', { body: { [account.code]: code }, secrets: [code] })),
    enableOtp: (call) => send(call, post('users/otp/enable', 'otp'), setup),
    resetOtp: (call) => send(call, post('users/otp/reset', 'otp'), said(secretsOf(call.credentials))),
    disableOtp: (call) => send(call, post('users/otp/disable', 'otp'), said(secretsOf(call.credentials))),
    requestRecovery: (call, email) =>
      send(call, post('auth/password-reset/request', 'recovery', { body: { email } }), said([])),
    confirmRecovery(call, token, password) {
      const secrets = [token, password];
      const writing = post('auth/password-reset/confirm', 'recovery', { body: { token, password }, secrets });
      return send(call, writing, said(secrets));
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
    const result: WriteResult = await wire.write(
      call,
      post('auth/register', 'findings', { body, secrets }),
      (answer) => {
        if (answer.kind === 'response' && answer.status === 400) {
          missing = missingFields(textOf(answer), account, filled);
        }
      },
    );
    if (result.kind === 'refused' && missing.length > 0) {
      return { kind: 'fields-required', fields: missing, message: result.message };
    }
    return result.kind === 'acknowledged' ? { kind: 'done', value: said(secrets)(result.body) } : result;
  }
}

const noCookie = 'The service set no cookie that this program could use.';
