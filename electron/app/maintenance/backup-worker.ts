import { parentPort, workerData } from 'node:worker_threads';
import { DossierError } from '#contract/error.ts';
import { backUpIfDue } from '#db/recovery/backup.ts';
import { openReader } from '#db/store/open.ts';
import type { BackupOrder, BackupReport } from './backups.ts';

/*
 * The entry of a thread that makes one backup, beside the writer, and ends.
 */
if (parentPort === null) throw new Error('This file is the entry of a thread.');
const { path, key, ...times } = workerData as BackupOrder;

function report(): BackupReport {
  try {
    const db = openReader({ path, key });
    try {
      backUpIfDue(db, times);
      return { kind: 'done' };
    } finally {
      db.close();
    }
  } catch (error) {
    if (!(error instanceof DossierError))
      return { kind: 'failed', code: 'internal', message: 'unexpectedly' };
    return { kind: 'failed', code: error.code, message: error.message };
  }
}

parentPort.postMessage(report());
