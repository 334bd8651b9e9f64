import { mkdirSync } from 'node:fs';
import { DossierError } from '#contract/error.ts';
import type { Outcome } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import type { Clock } from '#contract/ports.ts';
import type { ProcedureAnswers, ProcedureName, ProgressEvent } from '#contract/procedures.ts';
import { parseJson, stringify } from '#core/json.ts';
import { findEndpoint } from './endpoint.ts';
import type { HostEvent } from './events.ts';
import { reachInstance } from './guest.ts';
import { becomeInstance } from './instance.ts';
import type { Taken } from './instance.ts';
import type { EventListener, LinkAnswer, LinkCall } from './link.ts';
import { createSystemClock } from './system.ts';
import type { PassphraseSource } from './unlock.ts';

/** Which home to open, and how to speak with the person about it. */
export interface HostOptions {
  /** Absolute path of the folder where everything of this installation lives; made where it is missing. */
  readonly home: string;
  readonly version: string;
  readonly passphrase: PassphraseSource;
  /** Gets lines for the person that are no result: a bare key file made, waiting for others. */
  readonly tell: (line: string) => void;
  /** Aborts the opening; calls have signals of their own. */
  readonly signal: AbortSignal;
  readonly debug: boolean;
  /** The thread's entry; tests bring their own table of handlers. */
  readonly hostEntry?: URL;
  /** The entry of the thread that only reads. */
  readonly readerEntry?: URL;
  /** How long the holder of the home may be without an answer before this gives up, milliseconds. */
  readonly patienceMs?: number;
  readonly clock?: Clock;
}

/** What a call carries beside its input. */
export interface CallOptions {
  readonly token: string | null;
  readonly signal: AbortSignal;
  readonly onProgress?: (event: ProgressEvent) => void;
}

/** The home, open for calls: in this process, or in the one that has it open already. */
export interface HostSession {
  /**
   * Calls a procedure. Never rejects for what happens inside it: that is the outcome's failure.
   * @param input as the procedure's schema takes it; numbers keep their digits
   * @throws DossierError where the host is out of reach ('busy', 'internal') or ended in the middle
   */
  call<N extends ProcedureName>(
    name: N,
    input: Json,
    options: CallOptions,
  ): Promise<Outcome<ProcedureAnswers[N]>>;
  /**
   * The same for who only passes a call on: input and outcome stay the JSON text that they are.
   * @param name of a procedure, from outside: any text
   */
  callText(name: string, input: string, options: CallOptions): Promise<string>;
  /**
   * Has what happens in the home told to `listener`, whichever command does it. Where the instance of the home ends,
   * that itself is told as a change: whoever asks again then takes the home over, or reaches the next one.
   * @returns how to end that
   */
  subscribe(listener: (event: HostEvent) => void): () => void;
  /** Gives the home back. An instance first finishes the calls of other commands. */
  readonly close: () => Promise<void>;
  /** Gives the home back now: an instance stops the calls of other commands at a safe point first. */
  readonly stop: () => Promise<void>;
}

/** One way to the host, for as long as it holds. */
export interface HostAccess {
  call(call: LinkCall): Promise<LinkAnswer>;
  subscribe(listener: EventListener): () => void;
  close(): Promise<void>;
  stop(): Promise<void>;
}

const PATIENCE_MS = 20_000;
const FIRST_WAIT_MS = 15;
const LONGEST_WAIT_MS = 250;
/** How often a mistyped passphrase is asked for again. */
const MOST_QUESTIONS = 3;

/** Procedures that may be called again where it is not known whether they ran: they read, or go on where they stopped. */
const repeatable: ReadonlySet<string> = new Set<ProcedureName>([
  'connection.whoami',
  'connection.profile',
  'engagement.add',
  'engagement.list',
  'engagement.facts',
  'sync.run',
  'sync.cancel',
  'finding.list',
  'finding.get',
  'finding.history',
  'queue.list',
  'queue.rows',
  'queue.items',
  'queue.open',
  'question.held',
  'question.account',
  'question.emptied',
  'question.creation',
  'connection.adjust',
  'list.query',
  'list.rows',
  'list.counts',
  'list.values',
  'list.ids',
  'finding.open',
  'finding.look',
  'view.list',
  'setting.read',
  'setting.write',
  'desk.status',
  'evidence.list',
  'evidence.content',
  'security.lockTime',
  'security.keepLockTime',
  'storage.look',
  'storage.compact',
  'storage.removeAside',
  'engagement.holdings',
  'destruction.list',
  'diagnostics.collect',
  'bulk.preview',
  'bulk.hits',
  'bulk.run',
  'bulk.resume',
  'bulk.list',
  'bulk.results',
  'conflict.list',
  'conflict.open',
  'conflict.settled',
  'review.list',
  'review.card',
  'review.similar',
  'report.check',
  'report.masks',
  'report.settings',
  'report.configure',
  'theme.list',
  'theme.read',
  'theme.check',
  'theme.keep',
  'round.list',
  'round.show',
  'finding.verdicts',
  'verdict.preview',
  'report.file',
  'account.standing',
  'account.cancel',
  'token.settle',
]);

/**
 * Opens a home: as its one instance if nobody has it, through the running instance otherwise.
 * @throws DossierError 'wrong-passphrase', 'locked', 'damaged-store', 'newer-store', 'busy', 'file', 'cancelled'
 */
export async function openHost(options: HostOptions): Promise<HostSession> {
  const clock = options.clock ?? createSystemClock();
  makeHome(options.home);
  let access = await reach(options, clock, options.signal);
  let closed = false;
  let renewing: Promise<void> | undefined;
  const listeners = new Set<(event: HostEvent) => void>();
  let endEvents: (() => void) | undefined;
  const tell = (event: HostEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const relay: EventListener = {
    event: (event) => tell(readAnswer<HostEvent>(event)),
    broke() {
      if (closed) return;
      tell({ kind: 'sync', progress: null });
      tell({ kind: 'changed' });
    },
  };

  /** All calls that an instance left without an answer share one way to the next. */
  function renew(broken: HostAccess): Promise<void> {
    if (access !== broken) return Promise.resolve();
    renewing ??= (async () => {
      await broken.close();
      access = await reach(options, clock, options.signal);
      if (endEvents !== undefined) endEvents = access.subscribe(relay);
    })().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function callText(name: string, input: string, callOptions: CallOptions): Promise<string> {
    const call: LinkCall = {
      name,
      input,
      token: callOptions.token,
      signal: callOptions.signal,
      listener: {
        accepted: () => undefined,
        progress: (event) => callOptions.onProgress?.(readAnswer<ProgressEvent>(event)),
      },
    };
    // Each round needs an instance that ended under this call, so the rounds end with the instances.
    for (let round = 0; round < 5; round += 1) {
      const asked = access;
      const result = await asked.call(call);
      if (result.kind === 'outcome') return result.outcome;
      if (closed) throw new DossierError('cancelled', 'Stopped: the home was given back.');
      if (result.accepted && !repeatable.has(name)) break;
      await orGivenUp(renew(asked), callOptions.signal);
      if (callOptions.signal.aborted)
        throw new DossierError('cancelled', 'Stopped before anything was done.');
    }
    throw new DossierError(
      'busy',
      'The running instance of the program ended before it answered. Look whether the change is there, then run the command again.',
    );
  }

  return {
    async call<N extends ProcedureName>(name: N, input: Json, callOptions: CallOptions) {
      return readAnswer<Outcome<ProcedureAnswers[N]>>(await callText(name, stringify(input), callOptions));
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
    close() {
      closed = true;
      return access.close();
    },
    stop() {
      closed = true;
      return access.stop();
    },
  };
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
 * Takes the home, or reaches the one who has it. Between the two lies a moment where the lock is taken and the
 * socket not yet there (or gone already), so it is tried for a while.
 */
async function reach(options: HostOptions, clock: Clock, signal: AbortSignal): Promise<HostAccess> {
  const deadline = clock.awakeMs() + (options.patienceMs ?? PATIENCE_MS);
  let given = options.passphrase.given;
  let asked = 0;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    if (signal.aborted) throw new DossierError('cancelled', 'Stopped before anything was done.');
    let taken: Taken;
    try {
      taken = await becomeInstance({ ...options, passphrase: { ...options.passphrase, given } });
    } catch (error) {
      const mistyped = error instanceof DossierError && error.code === 'wrong-passphrase' && asked > 0;
      if (!mistyped || asked >= MOST_QUESTIONS) throw error;
      options.tell(error.message);
      given = null;
      continue;
    }
    if (taken.kind === 'instance') return taken.access;
    if (taken.kind === 'ask') {
      asked += 1;
      given = await taken.ask();
      continue;
    }
    const endpoint = findEndpoint(options.home);
    const giveUp = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, deadline - clock.awakeMs()))]);
    const guest = endpoint && (await reachInstance(endpoint, options.version, giveUp));
    if (guest !== undefined) {
      try {
        const { checkGivenPassphrase } = await import('./unlock.ts');
        checkGivenPassphrase(options.home, given);
      } catch (error) {
        guest.close();
        throw error;
      }
      if (options.debug)
        options.tell('Another command has this home open; this one has reached the instance.');
      return {
        call: (call) => guest.link.call(call),
        subscribe: (listener) => guest.link.subscribe(listener),
        close: () => Promise.resolve(guest.close()),
        stop: () => Promise.resolve(guest.close()),
      };
    }
    if (clock.awakeMs() >= deadline) {
      throw new DossierError(
        'busy',
        `Another process has ${options.home} open and does not answer. Wait for it to end, or end it, then try again.`,
      );
    }
    await clock.sleep(wait, signal);
  }
}

function makeHome(home: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const why = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in the way' : code;
    throw new DossierError(
      'file',
      `The home ${home} cannot be made: ${why}. Name another folder by --home.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Reads what the host of the same build wrote: its types hold where it was made (the dispatcher's handler table)
 * and the greeting makes sure that both sides are of one version, so they are taken over here once, unchecked.
 */
function readAnswer<T>(text: string): T {
  const parsed = parseJson(text);
  if (parsed.kind === 'ok') return parsed.value as T;
  // A record of the deepest nesting that is taken lies deeper still inside an answer: it is shown all the same.
  return JSON.parse(text) as T;
}
