import { DossierError } from '#contract/error.ts';

/** Work that can be stopped by others than who asked for it. */
export interface CancellationGroup {
  /**
   * @param signal of who asked
   * @param work is to stop at a safe point when the signal that it gets aborts
   * @throws DossierError 'cancelled' if somebody else stopped it, else what the work throws
   */
  run<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** @returns how many there were to stop */
  stop(): number;
}

/** @param said to whoever asked for what somebody else stopped */
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
