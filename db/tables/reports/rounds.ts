import type { FindingRow } from '#contract/finding/finding.ts';
import type { ReportRound, Verdict } from '#contract/deliverable/rounds.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/*
 * Rounds of retests and their verdicts. Verdicts are a log: of a round and a finding the newest entry is in force, and
 * one without a verdict says that it was cleared.
 */

/** A round as the store keeps it; `round` is its row, `number` what a person calls it by. */
export interface RoundRow extends ReportRound {
  readonly round: number;
  readonly project: string;
}

/** What a verdict says. */
export interface VerdictWords {
  readonly verdict: Verdict;
  readonly day: string;
  readonly who: string;
  readonly text: string;
}

/** One entry of the log. */
export interface VerdictRow {
  readonly entry: number;
  readonly setting: number;
  readonly round: number;
  readonly finding: FindingRow;
  /** Null: it was cleared. */
  readonly verdict: Verdict | null;
  readonly day: string;
  readonly who: string;
  readonly text: string;
  readonly setAt: string;
  readonly op: string | null;
}

const selectRound = 'SELECT round, project, number, name, begins, ends, note FROM retest_round';
const selectVerdict =
  'SELECT entry, setting, round, finding, verdict, day, who, text, set_at AS setAt, op FROM retest_verdict AS v';
const inForce = `v.entry = (SELECT max(n.entry) FROM retest_verdict n WHERE n.round = v.round AND n.finding = v.finding)`;

/** The rounds of an engagement, by their numbers. */
export function roundsOf(db: ReadableDb, project: string): RoundRow[] {
  return sql<[string], RoundRow>(db, `${selectRound} WHERE project = ? ORDER BY number`).all(project);
}

/** The round of this number, or null. */
export function readRound(db: ReadableDb, project: string, number: number): RoundRow | null {
  return (
    sql<[string, number], RoundRow>(db, `${selectRound} WHERE project = ? AND number = ?`).get(
      project,
      number,
    ) ?? null
  );
}

/** Adds a round behind the others. @returns its number */
export function insertRound(
  db: WritableDb,
  row: Pick<RoundRow, 'project' | 'name' | 'begins' | 'ends' | 'note'>,
): number {
  const added = sql<[unknown], { number: number }>(
    db,
    `INSERT INTO retest_round (project, number, name, begins, ends, note)
     VALUES (@project, (SELECT coalesce(max(number), 0) + 1 FROM retest_round WHERE project = @project),
             @name, @begins, @ends, @note)
     RETURNING number`,
  ).get(row);
  if (added === undefined) throw new Error('a round was not added');
  return added.number;
}

/** Writes what is said of a round. */
export function writeRound(
  db: WritableDb,
  row: Pick<RoundRow, 'round' | 'name' | 'begins' | 'ends' | 'note'>,
): void {
  const { changes } = sql(
    db,
    'UPDATE retest_round SET name = @name, begins = @begins, ends = @ends, note = @note WHERE round = @round',
  ).run(row);
  if (changes !== 1) throw new Error('a round was changed that is not there');
}

/** Takes a round out with its verdicts and images. */
export function deleteRound(db: WritableDb, round: number): void {
  sql(db, 'DELETE FROM retest_verdict WHERE round = ?').run(round);
  sql(db, 'DELETE FROM evidence WHERE row IN (SELECT row FROM evidence_round WHERE round = ?)').run(round);
  sql(db, 'DELETE FROM retest_round WHERE round = ?').run(round);
}

/** Every verdict that is in force in a round, in the order in which their findings became known. */
export function verdictsOf(db: ReadableDb, round: number): VerdictRow[] {
  return sql<[number], VerdictRow>(
    db,
    `${selectVerdict} WHERE v.round = ? AND v.verdict IS NOT NULL AND ${inForce} ORDER BY v.finding`,
  ).all(round);
}

/** The newest entry of a finding in a round, a cleared one too; null if it never had a verdict there. */
export function newestVerdict(db: ReadableDb, round: number, finding: FindingRow): VerdictRow | null {
  return (
    sql<[number, FindingRow], VerdictRow>(
      db,
      `${selectVerdict} WHERE v.round = ? AND v.finding = ? ORDER BY v.entry DESC LIMIT 1`,
    ).get(round, finding) ?? null
  );
}

/** The entry before another of the same round and finding, or null. */
export function verdictBefore(db: ReadableDb, { round, finding, entry }: VerdictRow): VerdictRow | null {
  return (
    sql<[number, FindingRow, number], VerdictRow>(
      db,
      `${selectVerdict} WHERE v.round = ? AND v.finding = ? AND v.entry < ? ORDER BY v.entry DESC LIMIT 1`,
    ).get(round, finding, entry) ?? null
  );
}

/** What every verdict in force of a finding says, by the row of its round. */
export function verdictsOn(db: ReadableDb, finding: FindingRow): ReadonlyMap<number, VerdictRow> {
  const rows = sql<[FindingRow], VerdictRow>(
    db,
    `${selectVerdict} WHERE v.finding = ? AND v.verdict IS NOT NULL AND ${inForce}`,
  ).all(finding);
  return new Map(rows.map((row) => [row.round, row]));
}

/** How many findings that are not gone have which verdict in a round, and how many findings there are. */
export function countVerdicts(
  db: ReadableDb,
  { round, project }: RoundRow,
): { readonly counts: ReadonlyMap<Verdict, number>; readonly findings: number } {
  const rows = sql<[number], { verdict: Verdict; count: number }>(
    db,
    `SELECT v.verdict, count(*) AS count FROM retest_verdict v JOIN list_row l ON l.finding = v.finding
      WHERE v.round = ? AND v.verdict IS NOT NULL AND l.sync <> 'gone' AND ${inForce} GROUP BY v.verdict`,
  ).all(round);
  const listed = sql<[string], { findings: number }>(
    db,
    "SELECT count(*) AS findings FROM list_row INDEXED BY list_row_project WHERE project = ? AND sync <> 'gone'",
  ).get(project);
  return {
    counts: new Map(rows.map(({ verdict, count }) => [verdict, count])),
    findings: listed?.findings ?? 0,
  };
}

/** The number that the next setting has. */
export function nextSetting(db: ReadableDb): number {
  const row = sql<[], { seq: number }>(
    db,
    "SELECT seq FROM sqlite_sequence WHERE name = 'retest_verdict'",
  ).get();
  return (row?.seq ?? 0) + 1;
}

/** Appends an entry. */
export function insertVerdict(db: WritableDb, row: Omit<VerdictRow, 'entry'>): void {
  sql(
    db,
    `INSERT INTO retest_verdict (setting, round, finding, verdict, day, who, text, set_at, op)
     VALUES (@setting, @round, @finding, @verdict, @day, @who, @text, @setAt, @op)`,
  ).run(row);
}

/** Writes an entry again: a run of typing is one setting. */
export function rewriteVerdict(
  db: WritableDb,
  row: Pick<VerdictRow, 'entry' | 'day' | 'who' | 'text' | 'setAt'>,
): void {
  sql(
    db,
    'UPDATE retest_verdict SET day = @day, who = @who, text = @text, set_at = @setAt WHERE entry = @entry',
  ).run(row);
}

/** The entries of what was set last in an engagement; none if nothing is left. */
export function lastSetting(db: ReadableDb, project: string): VerdictRow[] {
  return sql<[string], VerdictRow>(
    db,
    `${selectVerdict} WHERE v.setting = (
       SELECT max(setting) FROM retest_verdict WHERE round IN (SELECT round FROM retest_round WHERE project = ?))
     ORDER BY v.entry`,
  ).all(project);
}

/** Takes entries of one setting back. */
export function deleteSetting(db: WritableDb, setting: number): void {
  sql(db, 'DELETE FROM retest_verdict WHERE setting = ?').run(setting);
}

/** Says that an image belongs to a round. */
export function giveToRound(db: WritableDb, evidence: string, round: number): void {
  sql(db, 'INSERT INTO evidence_round (row, round) SELECT row, ? FROM evidence WHERE evidence = ?').run(
    round,
    evidence,
  );
}

/** The names of a round's images, of all findings. */
export function imagesOfRound(db: ReadableDb, round: number): string[] {
  return sql<[number], { evidence: string }>(
    db,
    'SELECT evidence FROM evidence_round JOIN evidence USING (row) WHERE round = ? ORDER BY row',
  )
    .all(round)
    .map(({ evidence }) => evidence);
}
