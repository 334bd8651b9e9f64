import type { SyncState } from '#contract/finding/finding.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb } from '../../schema/types.ts';

/*
 * Findings of an engagement counted by what they share, gone ones left out, from the narrow table that queries read: a
 * number is that of the list which a query of the same value shows.
 */

/** Findings of one status. */
export interface StatusCount {
  /** As one of them writes it. */
  readonly written: string;
  readonly findings: number;
  readonly candidates: number;
}

/** Findings that have the same assets and severity. */
export interface AssetCount {
  /** What a query finds their assets by: folded, between unit separators. */
  readonly keys: string;
  /** JSON array of the assets, as one of them writes them. */
  readonly assetJson: string;
  /** Place of the severity in the profile, behind its last one for any other. */
  readonly rank: number;
  /** As one of them writes it. */
  readonly severity: string;
  readonly findings: number;
}

/** Which findings: those of an engagement but for one state of sync, by its place among the states. */
export interface CountedProject {
  readonly project: string;
  readonly gone: number;
}

/** The findings of an engagement by status. */
export function countByStatus(db: ReadableDb, { project, gone }: CountedProject): StatusCount[] {
  return sql<[string, number], StatusCount>(
    db,
    `SELECT l.status AS written, g.findings, g.candidates
       FROM (SELECT min(finding) AS first, count(*) AS findings, sum(candidate) AS candidates
               FROM list_key WHERE +project = ? AND sync <> ? GROUP BY status) g
       JOIN list_row l ON l.finding = g.first`,
  ).all(project, gone);
}

/** The findings of an engagement by assets and severity. */
export function countByAssets(db: ReadableDb, { project, gone }: CountedProject): AssetCount[] {
  return sql<[string, number], AssetCount>(
    db,
    `SELECT g.keys, l.asset_json AS assetJson, g.rank, l.severity, g.findings
       FROM (SELECT assets AS keys, severity_rank AS rank, min(finding) AS first, count(*) AS findings
               FROM list_key WHERE +project = ? AND sync <> ?
              GROUP BY assets, severity_rank, severity) g
       JOIN list_row l ON l.finding = g.first`,
  ).all(project, gone);
}

/** How many findings of an engagement are in which state of sync; states without any are left out. */
export function countBySyncState(db: ReadableDb, project: string): ReadonlyMap<SyncState, number> {
  const rows = sql<[string], { sync: SyncState; findings: number }>(
    db,
    `SELECT sync, count(*) AS findings FROM list_row INDEXED BY list_row_project
      WHERE project = ? AND sync <> 'gone' GROUP BY sync`,
  ).all(project);
  return new Map(rows.map(({ sync, findings }) => [sync, findings]));
}

/** How many findings of an engagement are held back. */
export function countHeld(db: ReadableDb, project: string): number {
  const row = sql<[string], { findings: number }>(
    db,
    `SELECT count(*) AS findings FROM held h CROSS JOIN list_row l ON l.finding = h.finding
      WHERE l.project = ? AND l.sync <> 'gone'`,
  ).get(project);
  return row?.findings ?? 0;
}
