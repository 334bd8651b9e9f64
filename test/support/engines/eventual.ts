import { patienceMs } from '../patience.ts';

/** Asks until there is an answer. @throws the last failure, after the patience of tests */
export async function eventual<T>(ask: () => Promise<T>): Promise<T> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
