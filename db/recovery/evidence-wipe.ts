import { basename } from 'node:path';
import { listBackups } from './backup.ts';
import { connect } from '../store/open.ts';
import { emptyLog } from './store-files.ts';
import type { WritableDb } from '../schema/types.ts';

/** Backups that still hold the pixels, by file name. */
export interface Wiped {
  readonly left: readonly string[];
}

/**
 * Destroys the bytes of an image in every backup of its store, also with annotations drawn in: a redaction must leave
 * no covered pixels behind. Caption and hash stay there. To be called before the store itself is changed, so that a
 * kill in between leaves pixels in fewer places, never in more. Never throws: a backup that cannot be opened is named.
 */
export function wipeFromBackups(options: { folder: string; key: Uint8Array; evidence: string }): Wiped {
  const { folder, key, evidence } = options;
  const left = listBackups(folder).flatMap(({ path }) => {
    try {
      wipe(path, key, evidence);
      return [];
    } catch {
      // Damaged, or in use by another program: it is named, whatever the reason.
      return [basename(path)];
    }
  });
  return { left };
}

function wipe(path: string, key: Uint8Array, evidence: string): void {
  const db = connect({ path, key }, { readonly: false });
  try {
    const has = db.prepare<[string], unknown>('SELECT 1 FROM sqlite_schema WHERE name = ?');
    // A backup of an older schema has no evidence, or none with annotations.
    for (const table of ['evidence_content', 'evidence_drawn'].filter(
      (name) => has.get(name) !== undefined,
    )) {
      db.prepare(`DELETE FROM ${table} WHERE row = (SELECT row FROM evidence WHERE evidence = ?)`).run(
        evidence,
      );
    }
    // A backup is one file: a log beside it would outlive it.
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/**
 * Folds the log into the store and empties it: until then it holds pages as they were before the last changes. Never
 * throws, since what was changed is changed. @returns false if it could not be emptied
 */
export function foldLog(db: WritableDb): boolean {
  try {
    emptyLog(db);
    return true;
  } catch {
    // Another connection reads on, or the disk is full: it is told, whatever the reason.
    return false;
  }
}
