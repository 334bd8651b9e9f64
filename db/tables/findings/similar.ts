import type { FindingRow } from '#contract/finding/finding.ts';
import { numbersIn, textsIn } from '../../store/columns.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb } from '../../schema/types.ts';

/** What two findings are compared by, and what is shown of one. */
export interface ComparedRow {
  readonly finding: FindingRow;
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly status: string;
  readonly asset: readonly string[];
  /** Weaknesses as `list_key` holds them, between unit separators. */
  readonly cwe: string;
  readonly candidate: boolean;
}

/** The full text is looked through no further than this for one question, whatever engagements it spans. */
const maxLooked = 2_000;

/**
 * Up to `most` findings of an engagement whose text meets an FTS5 expression, oldest rows first. Of a common word
 * only the first are answered, so that it costs no more than a rare one.
 */
export function firstWithText(
  db: ReadableDb,
  ask: { readonly project: string; readonly expression: string; readonly max: number },
): number[] {
  const row = sql<[string, number, string, number], { findings: string }>(
    db,
    `SELECT json_group_array(finding) AS findings FROM (
       SELECT l.finding FROM (SELECT rowid FROM finding_text WHERE finding_text MATCH ? LIMIT ?) t
         CROSS JOIN list_row l ON l.finding = t.rowid
        WHERE l.project = ? AND l.sync <> 'gone' LIMIT ?)`,
  ).get(ask.expression, maxLooked, ask.project, ask.max);
  return numbersIn(row?.findings ?? '[]');
}

/** What findings are compared by, in the order of their rows; those in no list are skipped. */
export function comparedRows(db: ReadableDb, findings: readonly number[]): ComparedRow[] {
  return sql<[string], Omit<ComparedRow, 'asset' | 'candidate'> & { assetJson: string; candidate: 0 | 1 }>(
    db,
    `SELECT l.finding, l.id, l.title, l.severity, l.status, l.asset_json AS assetJson, k.cwe, l.candidate
       FROM json_each(?) wanted CROSS JOIN list_row l ON l.finding = wanted.value
       JOIN list_key k ON k.finding = l.finding`,
  )
    .all(JSON.stringify(findings.toSorted((one, other) => one - other)))
    .map(({ assetJson, candidate, ...row }) => ({
      ...row,
      asset: textsIn(assetJson),
      candidate: candidate === 1,
    }));
}
