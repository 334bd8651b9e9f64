import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { ProcedureRoute } from '#contract/procedure.ts';
import type { CallContext } from './dispatch.ts';
import { startThread, type ThreadOptions, type WorkerThread } from './worker-thread.ts';

/** A question to the store. */
export interface ReaderQuestion {
  readonly name: string;
  readonly route: ProcedureRoute;
  /** JSON text. */
  readonly input: string;
  readonly context: CallContext;
}

/** What reads the store beside the host, seen from the thread that owns it. */
export interface Readers {
  /** Answers a question with an outcome (JSON text), or null if the host has to: there is no reader, or it broke. */
  ask(question: ReaderQuestion): Promise<string | null>;
  /**
   * Ends what was started for it, and with it every copy of the data key.
   * @param overwrite what was read as well
   */
  close(overwrite: boolean): Promise<void>;
}

/** One thread of them. */
export interface ReaderThread extends Readers {
  /** Starts the thread if it does not run; resolves when it answers, or broke. Never rejects. */
  open(): Promise<void>;
}

export interface ReaderOptions extends Omit<ThreadOptions, 'maxYoungGenerationSizeMb'> {
  /** Has the host's thread send the data key over a port; no other thread sees it. */
  readonly sendKey: (port: MessagePort) => void;
}

/** A thread that broke so often in one session does not get better by being started again: the host answers alone. */
const maxStarts = 3;
/** A question under way is waited for; one that takes longer than this is cut off. */
const closeTimeoutMs = 5_000;
/** Row numbers of 100,000 findings come and go with every key. */
const maxYoungGenerationSizeMb = 8;

const unheard: CallContext = {
  token: null,
  signal: new AbortController().signal,
  progress: () => undefined,
};

/** One life of the thread. */
interface Life {
  readonly thread: WorkerThread;
  /** Resolves when it answers, or broke before it did. */
  readonly begun: Promise<boolean>;
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
      const { hint, scans } = question.route;
      const thread = scans === true ? scanning : looking;
      if (hint !== 'window-idle') return thread.ask(question);
      await scanning.open();
      const outcome = await thread.ask(question);
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
  /** What a window asked last, of what it asks again: a thread that starts reads it once before it answers. */
  let newest: ReaderQuestion | null = null;
  let starts = 0;
  let closed = false;

  function start(): Life {
    starts += 1;
    const thread = startThread({ ...options, maxYoungGenerationSizeMb });
    const { port1, port2 } = new MessageChannel();
    options.sendKey(port1);
    const begun = begin(thread, port2);
    const one: Life = { thread, begun, ready: false };
    void begun.then((ready) => {
      one.ready = ready;
    });
    void thread.ended.then(() => {
      if (life === one) life = null;
    });
    return one;
  }

  /** Whether it answers from now on. */
  async function begin(thread: WorkerThread, key: MessagePort): Promise<boolean> {
    const report = await thread.order({ kind: 'open', key });
    if (report?.kind !== 'opened') {
      await thread.terminate();
      return false;
    }
    if (newest !== null) await ask(thread, newest);
    return !thread.hasEnded();
  }

  async function ask(
    { channel }: WorkerThread,
    { name, input, context }: ReaderQuestion,
  ): Promise<string | null> {
    const answer = await channel.call(name, input, context);
    return answer.kind === 'outcome' ? answer.outcome : null;
  }

  return {
    async open() {
      if (closed) return;
      if (life === null && starts < maxStarts) life = start();
      await life?.begun;
    },
    ask(question) {
      if (question.route.hint === 'asked-again') newest = { ...question, context: unheard };
      return closed || life?.ready !== true ? Promise.resolve(null) : ask(life.thread, question);
    },
    async close(overwrite) {
      closed = true;
      const ending = life;
      if (ending === null) return;
      const { thread } = ending;
      void thread.order({ kind: 'close', overwrite });
      const timeout = setTimeout(() => void thread.terminate(), closeTimeoutMs);
      // Before it is ready it has nothing to close.
      if (!ending.ready) void thread.terminate();
      await thread.ended;
      clearTimeout(timeout);
    },
  };
}
