import { z } from 'zod';
import { opensOther } from './program/account.ts';
import { lockMinutes } from './program/settings.ts';
import type { ProgressEvent } from './program/progress.ts';
import { procedure, type AnswerOf } from '../procedure.ts';
import type { GivenInputs, ProcedureAnswers, ProcedureName } from './index.ts';

/*
 * The gateway of a home, for faces that stay open: what can be asked while the home is locked or does not exist yet.
 * These calls are answered by the face's own process; every other procedure goes on to the host behind the gateway.
 */

const passphrase = z.string().max(1_000);

export const vaultProcedures = {
  'home.state': procedure<HomeState>()({ answeredBy: 'vault', input: z.strictObject({}) }),
  /** Makes a new home; with null it opens by a bare key file. The recovery code is shown once; null for a bare home. */
  'home.create': procedure<{ readonly recoveryCode: string | null }>()({
    answeredBy: 'vault',
    input: z.strictObject({ passphrase: passphrase.nullable() }),
  }),
  /** The passphrase, or the recovery code; `secret` says which one the user meant, for the message if it is wrong. */
  'home.unlock': procedure<HomeState>()({
    answeredBy: 'vault',
    input: z.strictObject({
      passphrase,
      secret: z.enum(['passphrase', 'recovery-code']).default('passphrase'),
    }),
  }),
  'home.lock': procedure<HomeState>()({ answeredBy: 'vault', input: z.strictObject({}) }),
  /** Sets, changes or (null) removes the passphrase; `current` is asked if the home has one. */
  'home.protect': procedure<{ readonly recoveryCode: string | null }>()({
    answeredBy: 'vault',
    input: z.strictObject({ current: passphrase.nullable(), passphrase: passphrase.nullable() }),
  }),
  /** Makes a new recovery code; the one before opens nothing any more. */
  'home.renewCode': procedure<{ readonly recoveryCode: string }>()({
    answeredBy: 'vault',
    input: z.strictObject({ passphrase }),
  }),
  /** What opens the home. */
  'home.slots': procedure<{ readonly slots: readonly HomeSlot[] }>()({
    answeredBy: 'vault',
    input: z.strictObject({}),
  }),
  /** How long the home waits without a sign of the person until it locks; kept for every later start. */
  'home.configure': procedure<HomeState>()({
    answeredBy: 'vault',
    input: z.strictObject({ lockAfterMinutes: lockMinutes }),
  }),
  /** The person is there: the idle time before the home locks starts again. */
  'home.touch': procedure<{ readonly lockAfterMinutes: number }>()({
    answeredBy: 'vault',
    input: z.strictObject({}),
  }),
  /**
   * `connection.connect` with the token that goes with this call; with null the stored one is used. The gateway takes
   * the token out of the input, so that it travels to the host beside it, as the terminal's does.
   */
  'home.connect': procedure<ProcedureAnswers['connection.connect']>()({
    answeredBy: 'vault',
    input: z.strictObject({
      baseUrl: z.string().max(4_000),
      token: z.string().max(10_000).nullable(),
      other: opensOther.default(true),
    }),
  }),
  /** Lets the token of the environment go to this origin too, as `--token-for` does; a use of it there is remembered. */
  'home.allowToken': procedure<HomeState>()({
    answeredBy: 'vault',
    input: z.strictObject({ origin: z.string().max(4_000) }),
  }),
  /** Opens the data of another account of this vault; `passphrase` is asked if the vault has one. */
  'home.switchAccount': procedure<ProcedureAnswers['account.open']>()({
    answeredBy: 'vault',
    input: z.strictObject({ account: z.string().max(64), passphrase: passphrase.nullable() }),
  }),
  /** Starts the sample service if it does not run, connects with it and fetches its engagements. */
  'sample.open': procedure<{ readonly projects: readonly string[] }>()({
    answeredBy: 'vault',
    input: z.strictObject({}),
  }),
};

export type VaultProcedure = keyof typeof vaultProcedures;

/** What a user types to open a home. */
export type HomeSecret = 'passphrase' | 'recovery-code';

/** One way to open a home. */
export type HomeSlot = 'bare' | 'passphrase' | 'recovery' | 'keychain';

/** Where the home stands. */
export type HomeState =
  | { readonly kind: 'new'; readonly home: string }
  | { readonly kind: 'locked'; readonly home: string }
  | {
      readonly kind: 'open';
      readonly home: string;
      /** Whether a passphrase protects it; if not, locking would protect nothing. */
      readonly protected: boolean;
      /** Minutes without a touch after which it locks. */
      readonly lockAfterMinutes: number;
      /** It cannot be written: it is shown, and every change is refused. */
      readonly readOnly?: true;
    }
  /** It cannot be opened: damaged, made by a newer program, held by another process that does not answer. */
  | { readonly kind: 'closed'; readonly home: string; readonly message: string };

type VaultAnswers = { readonly [N in VaultProcedure]: AnswerOf<(typeof vaultProcedures)[N]> };

/** Everything that a window may call. */
export type WindowProcedure = ProcedureName | VaultProcedure;
/** What each takes and answers; looked up by name, see `ProcedureInput`. */
export type WindowInputs = GivenInputs & {
  readonly [N in VaultProcedure]: z.input<(typeof vaultProcedures)[N]['input']>;
};
export interface WindowAnswersByName extends ProcedureAnswers, VaultAnswers {}
export type WindowInput<N extends WindowProcedure> = WindowInputs[N];
export type WindowAnswer<N extends WindowProcedure> = WindowAnswersByName[N];

/** What the program tells its open faces without being asked. It carries no client's text. */
export type DeskEvent =
  /** Something in the store is another now: views ask again. At most three a second. */
  | { readonly kind: 'changed' }
  /** How far a sync is, no matter who started it; null at its end. */
  | { readonly kind: 'sync'; readonly progress: (ProgressEvent & { kind: 'sync' }) | null }
  /** The home was opened, locked or became unreachable. */
  | { readonly kind: 'home'; readonly state: HomeState };
