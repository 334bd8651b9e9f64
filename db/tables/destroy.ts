import { readEditionPart } from './reports/editions.ts';
import { countTextChange } from './findings/fulltext.ts';
import type { tables } from '../schema/tables.ts';
import { tables as everyTable } from '../schema/tables.ts';
import { isUnsure } from './outbox/attempts.ts';
import { sql } from '../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../schema/types.ts';

/*
 * Takes one engagement out of a store. What follows after the commit (backups, log, free pages) is the host's to do:
 * it has the folder and the key.
 */

type Table = keyof typeof tables;

const itsFindings = '(SELECT finding FROM finding WHERE project = @project)';
const itsRounds = '(SELECT round FROM retest_round WHERE project = @project)';
const itsOperations = '(SELECT seq FROM operation WHERE project = @project)';

/**
 * Which rows of each table belong to an engagement; null if none does. A table without a line here does not
 * compile: what is forgotten here would outlive its destruction.
 */
const belonging: Readonly<Record<Table, string | null>> = {
  connection: null,
  engagement: 'project = @project',
  engagement_setting: 'project = @project',
  finding: 'project = @project',
  operation: 'project = @project',
  operation_item: `seq IN ${itsOperations} OR finding IN ${itsFindings}`,
  assistant_answer: `seq IN ${itsOperations}`,
  attempt: `seq IN ${itsOperations}`,
  history: `finding IN ${itsFindings}`,
  edition: 'project = @project',
  edition_piece: 'project = @project',
  // Themes and templates belong to no engagement.
  theme: null,
  theme_file: null,
  word_template: null,
  report_finding: `project = @project OR finding IN ${itsFindings}`,
  report_group_number: `project = @project OR finding IN ${itsFindings}`,
  evidence: `finding IN ${itsFindings}`,
  evidence_content: `row IN (SELECT row FROM evidence WHERE finding IN ${itsFindings})`,
  evidence_annotation: `row IN (SELECT row FROM evidence WHERE finding IN ${itsFindings})`,
  evidence_drawn: `row IN (SELECT row FROM evidence WHERE finding IN ${itsFindings})`,
  retest_round: 'project = @project',
  retest_verdict: `round IN ${itsRounds} OR finding IN ${itsFindings}`,
  evidence_round: `round IN ${itsRounds} OR row IN (SELECT row FROM evidence WHERE finding IN ${itsFindings})`,
  // Shared between editions: `dropEditionImages`.
  edition_image: null,
  setting: "name = 'place' AND json_extract(value_json, '$.project') = @project",
  // Lists belong to no engagement.
  saved_view: null,
  looked: `finding IN ${itsFindings}`,
  held: `finding IN ${itsFindings}`,
  altered_value: `finding IN ${itsFindings}`,
  former_id: `finding IN ${itsFindings}`,
  working_state: `finding IN ${itsFindings}`,
  assignee: `finding IN ${itsFindings}`,
  ready_snapshot: `finding IN ${itsFindings}`,
  comment: `project = @project OR finding IN ${itsFindings}`,
  spelling_word: 'project = @project',
  // Dictionaries belong to no engagement.
  dictionary: null,
  edit_step: `finding IN ${itsFindings}`,
  bulk_action: 'project = @project',
  bulk_item: `number IN (SELECT number FROM bulk_action WHERE project = @project) OR finding IN ${itsFindings}`,
  finding_origin: `finding IN ${itsFindings}`,
  destruction: null,
  // The account's, not an engagement's.
  rotation: null,
  // Calls about the account: no engagement's.
  activity_note: null,
  record: `finding IN ${itsFindings}`,
  sweep: 'project = @project',
  list_page: 'project = @project',
  list_row: 'project = @project',
  list_key: 'project = @project',
  text_due: `finding IN ${itsFindings}`,
  finding_text: `rowid IN ${itsFindings}`,
  text_start: `rowid IN ${itsFindings}`,
  text_unstarted: `finding IN ${itsFindings}`,
  mark: null,
  settled: `seq IN ${itsOperations} OR finding IN ${itsFindings}`,
};

/** How much there is of an engagement. */
export interface Holdings {
  readonly findings: number;
  readonly operations: number;
  /** Operations that are neither done nor discarded: they would be sent no more. */
  readonly unsent: number;
  /** Of those, how many may have reached the service already: an attempt has no clear answer yet. */
  readonly mayHaveArrived: number;
  readonly history: number;
  readonly evidence: number;
  readonly editions: number;
  /** Of records, layers, history, images, facts and editions together. */
  readonly bytes: number;
}

/** Counts what a store holds of an engagement; zeros if it holds nothing. */
export function countHoldings(db: ReadableDb, project: string): Holdings {
  const counted = sql<[{ project: string }], Holdings>(
    db,
    `SELECT
       (SELECT count(*) FROM finding WHERE project = @project) AS findings,
       (SELECT count(*) FROM operation WHERE project = @project) AS operations,
       (SELECT count(DISTINCT seq) FROM operation_item
         WHERE state NOT IN ('done', 'discarded') AND seq IN ${itsOperations}) AS unsent,
       (SELECT count(DISTINCT seq) FROM operation_item
         WHERE state NOT IN ('done', 'discarded') AND seq IN ${itsOperations}
           AND EXISTS (SELECT 1 FROM attempt WHERE attempt.seq = operation_item.seq AND ${isUnsure})) AS mayHaveArrived,
       (SELECT count(*) FROM history WHERE finding IN ${itsFindings}) AS history,
       (SELECT count(*) FROM evidence WHERE finding IN ${itsFindings}) AS evidence,
       (SELECT count(*) FROM edition WHERE project = @project) AS editions,
       (SELECT coalesce(sum(length(CAST(base_json AS BLOB))), 0) FROM record WHERE finding IN ${itsFindings})
       + (SELECT coalesce(sum(length(CAST(patch_json AS BLOB))), 0) FROM operation_item WHERE seq IN ${itsOperations})
       + (SELECT coalesce(sum(length(CAST(detail_json AS BLOB))), 0) FROM history WHERE finding IN ${itsFindings})
       + (SELECT coalesce(sum(bytes), 0) FROM evidence WHERE finding IN ${itsFindings})
       + (SELECT coalesce(sum(length(CAST(value_json AS BLOB))), 0) FROM engagement_setting
          WHERE project = @project AND name = 'facts')
       + (SELECT coalesce(sum(bytes), 0) FROM edition WHERE project = @project) AS bytes`,
  ).get({ project });
  if (counted === undefined) throw new Error('an engagement could not be counted');
  return counted;
}

/**
 * Deletes every row that belongs to an engagement, overwriting it where it lay (`secure_delete`). To be called in a
 * transaction. What was indexed of its texts is only marked as gone until `purgeIndex`.
 *
 * @param choice how the setting `recent` names it
 */
export function deleteEngagement(db: WritableDb, project: string, choice: string): void {
  dropEditionImages(db, project);
  // Children stand behind their parents in the table of tables.
  for (const table of Object.keys(everyTable).reverse()) {
    const rows = isTable(table) ? belonging[table] : null;
    if (rows !== null) db.prepare(`DELETE FROM ${table} WHERE ${rows}`).run({ project });
  }
  forgetChoice(db, choice);
  countTextChange(db);
}

/** What was chosen last in the palette names engagements among commands. */
function forgetChoice(db: WritableDb, choice: string): void {
  sql(
    db,
    `UPDATE setting SET value_json = (
       SELECT json_group_array(value ORDER BY key) FROM json_each(value_json) WHERE value <> @choice)
     WHERE name = 'recent'`,
  ).run({ choice });
}

/** Merges the full text into one part, which leaves out the words of what was deleted. */
export function purgeIndex(db: WritableDb): void {
  db.exec("INSERT INTO finding_text (finding_text) VALUES ('optimize')");
  db.exec("INSERT INTO text_start (text_start) VALUES ('optimize')");
}

/** Images, logos and fonts that no edition of another engagement prints, with what was left of editions that never came. */
function dropEditionImages(db: WritableDb, project: string): void {
  const printed = new Set<string>();
  const others = db.prepare<[string], { content: string }>('SELECT content FROM edition WHERE project <> ?');
  for (const edition of others.all(project)) {
    const snapshot = readEditionPart(db, edition, 'snapshot').toString('latin1');
    for (const [, sha256 = ''] of snapshot.matchAll(/"([0-9a-f]{64})"/gu)) printed.add(sha256);
  }
  const drop = db.prepare('DELETE FROM edition_image WHERE image = ?');
  const kept = db.prepare<[], { image: number; sha256: string }>('SELECT image, sha256 FROM edition_image');
  for (const { image, sha256 } of kept.all()) if (!printed.has(sha256)) drop.run(image);
}

function isTable(name: string): name is Table {
  return Object.hasOwn(belonging, name);
}

/** One destruction as the store keeps it; JSON members are texts. */
export interface DestructionRow {
  readonly number: number;
  readonly project: string;
  readonly begunAt: string;
  readonly recordJson: string;
  readonly finishedAt: string | null;
  readonly endJson: string | null;
}

/** Notes a destruction whose rows go in the same transaction. @returns its number */
export function beginDestruction(
  db: WritableDb,
  row: Pick<DestructionRow, 'project' | 'begunAt' | 'recordJson'>,
): number {
  const { lastInsertRowid } = sql(
    db,
    'INSERT INTO destruction (project, begun_at, record_json) VALUES (@project, @begunAt, @recordJson)',
  ).run(row);
  return Number(lastInsertRowid);
}

/** Notes that nothing is left of it. */
export function endDestruction(
  db: WritableDb,
  end: { readonly number: number; readonly finishedAt: string; readonly endJson: string },
): void {
  const { changes } = sql(
    db,
    'UPDATE destruction SET finished_at = @finishedAt, end_json = @endJson WHERE number = @number',
  ).run(end);
  if (changes !== 1) throw new Error('a destruction ended that was not begun');
}

/** Every destruction in this store, the newest first. */
export function listDestructions(db: ReadableDb): DestructionRow[] {
  return sql<[], DestructionRow>(
    db,
    `SELECT number, project, begun_at AS begunAt, record_json AS recordJson, finished_at AS finishedAt,
            end_json AS endJson
       FROM destruction ORDER BY number DESC`,
  ).all();
}

/** When an engagement was added, or null if it is not there. */
export function addedAt(db: ReadableDb, project: string): string | null {
  const row = sql<[string], { addedAt: string }>(
    db,
    'SELECT added_at AS addedAt FROM engagement WHERE project = ?',
  ).get(project);
  return row?.addedAt ?? null;
}
