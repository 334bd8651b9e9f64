import type { UserActivity } from '#domain/base/cooperative-scheduling.ts';

/**
 * The time of the last user input, shared by all threads: a sync reads it in the middle of its work, without waiting
 * for a message.
 */
export interface SharedUserActivity extends UserActivity {
  /** What another thread makes its own view of the same note from. */
  readonly shared: SharedArrayBuffer;
}

/** @param shared the note of another thread; a new one if absent */
export function shareUserActivity(
  shared = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT),
): SharedUserActivity {
  const last = new BigInt64Array(shared);
  return {
    shared,
    write(awakeMs) {
      Atomics.store(last, 0, BigInt(awakeMs));
    },
    read() {
      const awakeMs = Number(Atomics.load(last, 0));
      return awakeMs === 0 ? -Infinity : awakeMs;
    },
  };
}
