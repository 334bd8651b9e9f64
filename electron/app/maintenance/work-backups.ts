import type { Backups } from './backups.ts';
import type { OpenStore } from './stores.ts';

/** Backs work up that was never sent, soon after it was written. */
export interface WorkBackups {
  /** Notes that a store changed. */
  committed(store: OpenStore): void;
  /** Ends the waiting; the end of the program makes its own backup. */
  close(): void;
}

interface WorkBackupParts {
  readonly backups: Pick<Backups, 'ofNewWork'>;
  readonly afterMs: number;
  readonly nowMs: () => number;
  /** Something runs that no backup may disturb, such as a sync, which makes one itself. */
  readonly isBusy: () => boolean;
  /** Runs while nothing of that kind does. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
}

/** Asks for a backup of each changed store once, `afterMs` after the first change. It keeps no program from ending. */
export function createWorkBackups({ backups, afterMs, nowMs, isBusy, alone }: WorkBackupParts): WorkBackups {
  let changed = new Set<OpenStore>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  function wait(): void {
    if (timer !== null || isClosed) return;
    timer = setTimeout(() => {
      timer = null;
      if (isBusy()) wait();
      else void alone(backUp);
    }, afterMs).unref();
  }

  async function backUp(): Promise<void> {
    const stores = changed;
    changed = new Set();
    for (const store of stores) {
      if (isClosed) return;
      if ((await backups.ofNewWork(store, nowMs())) === 'done') continue;
      changed.add(store);
      wait();
    }
  }

  return {
    committed(store) {
      changed.add(store);
      wait();
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
