import type { CallContext } from './dispatch.ts';
import type { HostEvent } from './events.ts';
import type { InFlightCalls } from './in-flight-calls.ts';
import type { FromHost, ToHost } from './messages.ts';

/**
 * How a call over a channel ended: with an outcome (JSON text), or the channel broke before there was one. `mayRepeat`: the
 * call was not taken on, or is one that may run twice.
 */
export type ChannelAnswer =
  | { readonly kind: 'outcome'; readonly outcome: string }
  | { readonly kind: 'broken'; readonly mayRepeat: boolean };

/** What is told over a channel without being asked for by a call. */
export interface EventListener {
  event(event: HostEvent): void;
  /** The channel is gone: nothing more will be told. */
  broke(): void;
}

/** Calls to a host over any channel that carries frames. */
export interface RpcChannel {
  /** @param input JSON text */
  readonly call: (name: string, input: string, context: CallContext) => Promise<ChannelAnswer>;
  /** Has events told to `listener`, and answers how to end that. The host sends none while nobody listens. */
  readonly subscribe: (listener: EventListener) => () => void;
  /** A frame arrived. */
  receive(frame: FromHost): void;
  /** The channel is gone: every call that is under way ends as `broken`. */
  broke(): void;
}

/**
 * The calling end of a channel: pairs calls with their answers.
 * @param send puts a frame on the channel
 */
export function createChannel(send: (frame: ToHost) => void): RpcChannel {
  const waiting = new Map<
    number,
    { settle(answer: ChannelAnswer): void; mayRepeat: boolean; readonly context: CallContext }
  >();
  const listeners = new Set<EventListener>();
  let lastId = 0;
  let open = true;

  return {
    call(name, input, context) {
      return new Promise((resolve) => {
        if (!open) {
          resolve({ kind: 'broken', mayRepeat: true });
          return;
        }
        const id = ++lastId;
        const { token, tokenFor, account, signal } = context;
        const cancel = (): void => send({ kind: 'cancel', id });
        const settle = (answer: ChannelAnswer): void => {
          signal.removeEventListener('abort', cancel);
          waiting.delete(id);
          resolve(answer);
        };
        waiting.set(id, { settle, mayRepeat: true, context });
        send({ kind: 'call', id, name, input, token, tokenFor, account });
        if (signal.aborted) cancel();
        else signal.addEventListener('abort', cancel, { once: true });
      });
    },
    subscribe(listener) {
      if (open && listeners.size === 0) send({ kind: 'events', on: true });
      listeners.add(listener);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        if (open) send({ kind: 'events', on: false });
      };
    },
    receive(frame) {
      if (frame.kind === 'event') {
        for (const listener of listeners) listener.event(frame.event);
        return;
      }
      const entry = waiting.get(frame.id);
      if (entry === undefined) return;
      switch (frame.kind) {
        case 'accepted':
          entry.mayRepeat = frame.idempotent;
          return;
        case 'progress':
          entry.context.progress(frame.event);
          return;
        case 'outcome':
          entry.settle({ kind: 'outcome', outcome: frame.outcome });
          return;
        case 'declined':
          entry.settle({ kind: 'broken', mayRepeat: true });
          return;
      }
      return frame satisfies never;
    },
    broke() {
      if (!open) return;
      open = false;
      for (const entry of [...waiting.values()]) entry.settle({ kind: 'broken', mayRepeat: entry.mayRepeat });
      for (const listener of listeners) listener.broke();
    },
  };
}

/** What the answering end of a channel works with. */
export interface AnsweringOptions {
  /** Answers a call with an outcome (JSON text); null if there is none here, so that another has to answer. */
  readonly answer: (name: string, input: string, context: CallContext) => Promise<string | null>;
  readonly isIdempotent: (name: string) => boolean;
  /** Has what happens told to a listener, and answers how to end that. */
  readonly subscribe?: ((listener: (event: HostEvent) => void) => () => void) | undefined;
  /** Puts a frame on the channel. A promise resolves when the frame has left, or cannot leave any more. */
  readonly send: (frame: FromHost) => Promise<void> | undefined;
  /** The calls of every channel that is stopped together with this one. */
  readonly calls: InFlightCalls;
}

/** The answering end of a channel. */
export interface AnsweringEnd {
  /** A frame arrived. */
  receive(frame: ToHost): void;
  /** The channel is gone: stops its calls at a safe point, and tells no more events. */
  broke(): void;
}

/**
 * Runs calls as their frames arrive, any number at a time: a caller that reads is answered between the requests of
 * a sync that runs. Events are sent while they are wanted.
 */
export function createAnsweringEnd({
  answer,
  isIdempotent,
  subscribe,
  send,
  calls,
}: AnsweringOptions): AnsweringEnd {
  const running = new Map<number, AbortController>();
  let endEvents: (() => void) | undefined;

  async function run(
    { id, name, input, token, tokenFor, account }: Extract<ToHost, { kind: 'call' }>,
    signal: AbortSignal,
  ): Promise<void> {
    // Told before the call begins: a client that does not know that its call was accepted repeats it elsewhere. Once
    // sent, it arrives even if this process is killed.
    await send({ kind: 'accepted', id, idempotent: isIdempotent(name) });
    const progress: CallContext['progress'] = (event) => {
      if (running.has(id)) void send({ kind: 'progress', id, event });
    };
    const outcome = await answer(name, input, { token, tokenFor, account, signal, progress });
    running.delete(id);
    await send(outcome === null ? { kind: 'declined', id } : { kind: 'outcome', id, outcome });
  }

  function tellEvents(on: boolean): void {
    endEvents?.();
    endEvents = on ? subscribe?.((event) => void send({ kind: 'event', event })) : undefined;
  }

  return {
    receive(frame) {
      switch (frame.kind) {
        case 'call': {
          const cancel = new AbortController();
          running.set(frame.id, cancel);
          void calls.track((signal) => run(frame, signal), cancel.signal);
          return;
        }
        case 'cancel':
          running.get(frame.id)?.abort();
          return;
        case 'events':
          tellEvents(frame.on);
          return;
      }
      return frame satisfies never;
    },
    broke() {
      tellEvents(false);
      for (const controller of running.values()) controller.abort();
    },
  };
}
