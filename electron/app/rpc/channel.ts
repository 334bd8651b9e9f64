import type { FromHost, ToHost } from './messages.ts';

/** How a call goes, told piece by piece. */
export interface CallListener {
  /** A progress event as JSON text. */
  progress(event: string): void;
}

/** A call as it goes over a link. */
export interface ChannelCall {
  readonly name: string;
  /** JSON text. */
  readonly input: string;
  readonly token: string | null;
  /** See `CallContext`. */
  readonly tokenFor?: string | null | undefined;
  /** See `CallContext`. */
  readonly account?: string | undefined;
  readonly signal: AbortSignal;
  readonly listener: CallListener;
}

/**
 * How a call over a link ended: with an outcome (JSON text), or the link broke before there was one. `mayRepeat`: the call
 * was not taken on, or is one that may run twice.
 */
export type ChannelAnswer =
  | { readonly kind: 'outcome'; readonly outcome: string }
  | { readonly kind: 'broken'; readonly mayRepeat: boolean };

/** What is told over a link without being asked for by a call. */
export interface EventListener {
  /** An event as JSON text. */
  event(event: string): void;
  /** The channel is gone: nothing more will be told. */
  broke(): void;
}

/** Calls to a host over any channel that carries frames. */
export interface RpcChannel {
  call(call: ChannelCall): Promise<ChannelAnswer>;
  /** Has events told to `listener`, and answers how to end that. The host sends none while nobody listens. */
  subscribe(listener: EventListener): () => void;
  /** A frame arrived. */
  receive(frame: FromHost): void;
  /** The channel is gone: every call that is under way ends as `broken`. */
  broke(): void;
}

/**
 * Pairs calls with their answers.
 * @param send puts a frame on the channel
 */
export function createChannel(send: (frame: ToHost) => void): RpcChannel {
  const waiting = new Map<
    number,
    { settle(answer: ChannelAnswer): void; mayRepeat: boolean; call: ChannelCall }
  >();
  const listeners = new Set<EventListener>();
  let lastId = 0;
  let open = true;

  return {
    call(call) {
      return new Promise((resolve) => {
        if (!open) {
          resolve({ kind: 'broken', mayRepeat: true });
          return;
        }
        const id = ++lastId;
        const cancel = (): void => send({ kind: 'cancel', id });
        const settle = (answer: ChannelAnswer): void => {
          call.signal.removeEventListener('abort', cancel);
          waiting.delete(id);
          resolve(answer);
        };
        waiting.set(id, { settle, mayRepeat: true, call });
        const { name, input, token, tokenFor, account } = call;
        send({ kind: 'call', id, name, input, token, tokenFor, account });
        if (call.signal.aborted) cancel();
        else call.signal.addEventListener('abort', cancel, { once: true });
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
          entry.call.listener.progress(frame.event);
          return;
        case 'outcome':
          entry.settle({ kind: 'outcome', outcome: frame.outcome });
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
