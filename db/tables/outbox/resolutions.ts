import type { FindingRow } from '#contract/finding/finding.ts';
import type { OpenItem } from './operations.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** An operation of a finding as it stood before an answer, and its revision after it. */
export interface ResolutionItem extends OpenItem {
  readonly after: number;
}

/** Which answer: to the conflict of this operation over this finding. */
export interface ResolutionRow {
  readonly seq: number;
  readonly finding: FindingRow;
}

/** Remembers an answer in the place of an earlier one to the same question; of all only the newest `most` are kept. */
export function insertResolution(
  db: WritableDb,
  { seq, finding }: ResolutionRow,
  items: readonly ResolutionItem[],
  max: number,
): void {
  deleteResolution(db, { seq, finding });
  sql(db, 'INSERT INTO settled (seq, finding, items_json) VALUES (?, ?, ?)').run(
    seq,
    finding,
    JSON.stringify(items),
  );
  sql(db, 'DELETE FROM settled WHERE number <= (SELECT max(number) FROM settled) - ?').run(max);
}

/** What stood there before an answer, in the order of the outbox; empty if none is known. */
export function readResolution(db: ReadableDb, { seq, finding }: ResolutionRow): ResolutionItem[] {
  const column = (name: string): string => `json_extract(j.value, '$.${name}') AS ${name}`;
  return sql<[number, number], ResolutionItem>(
    db,
    `SELECT o.seq, s.finding, o.op, o.kind, o.project, o.payload_json AS payloadJson, ${[
      ...['state', 'revision', 'patchJson', 'basesJson', 'attempts', 'errorStatus', 'errorMessage'],
      ...['conflictJson', 'sentJson', 'answeredId', 'quietFromMs', 'quietBoot', 'quietSweeps'],
      ...['needsPerson', 'seenJson', 'beforeJson', 'after'],
    ]
      .map(column)
      .join(', ')}
       FROM settled s, json_each(s.items_json) j JOIN operation o ON o.seq = json_extract(j.value, '$.seq')
      WHERE s.seq = ? AND s.finding = ? ORDER BY o.seq`,
  ).all(seq, finding);
}

/** The answers that were given last, the newest first. */
export function newestResolution(db: ReadableDb, limit: number): ResolutionRow[] {
  return sql<[number], ResolutionRow>(
    db,
    'SELECT seq, finding FROM settled ORDER BY number DESC LIMIT ?',
  ).all(limit);
}

export function deleteResolution(db: WritableDb, { seq, finding }: ResolutionRow): void {
  sql(db, 'DELETE FROM settled WHERE seq = ? AND finding = ?').run(seq, finding);
}

/** Two rows turn out to be one finding: what stood before on either says nothing of it any more. */
export function forgetResolutionsOf(db: WritableDb, findings: readonly FindingRow[]): void {
  for (const finding of findings) sql(db, 'DELETE FROM settled WHERE finding = ?').run(finding);
}
