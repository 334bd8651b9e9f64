import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import { DossierError } from '#contract/error.ts';
import type { Outcome } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import type { Clock } from '#contract/ports.ts';
import type { ProcedureAnswers, ProcedureName } from '#contract/procedures/index.ts';
import { parseJson, stringify } from '#domain/base/json.ts';
import type { HostEvent } from '../rpc/events.ts';
import type { EventListener } from '../rpc/channel.ts';
import type { CallContext } from '../rpc/dispatch.ts';
import { copyIfReadOnly } from './read-only-copy.ts';
import { makeHome, findOrStartInstance } from './instance-lookup.ts';
import { isNewVault } from './vault-place.ts';
import type { HostAccess } from './instance-lookup.ts';
import { createInFlightCalls } from '../rpc/in-flight-calls.ts';
import type { VaultSignal } from '../rpc/messages.ts';
import { splitOutcome } from '../rpc/outcome-text.ts';
import { createSystemClock } from '../platform/system.ts';
import type { SystemProxy } from '../platform/system-proxy.ts';
import type { PassphraseSource } from './unlock.ts';

/** Which vault, and how to speak with the user about it: what every way to open one needs. */
export interface VaultOptions {
  /** Absolute path of the folder where everything of this installation lives. */
  readonly home: string;
  readonly version: string;
  /** Gets lines for the user that belong to no call: a bare key file made, waiting for others. */
  readonly tell: (line: string) => void;
  readonly debug: boolean;
  readonly clock?: Clock | undefined;
  /** The thread's entry; tests bring their own table of handlers. */
  readonly hostEntry?: URL | undefined;
  /** The entry of the thread that only reads. */
  readonly readerEntry?: URL | undefined;
  /** How long the holder of the home may be without an answer before this gives up, milliseconds. */
  readonly connectTimeoutMs?: number | undefined;
  /** Asks the desktop which proxy it has set; without it, the environment alone is asked. */
  readonly systemProxy?: SystemProxy | undefined;
}

/** The same for one opening. */
export interface HostOptions extends VaultOptions {
  /** Whether a vault is made if there is none; without it a mistyped path is refused. */
  readonly mayMakeVault: boolean;
  /** Where the vault lies, if `home` is a copy of it because it cannot be written; set by `openHost` itself. */
  readonly readOnlyHome?: string | undefined;
  readonly passphrase: PassphraseSource;
  /** Aborts the opening; calls have signals of their own. */
  readonly signal: AbortSignal;
}

/** What a call carries beside its input. */
export interface HostCallOptions {
  /** See `CallContext`. */
  readonly token?: string | null | undefined;
  /** See `CallContext`. */
  readonly tokenFor?: string | null | undefined;
  /** See `CallContext`. */
  readonly account?: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: ((event: ProgressEvent) => void) | undefined;
}

/** The home, open for calls: in this process, or in the one that has it open already. */
export interface HostSession {
  /** The vault cannot be written: it is shown from a copy, and what would change it is refused (`read-only`). */
  readonly isReadOnly: boolean;
  /**
   * Calls a procedure. Never rejects for what happens inside it: that is the outcome's failure.
   * @param input as the procedure's schema takes it; numbers keep their digits
   * @throws DossierError if the host is out of reach ('busy', 'internal') or ended in the middle
   */
  call<N extends ProcedureName>(
    name: N,
    input: Json,
    options: HostCallOptions,
  ): Promise<Outcome<ProcedureAnswers[N]>>;
  /** As `call`, but a good answer stays the JSON text that it is. */
  callForText(name: ProcedureName, input: Json, options: HostCallOptions): Promise<Outcome<string>>;
  /**
   * The same for who only passes a call on: input and outcome stay the JSON text that they are.
   * @param name of a procedure, from outside: any text
   */
  callText(name: string, input: string, options: HostCallOptions): Promise<string>;
  /**
   * Has what happens in the home told to `listener`, whichever command does it. If the instance of the home ends,
   * that itself is told as a change. A caller that asks again then takes the home over, or reaches the next one.
   * @returns how to end that
   */
  subscribe(listener: (event: HostEvent) => void): () => void;
  /** A user works here: the idle time of every program that has the vault open starts again. */
  touch(): void;
  /** Stops its own calls at a safe point, and gives the home back. An instance first finishes those of other commands. */
  readonly close: () => Promise<void>;
  /**
   * Locks the vault for every program that has it open: stops their calls at a safe point, and overwrites what was freed.
   * From then on each call is refused (`locked`).
   */
  readonly lock: () => Promise<void>;
}

/**
 * Opens a home: as its one instance if nobody has it, through the running instance otherwise.
 * @throws DossierError 'not-found' (no vault there, and none may be made), 'wrong-passphrase', 'locked', 'damaged-store',
 *   'newer-store', 'busy', 'file', 'cancelled'
 */
export async function openHost(options: HostOptions): Promise<HostSession> {
  const clock = options.clock ?? createSystemClock();
  const passphrase = await passphraseFor(options);
  makeHome(options.home);
  const copy = await copyIfReadOnly(options.home, clock);
  const opened = {
    ...options,
    passphrase,
    ...(copy === null ? {} : { home: copy.home, readOnlyHome: options.home }),
  };
  let access: HostAccess;
  let closed = false;
  let locking: Promise<void> | undefined;
  const opening = Promise.withResolvers<void>();
  let renewing: Promise<void> | undefined;
  const running = createInFlightCalls();
  const listeners = new Set<(event: HostEvent) => void>();
  let endEvents: (() => void) | undefined;
  const tell = (event: HostEvent): void => {
    for (const listener of [...listeners]) listener(event);
  };
  const onSignal = (signal: VaultSignal): void => {
    if (signal === 'touched') tell({ kind: 'touched' });
    // What cannot end in order is told by the next call; locked it is.
    else lock().catch(() => undefined);
  };
  try {
    access = await findOrStartInstance(opened, clock, options.signal, onSignal);
    opening.resolve();
  } catch (error) {
    copy?.remove();
    throw error;
  }
  if (copy !== null)
    options.tell(`The vault ${options.home} is read-only. You can look at everything, but nothing is saved.`);
  const relay: EventListener = {
    event: tell,
    broke() {
      if (closed || locking !== undefined) return;
      tell({ kind: 'sync', progress: null });
      tell({ kind: 'changed' });
    },
  };

  /** All calls that an instance left without an answer share one way to the next. */
  function renew(broken: HostAccess): Promise<void> {
    if (access !== broken) return Promise.resolve();
    renewing ??= (async () => {
      await broken.close();
      // A vault that was moved or deleted meanwhile is not made again.
      isNewVault(opened.home, { mayMake: false });
      access = await findOrStartInstance(opened, clock, options.signal, onSignal);
      if (endEvents !== undefined) endEvents = access.subscribe(relay);
    })().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  function lock(): Promise<void> {
    locking ??= (async () => {
      tell({ kind: 'locked' });
      await Promise.all([opening.promise, running.stop(clock)]);
      await renewing?.catch(() => undefined);
      await ended(access.lock());
    })();
    return locking;
  }

  function callText(name: string, input: string, callOptions: HostCallOptions): Promise<string> {
    return running.track(async (signal) => {
      if (locking !== undefined) throw lockedMeanwhile();
      const outcome = await callUntilAnswered(name, input, { ...callOptions, signal });
      const isEnding = locking !== undefined || closed;
      if (!isEnding || callOptions.signal.aborted || !wasStopped(outcome)) return outcome;
      throw locking === undefined ? closedMeanwhile() : lockedMeanwhile();
    }, callOptions.signal);
  }

  async function callUntilAnswered(
    name: string,
    input: string,
    callOptions: HostCallOptions,
  ): Promise<string> {
    const { token = null, onProgress, ...others } = callOptions;
    const context: CallContext = { ...others, token, progress: (event) => onProgress?.(event) };
    // Each round needs an instance that ended under this call, so the rounds end with the instances.
    for (let round = 0; round < 5; round += 1) {
      const asked = access;
      const result = await asked.call(name, input, context);
      if (result.kind === 'outcome') return result.outcome;
      if (locking !== undefined) throw lockedMeanwhile();
      if (closed) throw closedMeanwhile();
      if (!result.mayRepeat) break;
      await orGivenUp(renew(asked), callOptions.signal);
      if (callOptions.signal.aborted)
        throw new DossierError('cancelled', 'Stopped before anything was done.');
    }
    throw new DossierError(
      'busy',
      'The running instance of the program ended before it answered. Check whether the change is there; if not, make it again.',
    );
  }

  async function ended(end: Promise<void>): Promise<void> {
    try {
      await end;
    } finally {
      copy?.remove();
    }
  }

  return {
    isReadOnly: copy !== null,
    async call<N extends ProcedureName>(name: N, input: Json, callOptions: HostCallOptions) {
      return readAnswer<Outcome<ProcedureAnswers[N]>>(await callText(name, stringify(input), callOptions));
    },
    async callForText(name, input, callOptions) {
      const text = await callText(name, stringify(input), callOptions);
      const split = splitOutcome(text);
      return split === null ? readAnswer<Outcome<string>>(text) : { ok: true, ...split };
    },
    callText,
    subscribe(listener) {
      // A listener of its own, so that each end ends one subscription.
      const own = (event: HostEvent): void => listener(event);
      listeners.add(own);
      endEvents ??= access.subscribe(relay);
      return () => {
        listeners.delete(own);
        if (listeners.size > 0) return;
        endEvents?.();
        endEvents = undefined;
      };
    },
    touch: () => access.touch(),
    async close() {
      closed = true;
      await running.stop(clock);
      await (locking ?? ended(access.close()));
    },
    lock,
  };
}

/** Asks for the passphrase of a vault that is to be made, before anything of it is. @throws DossierError as `openHost` */
async function passphraseFor({ home, mayMakeVault, passphrase }: HostOptions): Promise<PassphraseSource> {
  const isNew = isNewVault(home, { mayMake: mayMakeVault });
  // Before anything is made: a vault that cannot be must leave no folder behind.
  if (isNew && passphrase.given !== null) (await import('./unlock.ts')).checkNewPassphrase(passphrase.given);
  if (!isNew || passphrase.given !== null || passphrase.askNew === null) return passphrase;
  return { ...passphrase, given: await passphrase.askNew(home) };
}

function lockedMeanwhile(): DossierError {
  return new DossierError(
    'locked',
    'The vault was locked meanwhile, and this was stopped at a safe point. Unlock it, then run it again.',
  );
}

function closedMeanwhile(): DossierError {
  return new DossierError('cancelled', 'Stopped: the vault was closed.');
}

/** Whether a call ended because it was told to. */
function wasStopped(outcome: string): boolean {
  const answer = readAnswer<Outcome<unknown>>(outcome);
  return !answer.ok && answer.error.code === 'cancelled';
}

/** Waits for work that goes on even if this caller gives up. */
function orGivenUp(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
    work.then(resolve, reject);
  });
}

/**
 * Reads an answer of the host without a check of its type. The dispatcher's handler table typed it, and the
 * greeting makes sure that both sides are of one version.
 */
function readAnswer<T>(text: string): T {
  const parsed = parseJson(text);
  if (parsed.kind === 'ok') return parsed.value as T;
  // A record of the deepest nesting that is taken lies deeper still inside an answer: it is shown all the same.
  return JSON.parse(text) as T;
}
