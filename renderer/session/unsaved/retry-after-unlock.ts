import { wasInterrupted } from '#renderer/api/api.ts';
import { retryMs } from './autosave.svelte.ts';

/**
 * Carries a call out. A lock, or another account, only delays it until the program can be asked for the right one
 * again: the user's action must not be lost silently.
 *
 * @param isHere whether the program can be asked. A call that carries much data is not repeated before it
 *   can.
 * @throws ApiError whatever else the call fails with
 */
export async function retryAfterUnlock<T>(call: () => Promise<T>, isHere = (): boolean => true): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!wasInterrupted(error)) throw error;
    }
    do await new Promise((resolve) => setTimeout(resolve, retryMs));
    while (!isHere());
  }
}
