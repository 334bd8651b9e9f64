import { saysDamaged } from '../store/errors.ts';
import { workTables } from '../schema/tables.ts';
import type { Connection } from '../schema/types.ts';
import { generationKinds } from '../schema/generation-kinds.ts';

/*
 * What a rescued store needs beyond its rows: parents of rows from damaged pages, and doubt if the outbox may be older
 * than what was sent.
 */

/** Work that refers to findings. */
const tablesOfFindings = [
  'operation_item',
  'history',
  'retest_verdict',
  'report_finding',
  'report_group_number',
  'working_state',
  'ready_snapshot',
  'assignee',
  'comment',
  'finding_origin',
] as const;

/**
 * Gives findings that work refers to, and whose own row is gone, their identity back from the list row and the
 * record of the damaged store. Answers how many.
 */
export function restoreFindings(source: Connection, target: Connection): number {
  // The rescued store has the schema of the damaged one, which may be older than some of these tables.
  const exists = target.prepare<[string], number>('SELECT 1 FROM sqlite_schema WHERE name = ?').pluck();
  const referring = tablesOfFindings
    .filter((table) => exists.get(table) !== undefined)
    .map((table) => `SELECT finding FROM ${table} WHERE finding IS NOT NULL`);
  const missing = target
    .prepare<[], number>(`${referring.join(' UNION ')} EXCEPT SELECT finding FROM finding`)
    .pluck()
    .all();
  const insert = target.prepare(
    'INSERT OR IGNORE INTO finding (finding, project, local_id, service_id) VALUES (?, ?, ?, ?)',
  );
  let restored = 0;
  for (const finding of missing) {
    try {
      const shown = source
        .prepare<[number], { project: string; id: string }>(
          'SELECT project, id FROM list_row WHERE finding = ?',
        )
        .get(finding);
      if (shown === undefined) continue;
      // A list shows the service's identifier once there is one, and a record only comes from the service.
      const known = source.prepare('SELECT 1 FROM record WHERE finding = ?').get(finding) !== undefined;
      restored += insert.run(
        finding,
        shown.project,
        known ? null : shown.id,
        known ? shown.id : null,
      ).changes;
    } catch (error) {
      if (!saysDamaged(error)) throw error;
    }
  }
  return restored;
}

/**
 * Gives edits whose operation row is lost a new operation. The edit itself is in the item; a finding without a service
 * identifier can only be a creation. Answers how many.
 */
export function restoreOperations(target: Connection, nowIso: string): number {
  return target
    .prepare<[string]>(
      `INSERT INTO operation (seq, op, kind, project, created_at)
       SELECT i.seq, 'rescued-' || i.seq, iif(f.service_id IS NULL, 'create', 'update'), f.project, ?
         FROM operation_item i JOIN finding f USING (finding)
        WHERE i.patch_json <> '{}' AND i.seq NOT IN (SELECT seq FROM operation)
        GROUP BY i.seq HAVING count(*) = 1`,
    )
    .run(nowIso).changes;
}

/** Deletes rows of work whose parent could not be had from anywhere; answers how many per table. */
export function dropOrphans(target: Connection): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const table of workTables) {
    const links = target
      .prepare<[string], { parent: string; from: string; to: string }>(
        'SELECT "table" AS parent, "from", "to" FROM pragma_foreign_key_list(?)',
      )
      .all(table);
    for (const { parent, from, to } of links) {
      const { changes } = target
        .prepare(`DELETE FROM ${table} WHERE ${from} NOT IN (SELECT ${to} FROM ${parent})`)
        .run();
      counts.set(table, (counts.get(table) ?? 0) + changes);
    }
  }
  return counts;
}

/** Remembers which items of the queue came out of the damaged store itself, before a backup adds older ones. */
export function noteRescuedItems(target: Connection): void {
  target.exec('CREATE TEMP TABLE rescued_item AS SELECT seq, finding FROM operation_item');
}

/** Which creations of a rescued queue may have been sent, and how far a sweep can tell. */
export interface Doubt {
  /** Those that only the backup had, or all if commits were lost. */
  readonly which: 'from-backup' | 'all';
  /** Whether every finding that was known is known still, so that a sweep can tell what is new. */
  readonly knowsFindings: boolean;
  readonly nowIso: string;
}

/**
 * Makes creations that wait in the queue unknown if they may have been sent already: sending them could
 * double a finding (promise 3). If no known finding was lost, each creation gets an attempt of unknown
 * outcome, so that the next sweeps look for it among the new findings. Else a finding that looks new may be
 * an old one, and the user is asked at once. Everything else that waits is read before it is sent, and may
 * stay as it is.
 */
export function distrustCreations(target: Connection, { which, knowsFindings, nowIso }: Doubt): void {
  finishNamed(target);
  const only =
    which === 'all' ? '' : 'AND (seq, finding) NOT IN (SELECT seq, finding FROM temp.rescued_item)';
  distrustAssistant(target, only);
  const doubted = `state = 'queued' ${only} AND seq IN (SELECT seq FROM operation WHERE kind = 'create')`;
  if (knowsFindings) {
    target
      .prepare<[string, string]>(
        `INSERT INTO attempt (seq, started_at, ended_at, finding_before, request_json, outcome)
         SELECT seq, ?, ?, (SELECT coalesce(max(finding), 0) FROM finding), '{}', 'unknown'
           FROM operation_item WHERE ${doubted}`,
      )
      .run(nowIso, nowIso);
  }
  target
    .prepare<[0 | 1, string]>(
      `UPDATE operation_item SET state = 'unknown', needs_person = ?, revision = revision + 1, error_message = ?
        WHERE ${doubted}`,
    )
    .run(
      knowsFindings ? 0 : 1,
      knowsFindings
        ? 'the store was repaired, and it is not known whether this was sent'
        : 'The store was repaired and it is not known whether this was sent. Look for it at the service, then retry or discard it.',
    );
}

/**
 * What the assistant was asked may have left after the backup was made, and is never sent a second time by itself
 * (promise 4). Whether a draft was applied is told by reading; nothing tells whether one was written.
 */
function distrustAssistant(target: Connection, only: string): void {
  target
    .prepare<[string]>(
      `UPDATE operation_item SET state = 'unknown', revision = revision + 1, error_message = ?,
              needs_person = seq IN (SELECT seq FROM operation WHERE kind IN ${generationKinds})
        WHERE state = 'queued' ${only}
          AND seq IN (SELECT seq FROM operation WHERE kind IN ('ai-demonstration', 'ai-merge', 'ai-apply'))`,
    )
    .run('The store was repaired: it may have run and been charged.');
}

/** A finding created here has the service's identifier only since its creation was confirmed, whatever a backup says. */
function finishNamed(target: Connection): void {
  target.exec(
    `UPDATE operation_item SET state = 'done', revision = revision + 1
      WHERE state NOT IN ('done', 'discarded') AND seq IN (SELECT seq FROM operation WHERE kind = 'create')
        AND finding IN (SELECT finding FROM finding WHERE service_id IS NOT NULL)`,
  );
}
