import type { Condition, SortOrder, TextColumn } from '#contract/finding/listing.ts';
import { numbersIn, rowsIn } from '../../store/columns.ts';
import { fromOf, orderBy } from './order.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb } from '../../schema/types.ts';

/*
 * Statements are put together from fixed pieces, with every value a parameter; they are prepared each time, since
 * the cache of prepared statements keeps what is constant. The sign before `project` keeps SQLite from the index of an
 * order: it lacks the columns of the condition, so each row would be looked up singly.
 */

type Parameter = string | number;

interface Clause {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

function joined(conditions: readonly Condition[], word: 'AND' | 'OR', none: '0' | '1'): Clause {
  if (conditions.length === 0) return { sql: none, parameters: [] };
  const clauses = conditions.map(clauseOf);
  return {
    sql: halved(
      clauses.map((clause) => clause.sql),
      ` ${word} `,
    ),
    parameters: clauses.flatMap((clause) => clause.parameters),
  };
}

/** Halves within halves: SQLite takes an expression only to a depth of 1,000, and a chain is as deep as it is long. */
function halved(clauses: readonly string[], between: string): string {
  if (clauses.length < 3) return `(${clauses.join(between)})`;
  const half = Math.ceil(clauses.length / 2);
  return `(${halved(clauses.slice(0, half), between)}${between}${halved(clauses.slice(half), between)})`;
}

function textClause(
  column: TextColumn,
  how: 'equals' | 'starts' | 'ends' | 'contains',
  text: string,
): Clause {
  switch (how) {
    case 'equals':
      return { sql: `k.${column} = ?`, parameters: [text] };
    case 'contains':
      return { sql: `instr(k.${column}, ?) > 0`, parameters: [text] };
    case 'starts':
      return { sql: `substr(k.${column}, 1, length(?)) = ?`, parameters: [text, text] };
    case 'ends':
      return {
        sql: `(length(k.${column}) >= length(?) AND substr(k.${column}, -length(?)) = ?)`,
        parameters: [text, text, text],
      };
  }
}

/** What the newest round of a finding's engagement found out about it. */
const newestVerdict = `SELECT 1 FROM retest_verdict v
  WHERE v.round = (SELECT r.round FROM retest_round r WHERE r.project = k.project ORDER BY r.number DESC LIMIT 1)
    AND v.finding = k.finding AND v.verdict IS NOT NULL
    AND v.entry = (SELECT max(n.entry) FROM retest_verdict n WHERE n.round = v.round AND n.finding = v.finding)`;

/** A text in a pattern of LIKE. */
function literal(text: string): string {
  return text.replaceAll(/[\\%_]/gu, String.raw`\$&`);
}

function fromClause(pieces: readonly string[] | null): Clause {
  const origins = 'SELECT finding FROM finding_origin';
  if (pieces === null) return { sql: `(k.finding NOT IN (${origins}))`, parameters: [] };
  const [name, ...more] = pieces;
  if (more.length === 0) return { sql: `k.finding IN (${origins} WHERE tool = ?)`, parameters: [name ?? ''] };
  return {
    sql: String.raw`k.finding IN (${origins} WHERE tool LIKE ? ESCAPE '\')`,
    parameters: [pieces.map(literal).join('%')],
  };
}

/** Every clause is 0 or 1, never NULL, so that a negation of it is its complement. */
function clauseOf(condition: Condition): Clause {
  switch (condition.kind) {
    case 'text':
      return textClause(condition.column, condition.how, condition.text);
    case 'number':
      return {
        sql: `(k.${condition.column} IS NOT NULL AND k.${condition.column} ${condition.by} ?)`,
        parameters: [condition.to],
      };
    case 'bits':
      return { sql: '(k.has & ?) <> 0', parameters: [condition.mask] };
    case 'named':
      return {
        sql: `k.finding IN (WITH named AS MATERIALIZED (SELECT lower(value) AS id FROM json_each(?))
                            SELECT finding FROM finding
                             WHERE lower(service_id) IN named OR lower(local_id) IN named)`,
        parameters: [JSON.stringify(condition.ids)],
      };
    case 'commented':
      return {
        sql: `k.finding IN (SELECT finding FROM comment WHERE finding IS NOT NULL AND resolved_at IS NULL
                                AND reply_to IS NULL)`,
        parameters: [],
      };
    case 'state':
      return condition.state === 'progress'
        ? { sql: '(k.finding NOT IN (SELECT finding FROM working_state))', parameters: [] }
        : {
            sql: 'k.finding IN (SELECT finding FROM working_state WHERE state = ?)',
            parameters: [condition.state],
          };
    case 'assignee':
      return condition.pieces === null
        ? { sql: '(k.finding NOT IN (SELECT finding FROM assignee))', parameters: [] }
        : {
            sql: String.raw`k.finding IN (SELECT finding FROM assignee WHERE folded LIKE ? ESCAPE '\')`,
            parameters: [`%${condition.pieces.map(literal).join('%')}%`],
          };
    case 'from':
      return fromClause(condition.pieces);
    case 'held':
      return { sql: 'k.finding IN (SELECT finding FROM held)', parameters: [] };
    case 'altered':
      return { sql: 'k.finding IN (SELECT finding FROM altered_value)', parameters: [] };
    case 'verdict':
      return condition.verdict === null
        ? { sql: `(NOT EXISTS (${newestVerdict}))`, parameters: [] }
        : { sql: `EXISTS (${newestVerdict} AND v.verdict = ?)`, parameters: [condition.verdict] };
    case 'among':
      return {
        sql: 'k.finding IN (SELECT value FROM json_each(?))',
        parameters: [JSON.stringify(condition.findings)],
      };
    case 'all':
      return joined(condition.of, 'AND', '1');
    case 'any':
      return joined(condition.of, 'OR', '0');
    case 'not': {
      const inner = clauseOf(condition.of);
      return {
        sql: `NOT ${inner.sql.startsWith('(') ? inner.sql : `(${inner.sql})`}`,
        parameters: inner.parameters,
      };
    }
  }
}

/**
 * The findings of an engagement that meet a condition, in order, from the narrow table alone. Answered as one
 * JSON array, because 100,000 rows cross from SQLite as one text in a tenth of the time.
 */
export function selectFindings(
  db: ReadableDb,
  ask: { readonly project: string; readonly condition: Condition; readonly order: SortOrder },
): number[] {
  const where = clauseOf(ask.condition);
  const row = db
    .prepare<Parameter[], { findings: string }>(
      `SELECT json_group_array(finding) AS findings FROM (
         SELECT k.finding FROM ${fromOf(ask.order)} WHERE +k.project = ? AND ${where.sql} ORDER BY ${orderBy(ask.order)})`,
    )
    .get(ask.project, ...where.parameters);
  return numbersIn(row?.findings ?? '[]');
}

/** The same in no order, which takes a quarter of the time. */
export function selectUnordered(
  db: ReadableDb,
  ask: { readonly project: string; readonly condition: Condition },
): Uint32Array {
  const where = clauseOf(ask.condition);
  const row = db
    .prepare<Parameter[], { findings: string }>(
      `SELECT json_group_array(k.finding) AS findings FROM list_key k WHERE +k.project = ? AND ${where.sql}`,
    )
    .get(ask.project, ...where.parameters);
  return rowsIn(row?.findings ?? '[]');
}

/** The findings of an engagement that are gone at the service, by the index alone. */
export function goneFindings(db: ReadableDb, project: string): number[] {
  const rows = sql<[string], { finding: number }>(
    db,
    "SELECT finding FROM list_row INDEXED BY list_row_project WHERE project = ? AND sync = 'gone'",
  ).all(project);
  return rows.map(({ finding }) => finding);
}

/**
 * The severities or statuses, folded, that the findings of an engagement have.
 * @param ask.unranked the rank of severities that the profile does not know: the others are not asked for
 */
export function distinctValues(
  db: ReadableDb,
  ask: { readonly project: string; readonly column: 'severity' | 'status'; readonly unranked: number },
): string[] {
  const rows =
    ask.column === 'severity'
      ? sql<[string, number], { value: string }>(
          db,
          `SELECT DISTINCT severity AS value FROM list_key
            WHERE project = ? AND severity <> '' AND severity_rank = ? ORDER BY severity`,
        ).all(ask.project, ask.unranked)
      : sql<[string], { value: string }>(
          db,
          'SELECT DISTINCT status AS value FROM list_key WHERE +project = ? ORDER BY status',
        ).all(ask.project);
  return rows.map(({ value }) => value);
}

/** The content of one column for every finding of an engagement that meets a condition. */
export function readColumn(
  db: ReadableDb,
  ask: { readonly project: string; readonly condition: Condition; readonly column: TextColumn },
): { readonly finding: number; readonly content: string }[] {
  const where = clauseOf(ask.condition);
  return db
    .prepare<Parameter[], { finding: number; content: string }>(
      `SELECT k.finding, k.${ask.column} AS content FROM list_key k WHERE +k.project = ? AND ${where.sql}`,
    )
    .all(ask.project, ...where.parameters);
}
