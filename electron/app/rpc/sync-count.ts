/** How many syncs run or wait for their turn: one number for all threads, so that none has to ask the one that syncs. */
export interface SyncCount {
  /** What another thread makes its own count of the same number from. */
  readonly shared: SharedArrayBuffer;
  begin(): void;
  /** @returns whether it was the last one */
  end(): boolean;
  readonly running: () => boolean;
}

/** @param shared the number of another thread; a new one if absent */
export function countSyncs(shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)): SyncCount {
  const count = new Int32Array(shared);
  return {
    shared,
    begin() {
      Atomics.add(count, 0, 1);
    },
    end: () => Atomics.sub(count, 0, 1) === 1,
    running: () => Atomics.load(count, 0) > 0,
  };
}
