import { pauseClasses } from '#contract/procedures/program/account.ts';
import type { Json } from '#contract/json.ts';
import type { Clock } from '#contract/ports.ts';
import { isObject, parseJson } from '#domain/base/json.ts';
import { readPause, writePause } from '#db/tables/accounts/connections.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { RateClass, RateLimiters } from '#remote/rate-limit/rate-limiters.ts';
import type { StoreContext } from '../context.ts';

/** How long (ms) the service still wants no request of a class; 0 if it asked for no pause. */
export function pauseLeftMs(
  { db, clock }: Pick<StoreContext, 'clock'> & { db: ReadableDb },
  of: RateClass = 'findings',
): number {
  const stored = readPause(db);
  const parsed = stored === null ? null : parseJson(stored);
  if (parsed?.kind !== 'ok' || !isObject(parsed.value)) return 0;
  // An earlier version kept that of findings alone.
  if (of === 'findings') return leftOf(parsed.value, clock);
  const { others } = parsed.value;
  return isObject(others) ? leftOf(others[of], clock) : 0;
}

function leftOf(kept: Json | undefined, clock: Clock): number {
  if (!isObject(kept)) return 0;
  const { boot, awakeMs, wallMs, leftMs } = kept;
  const until = boot === clock.bootId() ? awakeMs : wallMs;
  const now = boot === clock.bootId() ? clock.awakeMs() : clock.wallMs();
  if (typeof until !== 'number') return 0;
  const left = Math.max(0, until - now);
  // A wall clock that was set back makes no pause longer than it was; an earlier version did not keep how long it was.
  return typeof leftMs === 'number' ? Math.min(leftMs, left) : left;
}

/**
 * Hands what is left of each Retry-After to the limiters of the next command, so that it is obeyed in full. After a
 * restart of the machine only the wall clock can say how much is left.
 */
export function resumePauses(desk: Pick<StoreContext, 'db' | 'clock'>, limiters: RateLimiters): void {
  for (const of of pauseClasses) {
    const leftMs = pauseLeftMs(desk, of);
    if (leftMs > 0) limiters[of].pauseFor(leftMs);
  }
}

/** Keeps what is left of each pause for the next command; nothing is written if there is none and was none. */
export function keepPauses({ clock, db }: Pick<StoreContext, 'db' | 'clock'>, limiters: RateLimiters): void {
  const kept = (of: RateClass): Record<string, string | number> => {
    const leftMs = limiters[of].pausedForMs();
    const until = { awakeMs: clock.awakeMs() + leftMs, wallMs: clock.wallMs() + leftMs };
    return { boot: clock.bootId(), ...until, leftMs };
  };
  const paused = pauseClasses.filter((of) => limiters[of].pausedForMs() > 0);
  if (paused.length === 0 && readPause(db) === null) return;
  const others = paused.filter((of) => of !== 'findings').map((of) => [of, kept(of)] as const);
  const text = JSON.stringify({ ...kept('findings'), others: Object.fromEntries(others) });
  transaction(db, () => {
    writePause(db, paused.length === 0 ? null : text);
  });
}
