import type { FindingRow } from '#contract/finding/finding.ts';
import type { ReportGrouping } from '#contract/deliverable/choices.ts';
import type { SeverityKey } from '#contract/value-lists.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/* Places that the user gave findings in reports, and numbers that went out; both hold within a severity. */

/** What is kept of a finding in one severity. */
export interface ReportFindingRow {
  readonly finding: FindingRow;
  readonly severity: SeverityKey;
  readonly place: number | null;
  readonly number: number | null;
}

/** A number under which a finding went out; `grouping` null: by itself. */
export interface KnownNumberRow {
  readonly finding: FindingRow;
  readonly severity: SeverityKey;
  readonly number: number;
  readonly grouping: ReportGrouping | null;
}

/** All that is kept of an engagement, also of findings that are gone or have another severity now. */
export function reportFindingRows(db: ReadableDb, project: string): ReportFindingRow[] {
  return sql<[string], ReportFindingRow>(
    db,
    'SELECT finding, severity, place, number FROM report_finding WHERE project = ? ORDER BY severity, finding',
  ).all(project);
}

/** Puts findings of one severity in this order. */
export function writePlaces(
  db: WritableDb,
  { project, severity }: { readonly project: string; readonly severity: SeverityKey },
  findings: readonly FindingRow[],
): void {
  const write = sql(
    db,
    `INSERT INTO report_finding (project, finding, severity, place) VALUES (@project, @finding, @severity, @place)
     ON CONFLICT (finding, severity) DO UPDATE SET place = excluded.place`,
  );
  for (const [at, finding] of findings.entries()) write.run({ project, finding, severity, place: at + 1 });
}

/** Every number under which findings of an engagement went out, each by itself and as one of several. */
export function knownNumbers(db: ReadableDb, project: string): KnownNumberRow[] {
  return sql<[string, string], KnownNumberRow>(
    db,
    `SELECT finding, severity, number, NULL AS grouping FROM report_finding WHERE project = ? AND number IS NOT NULL
      UNION ALL SELECT finding, severity, number, grouping FROM report_group_number WHERE project = ?
      ORDER BY finding, severity, grouping`,
  ).all(project, project);
}

/** Notes the number under which a finding was printed as one of several: the last one counts. */
export function keepGroupNumber(
  db: WritableDb,
  row: KnownNumberRow & { readonly project: string; readonly grouping: ReportGrouping },
): void {
  sql(
    db,
    `INSERT INTO report_group_number (project, finding, severity, grouping, number)
     SELECT @project, finding, @severity, @grouping, @number FROM finding WHERE finding = @finding
     ON CONFLICT (finding, severity, grouping) DO UPDATE SET number = excluded.number`,
  ).run(row);
}

/** Takes every place of an engagement away. */
export function removePlaces(db: WritableDb, project: string): void {
  sql(db, 'UPDATE report_finding SET place = NULL WHERE project = ?').run(project);
  removeEmpty(db, project);
}

/** Notes the number that a finding went out with; one that it has in this severity already stays. */
export function keepNumber(
  db: WritableDb,
  row: Omit<KnownNumberRow, 'grouping'> & { readonly project: string },
): void {
  sql(
    db,
    `INSERT INTO report_finding (project, finding, severity, number)
     SELECT @project, finding, @severity, @number FROM finding WHERE finding = @finding
     ON CONFLICT (finding, severity) DO UPDATE SET number = coalesce(number, excluded.number)`,
  ).run(row);
}

/** Forgets which numbers of an engagement went out. */
export function removeNumbers(db: WritableDb, project: string): void {
  sql(db, 'UPDATE report_finding SET number = NULL WHERE project = ?').run(project);
  removeEmpty(db, project);
  sql(db, 'DELETE FROM report_group_number WHERE project = ?').run(project);
}

function removeEmpty(db: WritableDb, project: string): void {
  sql(db, 'DELETE FROM report_finding WHERE project = ? AND place IS NULL AND number IS NULL').run(project);
}
