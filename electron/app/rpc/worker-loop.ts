import type { MessagePort } from 'node:worker_threads';
import { DossierError } from '#contract/error.ts';
import type { Failure } from '#contract/error.ts';
import { createDispatcher, isIdempotentCall, routesOfTable } from './dispatch.ts';
import type { Dispatch, Handlers } from './dispatch.ts';
import type { HostEvent } from './events.ts';
import { failureOf } from '../platform/failure.ts';
import { overwriteFreedBlocks } from '../platform/freed-memory.ts';
import { readToHost } from './messages.ts';
import type { FromHost, ToHost } from './messages.ts';
import type { Routes } from './routes.ts';

/** The services, built and ready. */
export interface ComposedHost {
  readonly handlers: Handlers;
  /** Names the account that is open; null before the first one. */
  readonly account?: () => string | null;
  /** Is told of every failure that a procedure answers with. */
  readonly noticeFailure?: (failure: Failure) => void;
  /** Has what happens told to a listener, and answers how to end that. */
  readonly subscribe?: (listener: (event: HostEvent) => void) => () => void;
  /** Called once, when no call is under way: closes the store. */
  close(): Promise<void> | void;
}

/** Orders of the thread that owns the host, beside the frames (which are strings). */
export type HostOrder =
  | { readonly order: 'open'; readonly dataKey: Uint8Array }
  /** Sends the data key over a port, to the thread that reads beside this one. */
  | { readonly order: 'share-key'; readonly port: MessagePort }
  /** `overwrite`: nothing that was read or sent may stay in memory behind it. */
  | { readonly order: 'close'; readonly overwrite: boolean };

/** What the host reports beside the frames. */
export type HostReport =
  | { readonly report: 'opened'; readonly routes: Routes }
  | { readonly report: 'failed'; readonly error: Failure }
  | { readonly report: 'closed' };

export interface LoopOptions {
  /** Builds the services once the data key is there; throws `DossierError` if the store cannot be opened. */
  readonly compose: (dataKey: Uint8Array) => Promise<ComposedHost> | ComposedHost;
  /** See `DispatcherOptions`. */
  readonly readOnlyHome?: string | null;
  readonly onInternal: (error: unknown) => void;
}

/** Runs the host behind a port until it is told to close. One loop per thread. */
export function runWorkerLoop(port: MessagePort, { compose, readOnlyHome, onInternal }: LoopOptions): void {
  let host: ComposedHost | undefined;
  let calls: ((frame: ToHost) => void) | undefined;
  let key: Uint8Array | undefined;

  async function open(dataKey: Uint8Array): Promise<HostReport> {
    try {
      host = await compose(dataKey);
      key = dataKey;
      const { handlers, account, noticeFailure, subscribe } = host;
      const dispatch = createDispatcher({
        ...{ handlers, account, readOnlyHome, onInternal },
        onFailure: noticeFailure,
      });
      const send = (frame: FromHost): void => port.postMessage(JSON.stringify(frame));
      const events = createEventRelay(subscribe, send);
      const runner = createCallRunner(dispatch, send);
      calls = (frame) => {
        if (frame.kind === 'events') events(frame.on);
        else runner(frame);
      };
      return { report: 'opened', routes: routesOfTable() };
    } catch (error) {
      return { report: 'failed', error: failureOf(error, new AbortController().signal, onInternal) };
    }
  }

  async function close(): Promise<HostReport> {
    try {
      await host?.close();
      return { report: 'closed' };
    } catch (error) {
      onInternal(error);
      return { report: 'failed', error: failureOf(error, new AbortController().signal, () => undefined) };
    }
  }

  port.on('message', (message: string | HostOrder) => {
    if (typeof message === 'string') {
      const frame = readToHost(message);
      if (frame === undefined || calls === undefined) throw new DossierError('internal', 'No frame.');
      calls(frame);
      return;
    }
    switch (message.order) {
      case 'open':
        void open(message.dataKey).then((report) => port.postMessage(report));
        return;
      case 'share-key':
        // Without a key nothing is sent, and the port's other end is told by its closing.
        if (key !== undefined) message.port.postMessage(key);
        message.port.close();
        return;
      case 'close':
        void close().then((report) => {
          if (message.overwrite) overwriteFreedBlocks();
          port.postMessage(report);
          port.close();
        });
        return;
    }
    return message satisfies never;
  });
}

/** Sends events on while they are wanted. */
function createEventRelay(
  subscribe: ComposedHost['subscribe'],
  send: (frame: FromHost) => void,
): (on: boolean) => void {
  let stop: (() => void) | undefined;
  return (on) => {
    stop?.();
    stop = on ? subscribe?.((event) => send({ kind: 'event', event: JSON.stringify(event) })) : undefined;
  };
}

/**
 * Runs calls as their frames arrive, any number at a time: a caller that reads is answered between the requests of
 * a sync that runs.
 */
function createCallRunner(
  dispatch: Dispatch,
  send: (frame: FromHost) => void,
): (frame: Exclude<ToHost, { kind: 'events' }>) => void {
  const running = new Map<number, AbortController>();
  return (frame) => {
    if (frame.kind === 'cancel') {
      running.get(frame.id)?.abort();
      return;
    }
    const { id } = frame;
    const controller = new AbortController();
    running.set(id, controller);
    send({ kind: 'accepted', id, idempotent: isIdempotentCall(frame.name) });
    const context = {
      token: frame.token,
      tokenFor: frame.tokenFor,
      account: frame.account,
      signal: controller.signal,
      progress: (event: unknown) => {
        if (running.has(id)) send({ kind: 'progress', id, event: JSON.stringify(event) });
      },
    };
    void dispatch(frame.name, frame.input, context).then((outcome) => {
      running.delete(id);
      send({ kind: 'outcome', id, outcome });
    });
  };
}
