import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { procedures } from '#contract/procedures/index.ts';
import type { Outcome } from '#contract/error.ts';
import type { ProcedureInput, ReadingName } from '#contract/procedures/index.ts';
import { composeReader } from './compose-reader.ts';
import type { CallContext, ReadHandlers } from '../rpc/dispatch.ts';
import { failureOf } from '../platform/failure.ts';
import { overwriteFreedBlocks } from '../platform/freed-memory.ts';
import { readInput } from '../platform/read-input.ts';
import type { ReaderAnswer, ReaderBoot, ReaderOrder } from '../rpc/reader-thread.ts';
import { countSyncs } from '../rpc/sync-count.ts';
import { createSystemClock } from '../platform/system.ts';

/*
 * The entry of a reader's thread. It gets the data key from the host's thread and answers questions to the
 * store until it has to close. A question that it cannot answer goes back to the host.
 */
if (parentPort === null) throw new Error('This file is the entry of a thread.');
const owner: MessagePort = parentPort;
const { home, keyPort, syncs } = workerData as ReaderBoot;
const tell = (answer: ReaderAnswer, of: MessagePort): void => of.postMessage(answer);

keyPort.once('message', (dataKey: Uint8Array) => {
  keyPort.close();
  serve(owner, dataKey);
  tell({ kind: 'ready' }, owner);
});

function serve(port: MessagePort, dataKey: Uint8Array): void {
  const { handlers, account, close } = composeReader({
    home,
    dataKey,
    clock: createSystemClock(),
    syncing: countSyncs(syncs).running,
  });
  const running = new Map<number, AbortController>();

  port.on('message', (order: ReaderOrder) => {
    switch (order.kind) {
      case 'cancel':
        running.get(order.id)?.abort();
        return;
      case 'close':
        for (const controller of running.values()) controller.abort();
        close();
        dataKey.fill(0);
        if (order.overwrite) overwriteFreedBlocks();
        port.close();
        return;
      case 'ask': {
        const { id, name, input } = order;
        const controller = new AbortController();
        running.set(id, controller);
        const open = account() ?? undefined;
        const context: CallContext = {
          token: null,
          signal: controller.signal,
          progress: (event) => tell({ kind: 'progress', id, event: JSON.stringify(event) }, port),
        };
        const answering =
          order.account === undefined || order.account === open
            ? answer(handlers, name, input, context, order.account === undefined ? open : undefined)
            : Promise.resolve(null);
        void answering.then((outcome) => {
          running.delete(id);
          tell({ kind: 'answer', id, outcome }, port);
        });
        return;
      }
    }
    return order satisfies never;
  });
}

/** An outcome as JSON text; null if the host has to answer. @param account that it is told for */
async function answer<N extends ReadingName>(
  handlers: ReadHandlers,
  name: N,
  text: string,
  context: CallContext,
  account: string | undefined,
): Promise<string | null> {
  const { signal } = context;
  try {
    // The schema looked up by `name` makes the input; the compiler cannot follow the look-up.
    const input = readInput(procedures[name].input, text) as ProcedureInput<N>;
    signal.throwIfAborted();
    const value = await handlers[name](input, context);
    return JSON.stringify({ ok: true, value, account } satisfies Outcome<unknown>);
  } catch (error) {
    if (!signal.aborted) return null;
    return JSON.stringify({ ok: false, error: failureOf(error, signal, () => undefined) });
  }
}
