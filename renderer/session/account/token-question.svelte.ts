import {
  ApiError,
  type Api,
  type CallOptions,
  type PageAnswer,
  type PageInput,
  type PageProcedure,
} from '#renderer/api/api.ts';

/** What the user is asked before the token of the environment goes to another address. */
export interface AskedToken {
  readonly origin: string;
  /** What happened, in one line. */
  readonly what: string;
}

/**
 * Asks, for any call, whether the token of the environment may go to an address that it was not used with. If
 * it may, the call is repeated. An address that was refused is asked about again when the user connects to
 * it.
 */
export class TokenQuestion {
  readonly #api: Api;
  readonly #refused = new Set<string>();
  #answer: PromiseWithResolvers<boolean> | null = null;
  asked = $state.raw<AskedToken | null>(null);

  constructor(api: Api) {
    this.#api = api;
  }

  /** The program; calls made with it are held while the question is open. */
  readonly api: Api = {
    call: (name, input, options) => this.#call(name, input, options),
    subscribe: (listener) => this.#api.subscribe(listener),
  };

  /** The user's answer to the question that is open. */
  answer(allows: boolean): void {
    if (!allows && this.asked !== null) this.#refused.add(this.asked.origin);
    this.asked = null;
    this.#answer?.resolve(allows);
    this.#answer = null;
  }

  async #call<N extends PageProcedure>(
    name: N,
    input: PageInput<N>,
    options: CallOptions = {},
  ): Promise<PageAnswer<N>> {
    try {
      return await this.#api.call(name, input, options);
    } catch (error) {
      await this.#allow(error, name === 'home.connect');
    }
    return this.#api.call(name, input, options);
  }

  /**
   * Resolves when the call that failed so may be made again.
   * @param anew whether the user asks for the address anew, so that an earlier "no" does not count
   * @throws what was thrown, if it is something else; ApiError `token-origin` if the user does not allow it
   */
  async #allow(error: unknown, anew: boolean): Promise<void> {
    if (!(error instanceof ApiError) || error.origin === null) throw error;
    const { origin } = error;
    const [what = ''] = error.message.split('\n');
    if (anew) this.#refused.delete(origin);
    if (this.#refused.has(origin) || !(await this.#ask({ origin, what }))) {
      throw new ApiError('token-origin', `${what} Sign in with the token of that service.`);
    }
    await this.#api.call('home.allowToken', { origin });
  }

  /** One question at a time: calls that meet the same address wait for the same answer. */
  async #ask(asked: AskedToken): Promise<boolean> {
    while (this.#answer !== null && this.asked?.origin !== asked.origin) await this.#answer.promise;
    if (this.#answer === null) {
      this.#answer = Promise.withResolvers();
      this.asked = asked;
    }
    return this.#answer.promise;
  }
}
