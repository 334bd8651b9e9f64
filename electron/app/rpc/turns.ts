/** Runs work while no sync runs, and none begins. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Work that may still run. In an object, because a promise in a promise would be awaited. */
interface Started<T> {
  readonly ended: Promise<T>;
}

/**
 * Begins work in its turn and gives the turn back when the work says so, or has ended.
 *
 * @param work calls what it gets if others may run beside the rest of it
 * @throws what the work throws before that
 */
export function untilLeft<T>(inTurn: InTurn, work: (onLeave: () => void) => Promise<T>): Promise<Started<T>> {
  return inTurn(async () => {
    const { promise: left, resolve } = Promise.withResolvers<undefined>();
    const ended = work(() => resolve(undefined));
    await Promise.race([left, ended]);
    return { ended };
  });
}
