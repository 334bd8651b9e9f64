/** Runs one piece of work after another, whatever became of the one before. */
export interface Serial {
  /** Answers what the work does, once its turn has come. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves when all work of before has ended; never rejects. */
  readonly settled: () => Promise<void>;
}

/** A line of work that is empty yet. */
export function createSerial(): Serial {
  let last: Promise<void> = Promise.resolve();
  const nothing = (): void => undefined;
  return {
    inTurn(work) {
      const turn = last.then(work);
      last = turn.then(nothing, nothing);
      return turn;
    },
    settled: () => last,
  };
}
