import type { MfaSetup } from '#contract/procedures/program/account.ts';
import type { StartedSetup } from '#remote/endpoints/account-client.ts';

/** What an authenticator needs, out of the answer. If no address came it is made of the secret and the name. */
export function setupAnswer(started: StartedSetup, name: string): MfaSetup {
  if (started.kind === 'unreadable') return started;
  const { secret, url } = started.setup;
  return { kind: 'setup', secret, uri: url ?? `otpauth://totp/${encodeURIComponent(name)}?secret=${secret}` };
}
