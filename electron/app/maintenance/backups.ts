import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DossierError, type ErrorCode } from '#contract/error.ts';
import { backUpIfDue, isBackupDue, workEveryMs } from '#db/recovery/backup.ts';
import { countOpenOperations, openWorkMark } from '#db/tables/outbox/operations.ts';
import { createSerial } from '#domain/base/serial.ts';
import { backupsOf, suspectStore, type OpenStore } from './stores.ts';

/** What the thread of a backup is started with. */
export interface BackupOrder {
  readonly path: string;
  readonly key: Uint8Array;
  readonly folder: string;
  readonly nowMs: number;
  /** How old the newest one has to be, milliseconds; the usual time unless given. */
  readonly everyMs?: number;
  /** As `backUpIfDue` has it. */
  readonly byHand?: boolean;
}

/** What became of it. */
export type BackupReport =
  { readonly kind: 'done' } | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string };

/** Makes rolling encrypted backups of open stores. */
export interface Backups {
  /** Makes one if the newest is old enough, sooner if work waits that was never sent. Failing is no reason to fail what was done before. */
  afterSync(store: OpenStore, nowMs: number): Promise<void>;
  /**
   * Makes one if work that was never sent is newer than the last one made here. `too-soon`: it is to be asked for again
   * later. Never rejects; a failure is told.
   */
  ofNewWork(store: OpenStore, nowMs: number): Promise<'done' | 'too-soon'>;
  /**
   * Makes one of a store whose queue holds work that was never sent, if the newest is older than a moment that grows with
   * the store. At once, for when the store is about to be closed; never of a large one, which would keep a person waiting.
   */
  ofWork(store: OpenStore, nowMs: number): void;
  /**
   * Makes one whenever the last one was, beside those that are made automatically.
   * @throws (rejects) DossierError `disk-full`, `damaged-store`, `file`
   */
  now(store: OpenStore, nowMs: number): Promise<void>;
  /** Resolves when none is being made: until then a copy is under way that nothing can be taken out of. */
  settled(): Promise<void>;
}

/** A store up to this size is written in a few hundredths of a second, less than a thread takes to start. */
const asideFromBytes = 16 * 1024 * 1024;

/**
 * @param keyOf the key of a store, by its id
 * @param tell gets sentences for the person
 */
export function createBackups(keyOf: (id: string) => Uint8Array, tell: (sentence: string) => void): Backups {
  const { inTurn, settled } = createSerial();
  /** Which unsent work the newest backup of a store holds, by the store's id, as far as it was made here. */
  const held = new Map<string, string | null>();

  async function make(
    store: OpenStore,
    times: { nowMs: number; everyMs?: number; byHand?: boolean },
  ): Promise<BackupReport> {
    const folder = backupsOf(store.folder);
    const path = join(store.folder, 'store.db');
    try {
      if (!isBackupDue({ folder, ...times })) return { kind: 'done' };
      // Read first: work that comes meanwhile may be missing from the copy.
      const mark = openWorkMark(store.db);
      if (statSync(path).size >= asideFromBytes) {
        const report = await aside({ path, key: keyOf(store.id), folder, ...times });
        if (report.kind === 'failed') return report;
      } else {
        backUpIfDue(store.db, { folder, ...times });
      }
      held.set(store.id, mark);
      return { kind: 'done' };
    } catch (error) {
      if (!(error instanceof DossierError))
        return { kind: 'failed', code: 'internal', message: 'unexpectedly' };
      return { kind: 'failed', code: error.code, message: error.message };
    }
  }

  /** Makes one if it is due, which it is sooner while work waits that was never sent. */
  async function makeDue(store: OpenStore, nowMs: number): Promise<void> {
    const works = countOpenOperations(store.db).open > 0;
    const report = await make(store, { nowMs, ...(works ? { everyMs: workEvery(store) } : {}) });
    if (report.kind === 'done') return;
    // A backup reads every page: this is where most damage is met first.
    if (report.code === 'damaged-store') suspectStore(store);
    tell(`The backup of the store failed: ${report.message}`);
  }

  return {
    afterSync: (store, nowMs) => inTurn(() => makeDue(store, nowMs)),
    async ofNewWork(store, nowMs) {
      try {
        return await inTurn(async () => {
          const mark = openWorkMark(store.db);
          if (mark === null || held.get(store.id) === mark) return 'done';
          if (!isBackupDue({ folder: backupsOf(store.folder), nowMs, everyMs: workEvery(store) }))
            return 'too-soon';
          await makeDue(store, nowMs);
          return 'done';
        });
      } catch {
        // The store was closed meanwhile, and its end made one.
        return 'done';
      }
    },
    ofWork(store, nowMs) {
      try {
        const bytes = statSync(join(store.folder, 'store.db')).size;
        if (bytes >= asideFromBytes || countOpenOperations(store.db).open === 0) return;
        backUpIfDue(store.db, { folder: backupsOf(store.folder), nowMs, everyMs: workEveryMs(bytes) });
      } catch (error) {
        // The work itself is committed; damage is repaired by the next start.
        if (error instanceof DossierError && error.code === 'damaged-store') suspectStore(store);
      }
    },
    now(store, nowMs) {
      return inTurn(async () => {
        const report = await make(store, { nowMs, everyMs: 0, byHand: true });
        if (report.kind === 'done') return;
        if (report.code === 'damaged-store') suspectStore(store);
        throw new DossierError(report.code, report.message);
      });
    },
    settled,
  };
}

/** How old (ms) the newest backup of a store may be while work waits that was never sent. */
function workEvery({ folder }: OpenStore): number {
  return workEveryMs(statSync(join(folder, 'store.db')).size);
}

/** In a thread of its own: copying hundreds of megabytes would keep every call waiting for seconds. */
async function aside(order: BackupOrder): Promise<BackupReport> {
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), { workerData: order });
  try {
    const [report] = (await once(worker, 'message')) as [BackupReport];
    return report;
  } finally {
    await worker.terminate();
  }
}
