/**
 * Waits for the end of work, or until the caller stops waiting; the work goes on then.
 *
 * @throws what the work throws, unless the caller has stopped waiting
 */
export async function untilAborted(ended: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => resolve(undefined);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    await Promise.race([ended, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
    // The outcome of work that nobody waits for is in the store; if that is closed, the next start tells.
    ended.catch(() => undefined);
  }
}
