import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { DossierError } from '#contract/error.ts';
import { openStore } from '#db/store/open.ts';
import { sql, transaction } from '#db/store/transaction.ts';
import type { ReadableDb, WritableDb } from '#db/schema/types.ts';

export const key = new Uint8Array(32).fill(7);

const folders: string[] = [];
const stores: WritableDb[] = [];
afterAll(() => {
  for (const db of stores.splice(0)) if (db.open) db.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder of this test file alone, gone when the file ends. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-db-'));
  folders.push(folder);
  return folder;
}

/** A new encrypted store in a folder of its own, closed at the end at the latest. */
export function newStore(): { path: string; folder: string; db: WritableDb } {
  const folder = freshFolder();
  const path = join(folder, 'store.db');
  const db = openStore({ path, key });
  stores.push(db);
  return { path, folder, db };
}

/** One transaction that adds one row of work. */
export function addEngagement(db: WritableDb, project: string): void {
  transaction(db, () =>
    sql(db, 'INSERT INTO engagement VALUES (?, NULL, NULL, ?)').run(project, '2026-01-01'),
  );
}

export function engagements(db: ReadableDb): string[] {
  return sql<[], { project: string }>(db, 'SELECT project FROM engagement ORDER BY project')
    .all()
    .map(({ project }) => project);
}

/** The code of the DossierError that `body` throws. Anything else that is thrown fails the test. */
export function codeOf(body: () => unknown): string {
  try {
    body();
  } catch (error) {
    if (error instanceof DossierError) return error.code;
    throw error;
  }
  return 'nothing thrown';
}
