import type { FindingOrigin, FindingRow } from '#contract/finding/finding.ts';
import type { Verdict } from '#contract/value-lists.ts';
import { textsIn } from '../../store/columns.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** Where a finding came from, as it is kept. */
export interface OriginRow extends FindingOrigin {
  readonly finding: FindingRow;
  /** The bulk action of the import; null if it queued nothing. */
  readonly number: number | null;
}

/** Notes where a finding came from. Answers whether that was not known. */
export function insertOrigin(db: WritableDb, row: OriginRow): boolean {
  return (
    sql(
      db,
      `INSERT OR IGNORE INTO finding_origin (finding, number, tool, rule, file, sha256, at)
       VALUES (@finding, @number, @tool, @rule, @file, @sha256, @at)`,
    ).run(row).changes === 1
  );
}

/** Forgets that a finding came from an import that was undone. */
export function forgetOrigins(db: WritableDb, number: number, finding: FindingRow): void {
  sql(db, 'DELETE FROM finding_origin WHERE number = ? AND finding = ?').run(number, finding);
}

/** Where a finding came from, the oldest import first. */
export function originsOf(db: ReadableDb, finding: FindingRow): FindingOrigin[] {
  return sql<[FindingRow], FindingOrigin>(
    db,
    `SELECT tool, rule, file, sha256, at FROM finding_origin WHERE finding = ? ORDER BY origin`,
  ).all(finding);
}

/** A finding of an engagement as scans are compared with it. */
export interface ComparableRow {
  readonly finding: FindingRow;
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly asset: readonly string[];
  readonly tags: readonly string[];
  /** Weaknesses as `list_key` holds them, between unit separators. */
  readonly cwe: string;
}

/** Every finding of an engagement that is not gone, oldest row first. */
export function comparableRows(db: ReadableDb, project: string): ComparableRow[] {
  return sql<[string], Omit<ComparableRow, 'asset' | 'tags'> & { assetJson: string; tagJson: string | null }>(
    db,
    `SELECT l.finding, l.id, l.title, l.status, l.asset_json AS assetJson, l.tag_json AS tagJson, k.cwe
       FROM list_row l INDEXED BY list_row_project JOIN list_key k ON k.finding = l.finding
      WHERE l.project = ? AND l.sync <> 'gone' ORDER BY l.finding`,
  )
    .all(project)
    .map(({ assetJson, tagJson, ...row }) => ({
      ...row,
      asset: textsIn(assetJson),
      tags: textsIn(tagJson ?? '[]'),
    }));
}

/** The rules that found the findings of an engagement, each once. */
export function rulesOf(db: ReadableDb, project: string): Pick<OriginRow, 'finding' | 'tool' | 'rule'>[] {
  return sql<[string], Pick<OriginRow, 'finding' | 'tool' | 'rule'>>(
    db,
    `SELECT DISTINCT o.finding, o.tool, o.rule FROM finding_origin o JOIN finding f ON f.finding = o.finding
      WHERE f.project = ? ORDER BY o.finding, o.tool, o.rule`,
  ).all(project);
}

/** The tools whose files findings of an engagement were imported from, the one with the most findings first. */
export function toolsIn(db: ReadableDb, project: string): string[] {
  return sql<[string], { tool: string }>(
    db,
    `SELECT o.tool FROM finding_origin o JOIN finding f ON f.finding = o.finding
      WHERE f.project = ? GROUP BY o.tool ORDER BY count(DISTINCT o.finding) DESC, o.tool`,
  )
    .all(project)
    .map(({ tool }) => tool);
}

/** Findings of an engagement that are to be deleted. */
export function findingsToDelete(db: ReadableDb, project: string): FindingRow[] {
  return sql<[string], { finding: FindingRow }>(
    db,
    `SELECT DISTINCT i.finding FROM operation o JOIN operation_item i ON i.seq = o.seq
      WHERE o.project = ? AND o.kind IN ('delete', 'bulk-delete') AND i.state NOT IN ('done', 'discarded')`,
  )
    .all(project)
    .map(({ finding }) => finding);
}

/** Every verdict in force of an engagement, by the number of its round. */
export function verdictsIn(
  db: ReadableDb,
  project: string,
): { readonly finding: FindingRow; readonly round: number; readonly verdict: Verdict }[] {
  return sql<[string], { finding: FindingRow; round: number; verdict: Verdict }>(
    db,
    `SELECT v.finding, r.number AS round, v.verdict FROM retest_round r JOIN retest_verdict v ON v.round = r.round
      WHERE r.project = ? AND v.verdict IS NOT NULL
        AND v.entry = (SELECT max(n.entry) FROM retest_verdict n WHERE n.round = v.round AND n.finding = v.finding)
      ORDER BY v.finding, r.number`,
  ).all(project);
}
