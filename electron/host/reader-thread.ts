import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { opensReader, type ReadingName } from './readings.ts';

/** What the reader's thread is started with. */
export interface ReaderBoot {
  readonly home: string;
  /** The data key comes this way, from the host's thread; no other thread sees it. */
  readonly keyPort: MessagePort;
}

/** What its owner tells the reader. */
export type ReaderOrder =
  | { readonly kind: 'ask'; readonly id: number; readonly name: ReadingName; readonly input: string }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

/** What the reader tells its owner. */
export type ReaderAnswer =
  | { readonly kind: 'ready' }
  /** `outcome` null: the host has to answer. */
  | { readonly kind: 'answer'; readonly id: number; readonly outcome: string | null };

/** A question to the store. */
export interface Question {
  readonly name: ReadingName;
  /** JSON text. */
  readonly input: string;
  readonly signal: AbortSignal;
}

/** The reader's thread, seen from the thread that owns it. */
export interface ReaderThread {
  /** Answers a question with an outcome (JSON text), or null where the host has to: there is no reader, or it broke. */
  ask(question: Question): Promise<string | null>;
  /** Ends the thread, and with it its copy of the data key. */
  close(): Promise<void>;
}

export interface ReaderOptions {
  readonly entry: URL;
  readonly home: string;
  /** Has the host's thread send the data key over a port. */
  readonly sendKey: (port: MessagePort) => void;
  readonly env: NodeJS.ProcessEnv;
  /** Is told of a thread that broke; for `--debug`. */
  readonly onBroken: (error: unknown) => void;
}

/** A thread that broke so often in one session does not get better by being started again: the host answers alone. */
const mostStarts = 3;
/** A question under way is waited for; one that takes longer than this is cut off. */
const closePatienceMs = 5_000;
/** Row numbers of 100,000 findings come and go with every key. */
const maxYoungGenerationSizeMb = 24;

/** One life of the thread. */
interface Life {
  readonly worker: Worker;
  readonly waiting: Map<number, (outcome: string | null) => void>;
  readonly ended: Promise<void>;
  ready: boolean;
}

/** Nothing starts before a window asks for a list; until the thread has its modules and its key the host answers. */
export function createReaderThread(options: ReaderOptions): ReaderThread {
  let life: Life | null = null;
  let starts = 0;
  let closed = false;
  let lastId = 0;

  function start(): Life {
    starts += 1;
    const { port1, port2 } = new MessageChannel();
    const boot: ReaderBoot = { home: options.home, keyPort: port2 };
    const worker = new Worker(options.entry, {
      workerData: boot,
      transferList: [port2],
      env: options.env,
      resourceLimits: { maxYoungGenerationSizeMb },
    });
    options.sendKey(port1);
    const waiting: Life['waiting'] = new Map();
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        if (life?.worker === worker) life = null;
        for (const settle of waiting.values()) settle(null);
        resolve();
      });
    });
    const begun: Life = { worker, waiting, ended, ready: false };
    worker.on('message', (answer: ReaderAnswer) => {
      if (answer.kind === 'ready') begun.ready = true;
      else waiting.get(answer.id)?.(answer.outcome);
    });
    worker.on('error', options.onBroken);
    return begun;
  }

  return {
    ask({ name, input, signal }) {
      if (closed) return Promise.resolve(null);
      if (life === null && opensReader(name) && starts < mostStarts) life = start();
      const asked = life;
      if (asked === null || !asked.ready) return Promise.resolve(null);
      return new Promise((resolve) => {
        const id = ++lastId;
        const tell = (order: ReaderOrder): void => asked.worker.postMessage(order);
        const cancel = (): void => tell({ kind: 'cancel', id });
        asked.waiting.set(id, (outcome) => {
          asked.waiting.delete(id);
          signal.removeEventListener('abort', cancel);
          resolve(outcome);
        });
        tell({ kind: 'ask', id, name, input });
        if (signal.aborted) cancel();
        else signal.addEventListener('abort', cancel, { once: true });
      });
    },
    async close() {
      closed = true;
      const ending = life;
      if (ending === null) return;
      ending.worker.postMessage({ kind: 'close' } satisfies ReaderOrder);
      const patience = setTimeout(() => void ending.worker.terminate(), closePatienceMs);
      // Before it is ready it has nothing to close.
      if (!ending.ready) void ending.worker.terminate();
      await ending.ended;
      clearTimeout(patience);
    },
  };
}
