import type { z } from 'zod';
import type { AnswerOf } from '#contract/procedure.ts';
import { accountProcedures } from '#contract/procedures/program/account.ts';
import { vaultProcedures } from '#contract/procedures/vault.ts';
import type { DeskEvent, VaultProcedure } from '#contract/procedures/vault.ts';
import { DossierError } from '#contract/error.ts';
import { slotsOf } from '#db/store/vault.ts';
import { cleanToken } from '#domain/account/token.ts';
import { createDispatcher, type Dispatch } from '../rpc/dispatch.ts';
import { checkGivenPassphrase } from '../instance/unlock.ts';
import { wrongSecret } from '../instance/wrong-secret.ts';
import { isProtected } from './home-status.ts';
import { openVaultSession } from './vault-session.ts';
import type { HostCallOptions } from '../instance/host-session.ts';
import { createSampleDesk } from './sample-desk.ts';
import type { VaultSessionOptions } from './open-session.ts';

/** Which vault the gateway leads to, and how the program was started. */
export type HomeGatewayOptions = Omit<VaultSessionOptions, 'onState' | 'onEvent'>;

/** A home as windows see it: locked, new or open, in this process or in the one that has it open. */
export interface HomeGateway {
  /**
   * Calls a procedure: those of `#contract/procedures/vault.ts` are answered here, every other one by the host.
   * See `Dispatch`. Without a token of its own a call is made with that of the program.
   */
  readonly call: Dispatch<HostCallOptions>;
  /** @returns ends the subscription */
  subscribe(listener: (event: DeskEvent) => void): () => void;
  /**
   * Runs an attempt at the vault's passphrase that is made outside of the gateway. Wrong ones count together with the
   * gateway's own and delay the next.
   * @throws DossierError 'wrong-passphrase', and what `attempt` throws
   */
  attempt(attempt: () => void, signal: AbortSignal): Promise<void>;
  /** Stops what runs, at safe points, and gives the home back. */
  close(): Promise<void>;
}

type VaultHandlers = {
  readonly [N in VaultProcedure]: (
    input: z.output<(typeof vaultProcedures)[N]['input']>,
    options: HostCallOptions,
  ) => Promise<AnswerOf<(typeof vaultProcedures)[N]>>;
};

/** What a page cannot call by itself: a procedure of the vault asks for the passphrase before it. */
const behindPassphrase = { 'account.open': accountProcedures['account.open'] };
const refuseUnasked = {
  'account.open': (): never => {
    throw new DossierError('usage', 'A window asks for the passphrase first.');
  },
};

/** Opens the gateway of a home, which begins to open the home itself if nobody has to be asked for that. */
export function openHomeGateway(options: HomeGatewayOptions): HomeGateway {
  const listeners = new Set<(event: DeskEvent) => void>();
  const tell = (event: DeskEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        // What a listener cannot do must not keep a home from being locked, or tell of an open one that it is not.
        if (options.debug) options.tell(error instanceof Error ? (error.stack ?? '') : String(error));
      }
    }
  };
  const vaultSession = openVaultSession({
    ...options,
    onState: (state) => tell({ kind: 'home', state }),
    onEvent: tell,
  });
  const sample = createSampleDesk(options.home, vaultSession.call);

  const handlers: VaultHandlers = {
    'home.state': () => vaultSession.state(),
    'home.create': ({ passphrase }) => vaultSession.create(passphrase),
    'home.unlock': ({ passphrase, secret }, { signal }) => vaultSession.unlock(passphrase, signal, secret),
    'home.lock': () => vaultSession.lock(),
    'home.protect': (change, { signal }) => vaultSession.protect(change, signal),
    'home.renewCode': ({ passphrase }, { signal }) => vaultSession.renewCode(passphrase, signal),
    async 'home.slots'() {
      return { slots: slotsOf(options.home) };
    },
    'home.configure': ({ lockAfterMinutes }, { signal }) => vaultSession.configure(lockAfterMinutes, signal),
    async 'home.touch'() {
      vaultSession.touch();
      return { lockAfterMinutes: vaultSession.lockAfterMinutes() };
    },
    async 'home.connect'({ baseUrl, token: given, other }, { signal, onProgress, token: ofCall }) {
      const { token, notice } = cleanToken(given ?? undefined, 'as pasted');
      const outcome = await vaultSession.call(
        'connection.connect',
        { baseUrl, other },
        { token: token ?? ofCall, signal, onProgress },
      );
      if (!outcome.ok) throw DossierError.of(outcome.error);
      const { value } = outcome;
      if (notice === null || value.kind === 'other-user') return value;
      return { ...value, notices: [...(value.notices ?? []), notice] };
    },
    async 'home.allowToken'({ origin }) {
      vaultSession.allowToken(origin);
      return vaultSession.state();
    },
    async 'home.switchAccount'({ account, passphrase }, { signal, account: shown }) {
      await vaultSession.attempt(() => {
        if (!isProtected(options.home)) return;
        if (passphrase === null) throw wrongSecret('passphrase');
        checkGivenPassphrase(options.home, passphrase);
      }, signal);
      const outcome = await vaultSession.call('account.open', { account }, { account: shown, signal });
      if (!outcome.ok) throw DossierError.of(outcome.error);
      return outcome.value;
    },
    'sample.open': (_input, { signal, onProgress }) => sample.open(signal, onProgress),
  };

  const call = createDispatcher<HostCallOptions>({
    rows: { ...vaultProcedures, ...behindPassphrase },
    handlers: { ...handlers, ...refuseUnasked },
    otherwise: vaultSession.callText,
    onInternal(thrown) {
      if (options.debug) options.tell(thrown instanceof Error ? (thrown.stack ?? '') : String(thrown));
    },
  });

  return {
    call,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    attempt: (attempt, signal) => vaultSession.attempt(attempt, signal),
    async close() {
      await vaultSession.close();
      await sample.close();
    },
  };
}
