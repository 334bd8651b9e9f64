import type { FindingRow } from '#contract/finding/finding.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** One edit that can be undone, or done again; see the schema for what `changesJson` holds. */
export interface UndoEntryRow {
  readonly step: number;
  readonly atMs: number;
  readonly changesJson: string;
}

/** So many steps of one finding are kept, newest first: long texts stand in each of them, before and after. */
const maxSteps = 200;

/** The edit that `undo` would undo: the newest that is not undone. Null: there is none. */
export function entryToUndo(db: ReadableDb, finding: FindingRow): UndoEntryRow | null {
  const row = sql<[FindingRow], UndoEntryRow>(
    db,
    `SELECT step, at_ms AS atMs, changes_json AS changesJson FROM edit_step
      WHERE finding = ? AND undone = 0 ORDER BY step DESC LIMIT 1`,
  ).get(finding);
  return row ?? null;
}

/** The edit that `redo` would do again: the oldest of the undone ones. Null: there is none. */
export function entryToRedo(db: ReadableDb, finding: FindingRow): UndoEntryRow | null {
  const row = sql<[FindingRow], UndoEntryRow>(
    db,
    `SELECT step, at_ms AS atMs, changes_json AS changesJson FROM edit_step
      WHERE finding = ? AND undone = 1 ORDER BY step LIMIT 1`,
  ).get(finding);
  return row ?? null;
}

/** Puts a step behind the others of its finding; the oldest ones beyond the bound are forgotten. */
export function insertUndoEntry(db: WritableDb, finding: FindingRow, row: Omit<UndoEntryRow, 'step'>): void {
  sql(db, 'INSERT INTO edit_step (finding, at_ms, changes_json) VALUES (?, ?, ?)').run(
    finding,
    row.atMs,
    row.changesJson,
  );
  sql(
    db,
    `DELETE FROM edit_step WHERE finding = @finding AND step <=
      (SELECT step FROM edit_step WHERE finding = @finding ORDER BY step DESC LIMIT 1 OFFSET ${String(maxSteps)})`,
  ).run({ finding });
}

/** Writes a step again: the edit that followed belongs to it. */
export function changeUndoEntry(db: WritableDb, { step, atMs, changesJson }: UndoEntryRow): void {
  sql(db, 'UPDATE edit_step SET at_ms = ?, changes_json = ? WHERE step = ?').run(atMs, changesJson, step);
}

/** Notes that a step was undone, or done again. */
export function markUndone(db: WritableDb, step: number, undone: boolean): void {
  sql(db, 'UPDATE edit_step SET undone = ? WHERE step = ?').run(undone ? 1 : 0, step);
}

/** Forgets a step. */
export function removeUndoEntry(db: WritableDb, step: number): void {
  sql(db, 'DELETE FROM edit_step WHERE step = ?').run(step);
}

/** Forgets what could be done again: another edit came in between. */
export function removeUndone(db: WritableDb, finding: FindingRow): void {
  sql(db, 'DELETE FROM edit_step WHERE finding = ? AND undone = 1').run(finding);
}
