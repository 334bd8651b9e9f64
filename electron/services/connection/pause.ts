import { isObject, parseJson } from '#core/json.ts';
import { readPause, writePause } from '#db/connections.ts';
import { transaction } from '#db/transaction.ts';
import type { ReadableDb } from '#db/types.ts';
import type { Limiter } from '#remote/limiter.ts';
import type { Desk } from '../context.ts';

/** How long (ms) the service still wants no request; 0 where it asked for no pause. */
export function pauseLeftMs({ db, clock }: Pick<Desk, 'clock'> & { db: ReadableDb }): number {
  const stored = readPause(db);
  const parsed = stored === null ? null : parseJson(stored);
  if (parsed?.kind !== 'ok' || !isObject(parsed.value)) return 0;
  const { boot, awakeMs, wallMs, leftMs } = parsed.value;
  const until = boot === clock.bootId() ? awakeMs : wallMs;
  const now = boot === clock.bootId() ? clock.awakeMs() : clock.wallMs();
  if (typeof until !== 'number') return 0;
  const left = Math.max(0, until - now);
  // A wall clock that was set back makes no pause longer than it was; an earlier version did not keep how long it was.
  return typeof leftMs === 'number' ? Math.min(leftMs, left) : left;
}

/**
 * A pause that the service asked for (Retry-After) is obeyed in full, also when it outlasts the command that met
 * it: this hands what is left of it to the limiter of the next one. After a restart of the machine only the wall
 * clock can tell how much is left.
 */
export function resumePause(desk: Desk, limiter: Limiter): void {
  const leftMs = pauseLeftMs(desk);
  if (leftMs > 0) limiter.pauseFor(leftMs);
}

/** Keeps what is left of a pause for the next command; nothing is written where there is none and was none. */
export function keepPause(desk: Desk, limiter: Limiter): void {
  const { clock, db } = desk;
  const leftMs = limiter.pausedForMs();
  const until = {
    boot: clock.bootId(),
    awakeMs: clock.awakeMs() + leftMs,
    wallMs: clock.wallMs() + leftMs,
    leftMs,
  };
  const pause = leftMs === 0 ? null : JSON.stringify(until);
  if (pause === null && readPause(db) === null) return;
  transaction(db, () => {
    writePause(db, pause);
  });
}
