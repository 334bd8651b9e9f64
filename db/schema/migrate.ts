import { DossierError } from '#contract/error.ts';
import { migrations as shipped, type Migration } from './migrations/index.ts';
import type { Connection } from './types.ts';

/** `user_version` of the store: the number of its last migration, 0 when it is new. */
export function readVersion(db: Pick<Connection, 'pragma'>): number {
  const version = db.pragma('user_version', { simple: true });
  if (typeof version !== 'number') throw new Error('user_version is not a number');
  return version;
}

/** Throws DossierError `newer-store` if a later program made the store: reading on would drop what it added. */
export function refuseNewer(version: number, migrations: readonly Migration[] = shipped): void {
  const newest = migrations.at(-1)?.version ?? 0;
  if (version <= newest) return;
  throw new DossierError(
    'newer-store',
    `This store was made by a newer version of Dossier (${version}, this one knows ${newest}). ` +
      'Nothing was changed: update Dossier and start again.',
  );
}

/**
 * Brings the store to the newest schema, or to the version `upTo` for tests that step one migration.
 * Each step is one transaction with its version number: a crash between leaves a whole older store, never half
 * a step. Foreign keys are checked at the end of each step instead of during it, so that a step may rebuild
 * tables. Throws DossierError `newer-store`; whatever a failing step throws, with that step rolled back.
 */
export function migrate(
  db: Connection,
  options: { migrations?: readonly Migration[]; upTo?: number } = {},
): { from: number; to: number } {
  const { migrations = shipped, upTo = Infinity } = options;
  const from = readVersion(db);
  refuseNewer(from, migrations);
  const due = migrations.filter(({ version }) => version > from && version <= upTo);
  if (due.length === 0) return { from, to: from };

  // Inside a transaction this pragma does nothing, so it brackets all of them.
  db.pragma('foreign_keys = OFF');
  try {
    for (const migration of due) step(db, migration);
  } finally {
    db.pragma('foreign_keys = ON');
  }
  return { from, to: readVersion(db) };
}

function step(db: Connection, { version, sql, rewrite }: Migration): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    db.exec(sql);
    rewrite?.(db);
    const broken = db.pragma('foreign_key_check');
    if (!Array.isArray(broken) || broken.length > 0) {
      throw new Error(`Migration ${version} leaves rows that refer to nothing`);
    }
    db.pragma(`user_version = ${version}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
