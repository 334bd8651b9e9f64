import {
  type Api,
  type CallOptions,
  type PageAnswer,
  type PageInput,
  type PageProcedure,
} from '#renderer/api/api.ts';

/** Something that this window asked for and that waits because the service asked for it. */
export interface Wait {
  /** As the program names it. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/**
 * What waits in this window for the end of a pause, whichever screen or dialog asked for it. It is told and given up in
 * one place: no form has to know that the program may wait.
 */
export class PausedCalls {
  readonly #api: Api;
  list = $state.raw<readonly Wait[]>([]);

  constructor(api: Api) {
    this.#api = api;
  }

  /** The program; what waits of the calls that are made with it is told here. */
  readonly api: Api = {
    call: (name, input, options) => this.#call(name, input, options),
    subscribe: (listener) => this.#api.subscribe(listener),
  };

  /** Ends a call that waits, by its name; it then fails as `cancelled`. One that goes on by now is left alone. @throws ApiError */
  async giveUp(wait: string): Promise<void> {
    await this.#api.call('wait.giveUp', { wait });
  }

  /** Lets everything go out at once that waits; the service may ask to wait again. @throws ApiError */
  async tryNow(): Promise<void> {
    await this.#api.call('pause.end', {});
  }

  async #call<N extends PageProcedure>(
    name: N,
    input: PageInput<N>,
    options: CallOptions = {},
  ): Promise<PageAnswer<N>> {
    let wait: string | null = null;
    const onProgress: CallOptions['onProgress'] = (event) => {
      if (event.kind === 'pause') {
        wait = event.wait;
        this.#told(wait, event.leftMs);
      }
      options.onProgress?.(event);
    };
    try {
      return await this.#api.call(name, input, { ...options, onProgress });
    } finally {
      if (wait !== null) this.#told(wait, null);
    }
  }

  #told(name: string, leftMs: number | null): void {
    const others = this.list.filter((wait) => wait.name !== name);
    this.list = leftMs === null ? others : [...others, { name, until: Date.now() + leftMs }];
  }
}
