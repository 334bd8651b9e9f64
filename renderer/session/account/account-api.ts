import {
  ApiError,
  type Api,
  type CallOptions,
  type PageAnswer,
  type PageInput,
  type PageProcedure,
} from '#renderer/api/api.ts';

/**
 * The program as the pages of one account see it. What a window remembers (unsaved drafts, comments, answers to
 * conflicts) hangs on the object by which it calls. Each account has one of its own, so no text of one user reaches the
 * pages of the next. A page that outlives its account makes no more calls. Each call names the account that the page
 * shows, because the program may change the account before the window knows. Else a save could go into another person's
 * store (promise 9).
 */
export class AccountApis {
  readonly #api: Api;
  readonly #present: () => string;
  readonly #known = new Map<string, Api>();

  /** @param present names the account that the program works as, as far as the window knows; '' before the first one */
  constructor(api: Api, present: () => string) {
    this.#api = api;
    this.#present = present;
  }

  /** The same object for the same account, also after another one was there meanwhile. */
  of(account: string): Api {
    const known = this.#known.get(account);
    if (known !== undefined) return known;
    const own = ofAccount(this.#api, account, () => this.#present() === account);
    this.#known.set(account, own);
    return own;
  }
}

function ofAccount(api: Api, account: string, isPresent: () => boolean): Api {
  return {
    async call<N extends PageProcedure>(
      name: N,
      input: PageInput<N>,
      options?: CallOptions,
    ): Promise<PageAnswer<N>> {
      if (!isPresent()) throw new ApiError('other-account', 'This belongs to another account.');
      return api.call(name, input, account === '' ? options : { ...options, account });
    },
    subscribe: (listener) => api.subscribe(listener),
  };
}
