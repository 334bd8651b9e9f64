import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Ids, Random } from '#contract/ports.ts';

/**
 * The machine's clock. `awakeMs` counts from the start of the machine, so that it can be compared between two
 * commands. On Linux it stops while the machine sleeps. Elsewhere the steady clock may run on, so an in-doubt window
 * may end early by the time slept, without a connection.
 */
export function createSystemClock(): Clock {
  let boot: string | undefined;
  return {
    wallMs: () => Date.now(),
    awakeMs: () => Number(process.hrtime.bigint() / 1_000_000n),
    uptimeMs: () => uptime() * 1_000,
    bootId: () => (boot ??= readBootId()),
    sleep(ms, signal) {
      const options = signal === undefined ? {} : { signal };
      // A timer of no time takes a millisecond, which a sweep would wait for with each page.
      const slept = ms > 0 ? sleep(ms, undefined, options) : nextTurn(undefined, options);
      return slept.catch(() => {
        // Aborted: the clock's contract is to return early, not to reject.
      });
    },
  };
}

function readBootId(): string {
  try {
    const id = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    if (id !== '') return id;
  } catch {
    // Not Linux, or not readable: told by the time of the start instead.
  }
  // A jump of the wall clock looks like a new start, which only makes in-doubt windows start again.
  return `started-${String(Math.round((Date.now() / 1000 - uptime()) / 60))}`;
}

/** Random identifiers (UUID version 4). */
export const systemIds: Ids = { next: () => randomUUID() };

/** The engine's spread of retries needs no secrecy. */
export const systemRandom: Random = () => Math.random();
