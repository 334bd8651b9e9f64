import type { tables } from '../schema/tables.ts';
import { tables as everyTable } from '../schema/tables.ts';
import { sql } from '../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../schema/types.ts';
import { isUnsure } from './outbox/attempts.ts';

/* The ID of an engagement is the name of its project on the service. It can be corrected while it is used here alone. */

type Table = keyof typeof tables;

/**
 * Which tables name an engagement by its ID in a column `project`. A table without a line here does not compile: what is
 * forgotten would stay under the old ID.
 */
const namesProject: Readonly<Record<Table, boolean>> = {
  connection: false,
  engagement: true,
  engagement_setting: true,
  finding: true,
  operation: true,
  operation_item: false,
  assistant_answer: false,
  attempt: false,
  history: false,
  // An edition is what left under its ID: with one, the ID stays.
  edition: false,
  edition_piece: false,
  theme: false,
  theme_file: false,
  word_template: false,
  report_finding: true,
  report_group_number: true,
  evidence: false,
  evidence_content: false,
  evidence_annotation: false,
  evidence_drawn: false,
  edition_image: false,
  retest_round: true,
  retest_verdict: false,
  evidence_round: false,
  // Named inside its JSON: `moveSettings`.
  setting: false,
  saved_view: false,
  looked: false,
  held: false,
  altered_value: false,
  former_id: false,
  working_state: false,
  assignee: false,
  ready_snapshot: false,
  comment: true,
  spelling_word: true,
  dictionary: false,
  edit_step: false,
  bulk_action: true,
  bulk_item: false,
  finding_origin: false,
  // What was destroyed under an ID stays told under it.
  destruction: false,
  rotation: false,
  activity_note: false,
  record: false,
  // Begun anew: nothing was read under the new ID yet.
  sweep: false,
  list_page: false,
  list_row: true,
  list_key: true,
  text_due: false,
  finding_text: false,
  text_start: false,
  text_unstarted: false,
  mark: false,
  settled: false,
};

const moved = Object.keys(everyTable).filter((name) => isTable(name) && namesProject[name]);

/** What ties an engagement to its ID. */
export interface IdTies {
  /** Findings that the service has, or had. */
  readonly received: number;
  /** Operations that the service may have got without our knowing. */
  readonly unsure: number;
  /** Reports that were exported. */
  readonly editions: number;
}

/** Counts what ties an engagement to its ID. */
export function countIdTies(db: ReadableDb, project: string): IdTies {
  const counted = sql<[{ project: string }], IdTies>(
    db,
    `SELECT
       (SELECT count(*) FROM finding f WHERE f.project = @project AND (
          f.service_id IS NOT NULL OR EXISTS (SELECT 1 FROM record r WHERE r.finding = f.finding))) AS received,
       (SELECT count(DISTINCT o.seq) FROM operation o
         WHERE o.project = @project AND (
           EXISTS (SELECT 1 FROM attempt WHERE attempt.seq = o.seq AND ${isUnsure})
           OR EXISTS (SELECT 1 FROM operation_item i WHERE i.seq = o.seq AND i.state IN ('sending', 'unknown')))) AS unsure,
       (SELECT count(*) FROM edition WHERE project = @project) AS editions`,
  ).get({ project });
  if (counted === undefined) throw new Error('an engagement could not be counted');
  return counted;
}

/** Whether any row names a project, also without an engagement of that ID. */
export function isProjectNamed(db: ReadableDb, project: string): boolean {
  return [...moved, 'edition'].some(
    (table) =>
      db.prepare<[string]>(`SELECT 1 FROM ${table} WHERE project = ? LIMIT 1`).get(project) !== undefined,
  );
}

/**
 * Gives an engagement with all that belongs to it another ID, under which nothing was read yet. To be called in a
 * transaction.
 *
 * @param choices how the setting `recent` names it, before and after
 */
export function moveEngagement(
  db: WritableDb,
  ids: { readonly project: string; readonly to: string; readonly addedAt: string },
  choices: { readonly before: string; readonly after: string },
): void {
  const { project, to, addedAt } = ids;
  for (const table of moved)
    db.prepare(`UPDATE ${table} SET project = @to WHERE project = @project`).run({ project, to });
  sql(db, 'DELETE FROM sweep WHERE project = ?').run(project);
  sql(db, 'DELETE FROM list_page WHERE project = ?').run(project);
  sql(db, 'INSERT INTO sweep (project) VALUES (?)').run(to);
  // An engagement of that ID was destroyed before: this one came after it, and nothing takes it along.
  sql(
    db,
    `UPDATE engagement SET added_at = @addedAt
      WHERE project = @to AND EXISTS (SELECT 1 FROM destruction WHERE destruction.project = @to)`,
  ).run({ to, addedAt });
  // What readers keep of either list is not true any more.
  sql(db, 'UPDATE list_key SET stamp = (SELECT commits FROM mark) WHERE project = ?').run(to);
  sql(db, 'UPDATE mark SET left_lists = left_lists + 1').run();
  moveSettings(db, { project, to }, choices);
}

function moveSettings(
  db: WritableDb,
  ids: { readonly project: string; readonly to: string },
  choices: { readonly before: string; readonly after: string },
): void {
  sql(
    db,
    `UPDATE setting SET value_json = json_set(value_json, '$.project', @to)
      WHERE name = 'place' AND json_extract(value_json, '$.project') = @project`,
  ).run(ids);
  sql(
    db,
    `UPDATE setting SET value_json = (
       SELECT json_group_array(CASE value WHEN @before THEN @after ELSE value END ORDER BY key)
         FROM json_each(value_json))
     WHERE name = 'recent'`,
  ).run(choices);
}

function isTable(name: string): name is Table {
  return Object.hasOwn(namesProject, name);
}
