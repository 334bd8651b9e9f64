import { untrack } from 'svelte';
import {
  ApiError,
  failureOf,
  wasCancelled,
  wasInterrupted,
  type Api,
  type PageAnswer,
  type PageInput,
  type PageProcedure,
} from '#renderer/api/api.ts';
import { getShared } from '../context.ts';
import { throttle } from './throttle.ts';

/** How a query asks for its value. @throws ApiError */
export type Fetch<I, T> = (api: Api, input: I, signal: AbortSignal) => Promise<T>;

export interface LiveOptions {
  /** The least time between two requests that changes of the store cause (milliseconds). */
  readonly gapMs?: number;
  /** How long the input must stay the same before it is asked for: for what is typed (milliseconds). */
  readonly restMs?: number;
  /** The answer to an input never changes: the store has no say in it. */
  readonly fixed?: boolean;
}

export interface StoreChangeOptions {
  readonly gapMs?: number;
  readonly also?: () => unknown;
}

/** A change of the store is news at most this often. */
const defaultGapMs = 300;

/**
 * One question to the program, for as long as a view shows the answer: the newest request wins, and the last good value
 * stays while a newer one is on its way. A lock or another account is no error; `show` asks again after it.
 */
export class LiveQuery<I, T> {
  readonly #fetch: Fetch<I, T>;
  readonly #restMs: number;
  readonly #throttled: () => void;
  #api: Api | null = null;
  #input: I | null = null;
  #key = $state('null');
  #answer = $state.raw<{ readonly key: string; readonly value: T } | null>(null);
  /** Why there is no newer value, in the program's words. */
  error = $state.raw<string | null>(null);
  /** Whether a request is under way. */
  asking = $state(false);
  #request: AbortController | null = null;
  #running: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(fetch: Fetch<I, T>, { gapMs = defaultGapMs, restMs = 0 }: LiveOptions = {}) {
    this.#fetch = fetch;
    this.#restMs = restMs;
    this.#throttled = throttle(() => this.#askBehind(), gapMs);
  }

  /** The newest answer to the present input; null while there is none. */
  get value(): T | null {
    return this.#answer?.key === this.#key ? this.#answer.value : null;
  }

  /** The newest answer of this account, also one to an input before the present one. */
  get last(): T | null {
    return this.#answer?.value ?? null;
  }

  /** Asks for the answer to an input, null for none. With the same one again the store has changed: throttled. */
  show(api: Api, input: I | null): void {
    if (this.#request !== null && api === this.#api && JSON.stringify(input) === this.#key) {
      this.freshen();
      return;
    }
    this.#aim(api, input);
    if (this.#restMs === 0) void this.again();
    else this.#timer = setTimeout(() => void this.again(), this.#restMs);
  }

  /** The store has changed: asks again for the same input, if it was asked for; throttled. */
  freshen(): void {
    if (this.#request !== null) this.#throttled();
  }

  /** Asks for the answer to an input at once. Never throws. */
  async ask(api: Api, input: I): Promise<void> {
    this.#aim(api, input);
    await this.again();
  }

  /**
   * Asks again for the input at once, in place of what is under way. Never throws; once it is done, nothing older is
   * known than at this call.
   *
   * @param fetch another call with the same answer: a change
   */
  async again(fetch: Fetch<I, T> = this.#fetch): Promise<void> {
    clearTimeout(this.#timer);
    this.#request?.abort();
    const [api, input] = [this.#api, this.#input];
    if (api === null || input === null) return;
    const request = new AbortController();
    this.#request = request;
    const isNoError = fetch === this.#fetch ? wasInterrupted : wasCancelled;
    this.#running = this.#take(() => fetch(api, input, request.signal), request, isNoError);
    await this.#newest();
  }

  /** Gives up what is under way; the value stays. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#request = null;
    this.asking = false;
  }

  /** Beside a sync the store changes faster than much is read: what is under way ends first, or there never was an answer. */
  async #askBehind(): Promise<void> {
    const request = this.#request;
    await this.#running;
    if (request !== null && request === this.#request) await this.again();
  }

  async #newest(): Promise<void> {
    let running;
    do {
      running = this.#running;
      await running;
    } while (running !== this.#running);
  }

  #aim(api: Api, input: I | null): void {
    this.leave();
    const key = JSON.stringify(input);
    if (api !== this.#api || input === null) this.#answer = null;
    if (api !== this.#api || key !== this.#key) this.error = null;
    this.#api = api;
    this.#input = input;
    this.#key = key;
  }

  async #take(
    fetch: () => Promise<T>,
    request: AbortController,
    isNoError: (thrown: unknown) => boolean,
  ): Promise<void> {
    const isNewest = (): boolean => request === this.#request;
    this.asking = true;
    try {
      // A request that was given up holds nothing back, whenever its answer comes.
      const value = await Promise.race([fetch(), untilAbort(request.signal)]);
      if (!isNewest()) return;
      this.#answer = { key: this.#key, value };
      this.error = null;
    } catch (thrown) {
      if (isNewest() && !isNoError(thrown)) this.error = failureOf(thrown).message;
    } finally {
      if (isNewest()) this.asking = false;
    }
  }
}

/** @throws ApiError as soon as the signal aborts */
function untilAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new ApiError('cancelled', 'Stopped.')), { once: true });
  });
}

/** A query of one procedure, for a state that asks by itself. */
export function queryOf<N extends PageProcedure>(
  name: N,
  options?: LiveOptions,
): LiveQuery<PageInput<N>, PageAnswer<N>> {
  return new LiveQuery((api, input, signal) => api.call(name, input, { signal }), options);
}

/**
 * Asks whenever its input or the store changes, and after an unlock. To be called while a component is set up.
 *
 * @param input null if there is nothing to ask
 */
export function live<N extends PageProcedure>(
  name: N,
  input: () => PageInput<N> | null,
  options?: LiveOptions,
): LiveQuery<PageInput<N>, PageAnswer<N>> {
  return keepLive(queryOf(name, options), input, options);
}

/** The same for a value that several calls make. */
export function liveFetch<I, T>(
  fetch: Fetch<I, T>,
  input: () => I | null,
  options?: LiveOptions,
): LiveQuery<I, T> {
  return keepLive(new LiveQuery(fetch, options), input, options);
}

function keepLive<I, T>(
  query: LiveQuery<I, T>,
  input: () => I | null,
  options: LiveOptions = {},
): LiveQuery<I, T> {
  const { desk } = getShared();
  $effect(() => {
    if (options.fixed !== true) void desk.revision;
    const { api, isOpen } = desk;
    const shown = input();
    untrack(() => {
      if (isOpen) query.show(api, shown);
      else query.leave();
    });
  });
  $effect(() => () => query.leave());
  return query;
}

/**
 * Runs a round now, after every change of the store and after an unlock, throttled: for state that asks by itself. To be
 * called while a component is set up.
 *
 * @param round never rejects
 * @param also reads what else calls for a round
 * @returns asks for a round
 */
export function onStoreChange(
  round: () => unknown,
  { gapMs = defaultGapMs, also }: StoreChangeOptions = {},
): () => void {
  const { desk } = getShared();
  let isLeft = false;
  const freshen = throttle(async () => {
    if (!isLeft) await round();
  }, gapMs);
  $effect(() => {
    also?.();
    void desk.revision;
    if (desk.isOpen) untrack(freshen);
  });
  $effect(() => () => {
    isLeft = true;
  });
  return freshen;
}
