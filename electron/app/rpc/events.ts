import type { DeskEvent } from '#contract/procedures/vault.ts';
import type { Clock } from '#contract/ports.ts';

/** What the host tells its open faces without being asked. */
export type HostEvent =
  | Extract<DeskEvent, { kind: 'changed' | 'sync' }>
  /** The user chose another time until the home locks: every gateway to this home counts anew. */
  | { readonly kind: 'lockTime'; readonly minutes: number }
  /** A user works in another program that has this vault open. */
  | { readonly kind: 'touched' }
  /** The vault is locked, here or by another program that has it open. */
  | { readonly kind: 'locked' };

/** Gathers what happens in the host for its listeners; costs nothing without any. */
export interface HostEvents {
  /** A commit happened. */
  committed(): void;
  /** How far a sync is; null at the end of the last one that runs. */
  sync(progress: Extract<HostEvent, { kind: 'sync' }>['progress']): void;
  /** Another time until the home locks was chosen. */
  lockTime(minutes: number): void;
  /** Answers how to stop listening. */
  subscribe(listener: (event: HostEvent) => void): () => void;
}

/**
 * A sync commits many times a second, and a window refreshes everything after each event. More often than this,
 * refreshing would slow down the user.
 */
const changesApartMs = 300;
const progressApartMs = 300;

/** Tells each kind of event only so often, the first at once and the newest last, so that none is missed for good. */
export function createHostEvents(clock: Clock): HostEvents {
  const listeners = new Set<(event: HostEvent) => void>();
  const tell = (event: HostEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const changed = paced(clock, changesApartMs, tell);
  const synced = paced(clock, progressApartMs, tell);
  return {
    committed() {
      if (listeners.size > 0) changed({ kind: 'changed' });
    },
    sync(progress) {
      if (listeners.size > 0) synced({ kind: 'sync', progress });
    },
    lockTime(minutes) {
      tell({ kind: 'lockTime', minutes });
    },
    subscribe(listener) {
      // A listener of its own, so that each end ends one subscription.
      const own = (event: HostEvent): void => listener(event);
      listeners.add(own);
      return () => {
        listeners.delete(own);
      };
    },
  };
}

/** Passes the first on at once, and of those that follow too soon the newest when the time has passed. */
function paced<T>(clock: Clock, apartMs: number, pass: (value: T) => void): (value: T) => void {
  let resting = false;
  let next: { readonly value: T } | null = null;

  function offer(value: T): void {
    if (resting) {
      next = { value };
      return;
    }
    resting = true;
    pass(value);
    void clock.sleep(apartMs).then(() => {
      resting = false;
      const due = next;
      next = null;
      if (due !== null) offer(due.value);
    });
  }
  return offer;
}
