import type { MessagePort } from 'node:worker_threads';
import { procedures } from '#contract/procedures/index.ts';
import { DossierError } from '#contract/error.ts';
import type { Failure } from '#contract/error.ts';
import { isIdempotent, type Procedure } from '#contract/procedure.ts';
import { createAnsweringEnd, type AnsweringEnd } from './channel.ts';
import { createDispatcher } from './dispatch.ts';
import type { CallContext, HandlerTables, Handlers } from './dispatch.ts';
import type { HostEvent } from './events.ts';
import { createInFlightCalls } from './in-flight-calls.ts';
import { failureOf } from '../platform/failure.ts';
import { overwriteFreedBlocks } from '../platform/freed-memory.ts';
import type { FromHost, ProcedureRoutes, ThreadOrder, ThreadReport, ToHost } from './messages.ts';

/** The services of a thread, built and ready. */
export interface ComposedServices<S> extends HandlerTables<CallContext, S> {
  /** A reader has those of its rows alone. */
  readonly handlers: Partial<Handlers>;
  /** Names the account that is open; null before the first one. */
  readonly account?: () => string | null;
  /** Is told of every failure that a procedure answers with. */
  readonly noticeFailure?: (failure: Failure) => void;
  /** Has what happens told to a listener, and answers how to end that. */
  readonly subscribe?: (listener: (event: HostEvent) => void) => () => void;
  /** Called once, when no call is under way: closes the store. */
  close(): Promise<void> | void;
}

export interface LoopOptions<S> {
  /** Builds the services once the data key is there; throws `DossierError` if the store cannot be opened. */
  readonly compose: (dataKey: Uint8Array) => Promise<ComposedServices<S>> | ComposedServices<S>;
  /** See `DispatcherOptions`. */
  readonly readOnlyHome?: string | null;
  /** See `DispatcherOptions`. */
  readonly declined?: null;
  readonly onInternal: (error: unknown) => void;
}

const never = new AbortController().signal;

/** Answers calls behind a port until it is told to close. One loop per thread: the host's, and each reader's. */
export function runWorkerLoop<S>(
  port: MessagePort,
  { compose, readOnlyHome, declined, onInternal }: LoopOptions<S>,
): void {
  let services: ComposedServices<S> | undefined;
  let calls: AnsweringEnd | undefined;
  let dataKey: Uint8Array | undefined;
  const running = createInFlightCalls();
  const tell = (message: FromHost | ThreadReport): void => port.postMessage(message);

  async function open(key: Uint8Array | MessagePort): Promise<ThreadReport> {
    try {
      dataKey = key instanceof Uint8Array ? key : await received(key);
      services = await compose(dataKey);
      const { noticeFailure, subscribe, ...composed } = services;
      const dispatch = createDispatcher({
        ...composed,
        rows: procedures,
        readOnlyHome,
        declined,
        onInternal,
        onFailure: noticeFailure,
      });
      const routes = routesOf(procedures);
      calls = createAnsweringEnd({
        answer: dispatch,
        isIdempotent: (name) => isIdempotent(routes.get(name)),
        subscribe,
        send(frame) {
          tell(frame);
          return undefined;
        },
        calls: running,
      });
      return { kind: 'opened', routes };
    } catch (error) {
      return { kind: 'failed', error: failureOf(error, never, onInternal) };
    }
  }

  async function close(): Promise<ThreadReport> {
    try {
      running.abort();
      await services?.close();
      return { kind: 'closed' };
    } catch (error) {
      onInternal(error);
      return { kind: 'failed', error: failureOf(error, never, () => undefined) };
    }
  }

  port.on('message', (message: ToHost | ThreadOrder) => {
    switch (message.kind) {
      case 'open':
        void open(message.key).then(tell);
        return;
      case 'share-key':
        // Without a key nothing is sent, and the port's other end is told by its closing.
        if (dataKey !== undefined) message.port.postMessage(dataKey);
        message.port.close();
        return;
      case 'close':
        void close().then((report) => {
          if (message.overwrite) overwriteFreedBlocks();
          tell(report);
          port.close();
        });
        return;
      case 'call':
      case 'cancel':
      case 'events':
        if (calls === undefined) throw new DossierError('internal', 'This thread is not open.');
        calls.receive(message);
        return;
    }
    return message satisfies never;
  });
}

/** The data key from another thread. @throws DossierError 'internal' if that has none, or ended */
function received(port: MessagePort): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    port.once('message', (key: Uint8Array) => {
      resolve(key);
      port.close();
    });
    port.once('close', () => reject(new DossierError('internal', 'No thread has the data key.')));
  });
}

/** What threads that pass calls on have to know of a table. */
function routesOf(rows: Readonly<Record<string, Procedure>>): ProcedureRoutes {
  return new Map(
    Object.entries(rows).map(([name, { answeredBy, scans, hint, idempotent }]) => [
      name,
      { answeredBy, scans, hint, idempotent },
    ]),
  );
}
