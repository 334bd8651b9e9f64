import { DossierError } from '#contract/error.ts';

/** Work that others than its caller can stop. */
export interface CancellationGroup {
  /**
   * @param signal of the caller
   * @param work stops at a safe point when its signal aborts
   * @throws DossierError 'cancelled' if `stop` ended it; else what the work throws
   */
  run<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** @returns how many there were to stop */
  stop(): number;
}

/** @param said the message for the caller of work that `stop` ended */
export function createCancellationGroup(said: string): CancellationGroup {
  const running = new Set<AbortController>();
  return {
    async run(signal, work) {
      const stop = new AbortController();
      running.add(stop);
      try {
        return await work(AbortSignal.any([signal, stop.signal]));
      } catch (error) {
        if (!stop.signal.aborted || error instanceof DossierError) throw error;
        throw new DossierError('cancelled', said);
      } finally {
        running.delete(stop);
      }
    },
    stop() {
      const { size } = running;
      for (const each of running) each.abort();
      return size;
    },
  };
}
