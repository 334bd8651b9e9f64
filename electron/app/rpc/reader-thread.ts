import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { ReadingName } from '#contract/procedures/index.ts';
import type { ReadingRoute } from './routes.ts';

/** What the reader's thread is started with. */
export interface ReaderBoot {
  readonly home: string;
  /** The data key comes this way, from the host's thread; no other thread sees it. */
  readonly keyPort: MessagePort;
  /** See `SyncCount`. */
  readonly syncs: SharedArrayBuffer;
}

/** What its owner tells the reader. */
export type ReaderOrder =
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly name: ReadingName;
      readonly input: string;
      readonly account?: string | undefined;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  /** `overwrite`: as the host's order. */
  | { readonly kind: 'close'; readonly overwrite: boolean };

/** What the reader tells its owner. */
export type ReaderAnswer =
  | { readonly kind: 'ready' }
  /** `event`: a progress event as JSON text. */
  | { readonly kind: 'progress'; readonly id: number; readonly event: string }
  /** `outcome` null: the host has to answer. */
  | { readonly kind: 'answer'; readonly id: number; readonly outcome: string | null };

/** A question to the store. */
export interface Question extends ReadingRoute {
  /** JSON text. */
  readonly input: string;
  /** See `CallContext`. */
  readonly account?: string | undefined;
  readonly signal: AbortSignal;
  /** Is told how far the answer is, as JSON text. */
  readonly progress?: (event: string) => void;
}

/** What reads the store beside the host, seen from the thread that owns it. */
export interface Readers {
  /** Answers a question with an outcome (JSON text), or null if the host has to: there is no reader, or it broke. */
  ask(question: Question): Promise<string | null>;
  /**
   * Ends what was started for it, and with it every copy of the data key.
   * @param overwrite what was read as well
   */
  close(overwrite: boolean): Promise<void>;
}

/** One thread of them. */
export interface ReaderThread {
  /** As `Readers`. */
  ask(question: Omit<Question, 'access'>): Promise<string | null>;
  close(overwrite: boolean): Promise<void>;
  /** Starts the thread if it does not run; resolves when it answers, or broke. Never rejects. */
  open(): Promise<void>;
}

export interface ReaderOptions {
  readonly entry: URL;
  readonly home: string;
  /** Has the host's thread send the data key over a port. */
  readonly sendKey: (port: MessagePort) => void;
  /** See `SyncCount`. */
  readonly syncs: SharedArrayBuffer;
  readonly env: NodeJS.ProcessEnv;
  /** Is told of a thread that broke; for `--debug`. */
  readonly onBroken: (error: unknown) => void;
}

/** A thread that broke so often in one session does not get better by being started again: the host answers alone. */
const maxStarts = 3;
/** A question under way is waited for; one that takes longer than this is cut off. */
const closePatienceMs = 5_000;
/** Row numbers of 100,000 findings come and go with every key. */
const maxYoungGenerationSizeMb = 8;

/** The first question of a window that nobody waits for: it has these threads started. */
const opening: ReadingName = 'list.values';
/** A window that asks this will ask it again: a thread that starts reads it once before it answers. */
const askedAgain: ReadonlySet<ReadingName> = new Set<ReadingName>(['list.find', 'list.query', 'list.rows']);

const never = new AbortController().signal;

/** One life of the thread. */
interface Life {
  readonly worker: Worker;
  readonly waiting: Map<
    number,
    { readonly settle: (outcome: string | null) => void; readonly progress: Question['progress'] }
  >;
  readonly ended: Promise<void>;
  /** It answers, or broke before it did. */
  readonly begun: Promise<void>;
  ready: boolean;
}

/**
 * Two threads, each with a connection of its own, so that a read of one thing never waits for a scan of all.
 * For example, a sync may have refreshed the list a moment before the user opens a finding.
 *
 * They start one after the other, with the first question that a window asks while the user is idle. Each
 * takes a core for some tenths of a second, and the user often begins to work at once.
 */
export function createReaderThreads(options: ReaderOptions): Readers {
  const scanning = createReaderThread(options);
  const looking = createReaderThread(options);
  return {
    async ask(question) {
      if (question.name !== opening) return (question.access === 'scan' ? scanning : looking).ask(question);
      await scanning.open();
      const outcome = await scanning.ask(question);
      void looking.open();
      return outcome;
    },
    async close(overwrite) {
      await Promise.all([scanning.close(overwrite), looking.close(overwrite)]);
    },
  };
}

/**
 * A thread that is started by `open`. Until it has its modules, its key and the answer to what a window asked last, the host
 * answers.
 */
export function createReaderThread(options: ReaderOptions): ReaderThread {
  let life: Life | null = null;
  /** What a window asked last. */
  let newest: Pick<Question, 'name' | 'input'> | null = null;
  let starts = 0;
  let closed = false;
  let lastId = 0;

  function start(): Life {
    starts += 1;
    const { port1, port2 } = new MessageChannel();
    const { home, syncs } = options;
    const boot: ReaderBoot = { home, keyPort: port2, syncs };
    const worker = new Worker(options.entry, {
      workerData: boot,
      transferList: [port2],
      env: options.env,
      resourceLimits: { maxYoungGenerationSizeMb },
    });
    options.sendKey(port1);
    const waiting: Life['waiting'] = new Map();
    const begun = Promise.withResolvers<void>();
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        if (life?.worker === worker) life = null;
        for (const { settle } of waiting.values()) settle(null);
        begun.resolve();
        resolve();
      });
    });
    const one: Life = { worker, waiting, ended, begun: begun.promise, ready: false };
    const answers = (): void => {
      one.ready = true;
      begun.resolve();
    };
    worker.on('message', (answer: ReaderAnswer) => {
      if (answer.kind === 'answer') waiting.get(answer.id)?.settle(answer.outcome);
      else if (answer.kind === 'progress') waiting.get(answer.id)?.progress?.(answer.event);
      else if (newest === null) answers();
      else void put(one, { ...newest, signal: never }).then(answers);
    });
    worker.on('error', options.onBroken);
    return one;
  }

  function put(
    { worker, waiting }: Life,
    { name, input, account, signal, progress }: Omit<Question, 'access'>,
  ): Promise<string | null> {
    return new Promise((resolve) => {
      const id = ++lastId;
      const tell = (order: ReaderOrder): void => worker.postMessage(order);
      const cancel = (): void => tell({ kind: 'cancel', id });
      const settle = (outcome: string | null): void => {
        waiting.delete(id);
        signal.removeEventListener('abort', cancel);
        resolve(outcome);
      };
      waiting.set(id, { settle, progress });
      tell({ kind: 'ask', id, name, input, account });
      if (signal.aborted) cancel();
      else signal.addEventListener('abort', cancel, { once: true });
    });
  }

  return {
    async open() {
      if (closed) return;
      if (life === null && starts < maxStarts) life = start();
      await life?.begun;
    },
    ask(question) {
      const { name, input } = question;
      if (askedAgain.has(name)) newest = { name, input };
      return closed || life?.ready !== true ? Promise.resolve(null) : put(life, question);
    },
    async close(overwrite) {
      closed = true;
      const ending = life;
      if (ending === null) return;
      ending.worker.postMessage({ kind: 'close', overwrite } satisfies ReaderOrder);
      const patience = setTimeout(() => void ending.worker.terminate(), closePatienceMs);
      // Before it is ready it has nothing to close.
      if (!ending.ready) void ending.worker.terminate();
      await ending.ended;
      clearTimeout(patience);
    },
  };
}
