import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import type {
  DeskEvent,
  WindowAnswersByName,
  WindowInputs,
  WindowProcedure,
} from '#contract/procedures/vault.ts';
import type { ErrorCode } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import type { MenuCommand, ShellAnswers, ShellProcedure, shellProcedures } from '#contract/window/shell.ts';
import { isObject, parseJson } from '#domain/base/json.ts';

/** A failure that the program reported, or that kept its answer away. `message` is for the person as it is. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** If the service asked for a pause: how long it is from now, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** Whether the service was reached all the same: it answered with a failure of its own, or asked to wait. */
  readonly answered: boolean;
  /** With `token-origin`: where the token would have gone. */
  readonly origin: string | null;
  /** With `query`: the place in its text, from 0. */
  readonly at: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    retryAfterMs: number | null = null,
    answered = false,
    origin: string | null = null,
    at: number | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.answered = answered;
    this.origin = origin;
    this.at = at;
  }
}

/** Nobody answered the call: the program itself is silent, whatever may be reached beyond it. */
export class SilentError extends ApiError {
  constructor(message: string) {
    super('unreachable', message);
  }
}

export interface CallOptions {
  /** Aborting gives the call up, in the host too; it then throws an `ApiError` `cancelled`. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: ProgressEvent) => void;
  /** The account that is shown (`desk.status`); if the program has another open by then, `other-account`. */
  readonly account?: string | undefined;
  readonly urgency?: Urgency;
}

/**
 * `later`: asked anew whenever something changed, so one after the other. `now`: the program has to hear it while it does
 * what the others wait for.
 */
export type Urgency = 'later' | 'now';

/** Everything that a page may call; what only the shell can do is unknown to the local browser. */
export type PageProcedure = WindowProcedure | ShellProcedure;
/** What each takes and answers; looked up by name, since so many are more than the compiler follows one by one. */
type PageInputs = WindowInputs & {
  readonly [N in ShellProcedure]: ZodInput<(typeof shellProcedures)[N]['input']>;
};
interface PageAnswers extends WindowAnswersByName, ShellAnswers {}
export type PageInput<N extends PageProcedure> = PageInputs[N];
export type PageAnswer<N extends PageProcedure> = PageAnswers[N];
/** What a schema takes, without importing the package that makes schemas. */
type ZodInput<S extends { readonly _zod: { readonly input: unknown } }> = S['_zod']['input'];

/** What arrives without being asked: the program's events, whether it can be reached, commands of the menu. */
export type ApiEvent =
  | DeskEvent
  | { readonly kind: 'link'; readonly up: boolean }
  | { readonly kind: 'command'; readonly command: MenuCommand }
  /** A new version of the program was found. */
  | { readonly kind: 'update'; readonly version: string }
  /** The user opened a backup with the program. */
  | { readonly kind: 'backup' };

/** The program as the page sees it, whatever the way to it. */
export interface Api {
  /** @throws ApiError */
  call<N extends PageProcedure>(name: N, input: PageInput<N>, options?: CallOptions): Promise<PageAnswer<N>>;
  /** @returns ends it */
  subscribe(listener: (event: ApiEvent) => void): () => void;
}

/** What a transport tells: JSON values as they came, and the state of the way. */
export type TransportEvent =
  | { readonly kind: 'desk'; readonly event: Json }
  | { readonly kind: 'link'; readonly up: boolean }
  | { readonly kind: 'command'; readonly command: Json }
  | { readonly kind: 'update'; readonly version: string }
  | { readonly kind: 'backup' };

/** What `CallOptions` are on their way. */
export interface TransportOptions {
  readonly signal: AbortSignal | undefined;
  readonly account: string | undefined;
  readonly urgency: Urgency | undefined;
  readonly onProgress: (event: Json) => void;
}

/** A way to the program: text in, text out. */
export interface PageTransport {
  /** Answers the outcome's JSON text. @throws ApiError if no outcome can be had */
  call(name: string, inputText: string, options: TransportOptions): Promise<string>;
  subscribe(listener: (event: TransportEvent) => void): () => void;
}

/** The typed calls over a transport. Numbers keep their digits both ways (`#domain/base/json.ts`). */
export function createApi(transport: PageTransport): Api {
  return {
    async call<N extends PageProcedure>(name: N, input: PageInput<N>, options: CallOptions = {}) {
      const { signal, account, urgency, onProgress } = options;
      if (signal?.aborted === true) throw new ApiError('cancelled', 'Stopped.');
      const text = await transport.call(name, JSON.stringify(input), {
        signal,
        account,
        urgency,
        onProgress: (event) => onProgress?.(asMade<ProgressEvent>(event)),
      });
      return asMade<PageAnswer<N>>(readOutcome(text));
    },
    subscribe(listener) {
      return transport.subscribe((event) => {
        if (event.kind === 'desk') listener(asMade<DeskEvent>(event.event));
        else if (event.kind === 'command')
          listener({ kind: 'command', command: asMade<MenuCommand>(event.command) });
        else listener(event);
      });
    },
  };
}

/**
 * What our own host made, by the type that the compiler checks where it is made (`#contract/procedures.ts`).
 * Nothing but the program's own process can answer a transport, so its shape is not checked a second time.
 */
function asMade<T>(value: Json): T {
  return value as T;
}

function readOutcome(text: string): Json {
  const parsed = parseJson(text);
  if (parsed.kind === 'broken') {
    throw new ApiError('internal', `The program's answer could not be read: ${parsed.message}`);
  }
  const outcome = parsed.value;
  if (isObject(outcome)) {
    if (outcome['ok'] === true) return outcome['value'] ?? null;
    const error = outcome['error'];
    if (isObject(error) && typeof error['code'] === 'string' && typeof error['message'] === 'string') {
      const { code, message, retryAfterMs, answered, origin, at } = error;
      const wait = typeof retryAfterMs === 'number' ? retryAfterMs : null;
      const target = typeof origin === 'string' ? origin : null;
      const place = typeof at === 'number' ? at : null;
      throw new ApiError(asMade<ErrorCode>(code), message, wait, answered === true, target, place);
    }
  }
  throw new ApiError('internal', 'The program answered with something that is no outcome.');
}

/** The failure that a person reads, whatever was thrown. */
export function failureOf(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError('internal', 'Something went wrong in this window. What was saved is safe.');
}

/** Whether the program did not answer at all; what it tells of a service that it cannot reach is an answer. */
export function wasUnanswered(thrown: unknown): boolean {
  return thrown instanceof SilentError;
}

/** Whether a call ended because the page itself gave it up: nothing that a person must be told. */
export function wasCancelled(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.code === 'cancelled';
}

/** Whether a lock, another account or the page itself ended a call: it can be made again once the program is here. */
export function wasInterrupted(thrown: unknown): boolean {
  return thrown instanceof ApiError && ['locked', 'cancelled', 'other-account'].includes(thrown.code);
}
