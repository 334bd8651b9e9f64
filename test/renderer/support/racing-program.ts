import type { ErrorCode } from '#contract/error.ts';
import {
  ApiError,
  SilentError,
  type Api,
  type CallOptions,
  type PageInput,
  type PageProcedure,
} from '#renderer/api/api.ts';
import { asAnswered, settled } from './program.ts';

/** What one account has stored, by the name of a field. */
export interface Cells {
  get(field: string): string;
  /** Writes what a page sends. @param seen what it may be written over; without it, anything */
  write(field: string, value: string, seen?: readonly unknown[]): void;
}

/** Answers a procedure from what is stored. @throws ApiError */
export type Answers = { readonly [N in PageProcedure]?: (input: PageInput<N>, cells: Cells) => unknown };

/** One write of a page, and what it wrote over. */
export interface Written {
  readonly account: string;
  readonly field: string;
  readonly before: string;
  readonly value: string;
}

/** What becomes of one of the next calls. */
export type Fate = 'answered late' | 'asked late' | 'answer lost' | 'never asked' | 'refused';

/**
 * A program with a small store for each account, whose calls and answers can be late or lost. It can be locked, work as
 * another account, and lose an engagement.
 */
export class RacingProgram {
  readonly #answers: Answers;
  readonly #writes: PageProcedure;
  readonly #stores = new Map<string, Map<string, string>>();
  readonly #late: (() => void)[] = [];
  readonly written: Written[] = [];
  /** Fates of the next writes, the first one first. */
  fates: Fate[] = [];
  account = 'anna';
  isLocked = false;
  /** Accounts whose engagement was destroyed. */
  readonly destroyed = new Set<string>();
  /** The page is gone: it hears no answer. */
  isGone = false;

  /** @param writes the procedure by which the machine saves; fates are for its calls alone */
  constructor(answers: Answers, writes: PageProcedure) {
    this.#answers = answers;
    this.#writes = writes;
  }

  readonly api: Api = {
    call: async (name, input, options) => {
      const fate = name === this.#writes ? this.fates.shift() : undefined;
      if (fate === 'asked late') await this.#later();
      const answer = this.#carryOut(name, input, options, fate);
      if (fate === 'answered late') await this.#later();
      await Promise.resolve();
      if (this.isGone) await new Promise(() => undefined);
      if (answer instanceof ApiError) throw answer;
      return asAnswered(structuredClone(answer));
    },
    subscribe: () => () => undefined,
  };

  /** Lets the calls and answers that are late come, in the order of the calls. */
  async release(): Promise<void> {
    for (const come of this.#late.splice(0)) {
      come();
      await settled();
    }
  }

  /** Another window of this account writes. */
  writeElsewhere(field: string, value: string): void {
    this.#storeOf(this.account).set(field, value);
  }

  storedOf(account: string, field: string): string {
    return this.#storeOf(account).get(field) ?? '';
  }

  #later(): Promise<void> {
    return new Promise((resolve) => {
      this.#late.push(resolve);
    });
  }

  #storeOf(account: string): Map<string, string> {
    const store = this.#stores.get(account) ?? new Map<string, string>();
    this.#stores.set(account, store);
    return store;
  }

  #carryOut<N extends PageProcedure>(
    name: N,
    input: PageInput<N>,
    options: CallOptions | undefined,
    fate: Fate | undefined,
  ): unknown {
    if (fate === 'never asked') return new SilentError('The program does not answer.');
    if (this.isLocked) return failure('locked');
    if (options?.account !== undefined && options.account !== this.account) return failure('other-account');
    if (fate === 'refused') return failure('disk-full');
    const { account } = this;
    if (this.destroyed.has(account)) return failure('not-found');
    const store = this.#storeOf(account);
    const cells: Cells = {
      get: (field) => store.get(field) ?? '',
      write: (field, value, seen) => {
        const before = store.get(field) ?? '';
        if (before === value) return;
        if (seen !== undefined && !seen.includes(before)) throw failure('outdated');
        store.set(field, value);
        this.written.push({ account, field, before, value });
      },
    };
    try {
      const answer = this.#answers[name]?.(input, cells) ?? {};
      return fate === 'answer lost' ? new SilentError('The program does not answer.') : answer;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }
}

function failure(code: ErrorCode): ApiError {
  return new ApiError(code, `It is ${code}.`);
}
