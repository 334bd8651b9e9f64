import { Worker } from 'node:worker_threads';
import { noOthers } from '#domain/preflight/index.ts';
import type { LongAnswer, LongQuestion, LongTexts } from '#features/reports/long-texts.ts';

/** Opens a thread that looks at long texts; it starts with the first question, and anew with the next one if it failed. */
export function openLongTexts(signal: AbortSignal, others = noOthers): LongTexts {
  let worker: Worker | null = null;
  const end = (): void => void worker?.terminate();

  function begin(): Worker {
    signal.addEventListener('abort', end, { once: true });
    const thread = new Worker(new URL('./long-texts-worker.ts', import.meta.url), { workerData: others });
    const gone = (): void => {
      if (worker === thread) worker = null;
    };
    return thread.on('error', gone).on('exit', gone);
  }

  return {
    ask<Q extends LongQuestion>(question: Q): Promise<LongAnswer<Q>> {
      signal.throwIfAborted();
      const thread = (worker ??= begin());
      return new Promise((resolve, reject) => {
        const settle = (): void => {
          thread.off('message', answered).off('messageerror', failed).off('error', failed).off('exit', ended);
        };
        const answered = (answer: LongAnswer<Q>): void => {
          settle();
          resolve(answer);
        };
        const failed = (error: unknown): void => {
          settle();
          reject(error instanceof Error ? error : new Error('the thread for long texts failed'));
        };
        // Ended by the signal, or by a system that has no more memory for it.
        const ended = (): void => {
          failed(signal.aborted ? signal.reason : new Error('the thread for long texts ended'));
        };
        thread.on('message', answered).on('messageerror', failed).on('error', failed).on('exit', ended);
        thread.postMessage(question);
      });
    },
    close() {
      signal.removeEventListener('abort', end);
      end();
    },
  };
}
