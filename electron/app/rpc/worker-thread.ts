import { Worker, type MessagePort } from 'node:worker_threads';
import { createChannel, type RpcChannel } from './channel.ts';
import type { FromHost, ThreadOrder, ThreadReport } from './messages.ts';

/** What every thread is started with; a reader takes of it what it needs. */
export interface ThreadBoot {
  readonly home: string;
  /** Where the vault lies that `home` is a copy of, because it is read-only; null for a vault itself. */
  readonly readOnlyHome: string | null;
  readonly debug: boolean;
  /** See `SyncCount`. */
  readonly syncs: SharedArrayBuffer;
  /** See `SharedUserActivity`. */
  readonly work: SharedArrayBuffer;
  /** The host's alone: where the system is asked for its proxy (`system-proxy.ts`); null without a desktop. */
  readonly systemProxy: MessagePort | null;
}

/** How a thread is started. */
export interface ThreadOptions {
  readonly entry: URL;
  readonly boot: ThreadBoot;
  readonly env: NodeJS.ProcessEnv;
  readonly maxYoungGenerationSizeMb: number;
  /** Is told of a thread that broke; for `--debug`. */
  readonly onBroken: (error: unknown) => void;
}

/** A thread that runs the loop (`worker-loop.ts`), seen from its owner. */
export interface WorkerThread {
  readonly channel: RpcChannel;
  /** Gives an order that is reported on; undefined if the thread has ended. */
  order(order: Exclude<ThreadOrder, { kind: 'share-key' }>): Promise<ThreadReport | undefined>;
  /** Has the thread send the data key over a port. */
  shareKey(port: MessagePort): void;
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>;
  readonly hasEnded: () => boolean;
  /** Ends the thread without closing anything. */
  terminate(): Promise<void>;
}

/** Starts a thread at once: it loads its modules while its key is still being made. */
export function startThread(options: ThreadOptions): WorkerThread {
  const { entry, boot, env, maxYoungGenerationSizeMb, onBroken } = options;
  const worker = new Worker(entry, {
    workerData: boot,
    env,
    resourceLimits: { maxYoungGenerationSizeMb },
    transferList: boot.systemProxy === null ? [] : [boot.systemProxy],
  });
  const channel = createChannel((frame) => worker.postMessage(frame));
  /** Those who wait for a report, in the order of their orders. */
  const waiting: ((report: ThreadReport | undefined) => void)[] = [];
  const ended = Promise.withResolvers<void>();
  let isOver = false;

  worker.on('message', (message: FromHost | ThreadReport) => {
    switch (message.kind) {
      case 'opened':
      case 'failed':
      case 'closed':
        waiting.shift()?.(message);
        return;
      case 'accepted':
      case 'progress':
      case 'outcome':
      case 'declined':
      case 'event':
        channel.receive(message);
        return;
    }
    return message satisfies never;
  });
  worker.on('error', (error) => {
    isOver = true;
    onBroken(error);
  });
  worker.on('exit', () => {
    isOver = true;
    channel.broke();
    for (const settle of waiting.splice(0)) settle(undefined);
    ended.resolve();
  });

  return {
    channel,
    order: (order) =>
      new Promise((resolve) => {
        if (isOver) {
          resolve(undefined);
          return;
        }
        waiting.push(resolve);
        const isPort = order.kind === 'open' && !(order.key instanceof Uint8Array);
        worker.postMessage(order, isPort ? [order.key] : []);
      }),
    shareKey: (port) => worker.postMessage({ kind: 'share-key', port } satisfies ThreadOrder, [port]),
    ended: ended.promise,
    hasEnded: () => isOver,
    async terminate() {
      await worker.terminate();
    },
  };
}
