import type { FindingRow } from '#contract/finding/finding.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** Findings that are listed as private drafts. */
export function privateFindings(db: ReadableDb): FindingRow[] {
  return sql<[], { finding: FindingRow }>(db, 'SELECT finding FROM list_key WHERE private = 1')
    .all()
    .map(({ finding }) => finding);
}

/** What holds texts of the service's record beside the record itself; the person's own values stay. */
const copies = [
  "UPDATE history SET detail_json = NULL WHERE finding = ? AND what = 'changed'",
  'DELETE FROM edit_step WHERE finding = ?',
  'DELETE FROM settled WHERE finding = ?',
  'DELETE FROM looked WHERE finding = ?',
  'DELETE FROM ready_snapshot WHERE finding = ?',
  "UPDATE comment SET quote = '', anchor_json = NULL WHERE finding = ? AND quote IS NOT NULL",
  'UPDATE bulk_item SET laid_json = NULL WHERE finding = ?',
  `UPDATE operation_item SET before_json = NULL, revision = revision + 1,
          seen_json = CASE WHEN seen_json IS NULL THEN NULL ELSE '{}' END,
          bases_json = (SELECT json_group_object(key, json('{}')) FROM json_each(bases_json)),
          conflict_json = CASE WHEN conflict_json IS NULL THEN NULL ELSE '{"reason":"gone","fields":{}}' END
    WHERE finding = ?`,
  'DELETE FROM record WHERE finding = ?',
] as const;

/**
 * Forgets the service's record of a finding wherever texts of it are kept, as if it had never been seen. Its open
 * operations stay, with what the person wrote. To be called in a transaction.
 */
export function forgetRecordTexts(db: WritableDb, finding: FindingRow): void {
  for (const copy of copies) sql(db, copy).run(finding);
}
