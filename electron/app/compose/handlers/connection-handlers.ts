import type { connectionProcedures } from '#contract/procedures/program/connection.ts';
import { DossierError } from '#contract/error.ts';
import { defaultProfile } from '#contract/profile.ts';
import { openOperations } from '#db/tables/outbox/operations.ts';
import { rightsIn } from '#domain/answers/rights.ts';
import { parseBaseUrl } from '#domain/connection/base-url.ts';
import { readProfile } from '#domain/connection/service-profile.ts';
import { readCaller, testWaitMs } from '#features/accounts/connect.ts';
import { askOther } from '../../accounts/other-user.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { HostHandlers } from '../../rpc/dispatch.ts';
import type { Proof } from '../../accounts/sign-in-persistence.ts';

/** The host's procedures of the connection. */
export function connectionHandlers(accounts: Accounts): HostHandlers<typeof connectionProcedures> {
  return {
    'connection.defaults': () => defaultProfile,
    'connection.connect': async (input, context) => {
      const address = parseBaseUrl(input.baseUrl);
      if (address.kind === 'invalid') throw new DossierError('usage', address.message);
      const { baseUrl } = address;
      const account = accounts.currentOrNull();
      const same = account?.connection.baseUrl === baseUrl ? account : null;
      const reading = readProfile(input.profile, same?.ctx.profile);
      if (reading.kind === 'invalid') throw new DossierError('invalid', reading.message);
      const { profile } = reading;
      const { caller, proof } = await accounts
        .withCredentials(same, context, { baseUrl, isNamed: true }, (credentials) =>
          accounts.reach(context, baseUrl, profile, async ({ client }, signal) => {
            const call = { credentials, signal, priority: 'person', maxWaitMs: testWaitMs } as const;
            const proof: Proof = credentials.kind === 'token' ? credentials : { kind: 'kept' };
            return { caller: await readCaller(client, profile, call), proof };
          }),
        )
        .catch((error: unknown) => {
          throw pointOut(address.notice, error);
        });
      const given = input.profile === undefined ? null : profile;
      // Whose store is open may have changed while the service was asked.
      const question = input.other ? null : askOther(accounts.currentOrNull(), baseUrl, caller);
      if (question !== null) return question;
      const { left } = accounts.adopt(baseUrl, { given, initial: profile }, caller, proof, context);
      const { user, organization } = caller;
      const notices = address.notice === undefined ? [] : [address.notice];
      return { kind: 'connected', baseUrl, user, organization, left, notices };
    },
    'connection.whoami': (_input, context) =>
      accounts.online(context, async ({ client, profile, credentials, signal }, { connection }) => {
        const call = { credentials, signal, priority: 'person' } as const;
        const { user, organization } = await readCaller(client, profile, call);
        const rights = rightsIn(user, organization, profile);
        return { baseUrl: connection.baseUrl, user, organization, rights };
      }),
    'connection.disconnect': () => {
      const account = accounts.current();
      accounts.forgetAll(account);
      return { waiting: openOperations(account.ctx.db).length };
    },
  };
}

/** The failure of a read with what is odd about the address, which may well be why it failed. */
function pointOut(notice: string | undefined, error: unknown): unknown {
  if (notice === undefined || !(error instanceof DossierError)) return error;
  const { code, message, ...told } = error;
  return new DossierError(code, `${message}\n${notice}`, { cause: error, ...told });
}
