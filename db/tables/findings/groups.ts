import type { GroupField } from '#contract/finding/listing.ts';
import { rowsIn, textsIn } from '../../store/columns.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb } from '../../schema/types.ts';
import { keyTerms } from './order.ts';

/** What findings of a group share, over `list_key k`; and how it is written, over `list_row l`. */
const terms: Record<GroupField, { readonly key: string; readonly name: string }> = {
  severity: { key: "k.severity_rank || ' ' || k.severity", name: 'l.severity' },
  status: { key: 'k.status', name: 'l.status' },
  // The first asset: lists stand between unit separators, and the order of a list begins with it too.
  asset: { key: keyTerms.asset, name: "coalesce(json_extract(l.asset_json, '$[0]'), '')" },
  title: { key: 'k.title', name: 'l.title' },
  // Findings of no known rule are equal by their title.
  rule: {
    key: `iif(${keyTerms.rule} = '', ' ' || k.title, ${keyTerms.rule})`,
    name: `iif(${keyTerms.rule} = '', l.title, substr(${keyTerms.rule}, 6) || ': ' || l.title)`,
  },
  cwe: { key: keyTerms.cwe, name: keyTerms.cwe },
};

/** Groups of findings: row numbers, of each the number of its group, and how each group is written. */
export interface GroupedFindings {
  readonly findings: Uint32Array;
  readonly groups: Uint32Array;
  readonly names: readonly string[];
}

/** Which group every finding of an engagement is in, gone ones among them. */
export function readGroups(db: ReadableDb, project: string, by: GroupField): GroupedFindings {
  const { key, name } = terms[by];
  const row = sql<[string], { findings: string; groups: string; names: string }>(
    db,
    `WITH keyed AS MATERIALIZED (
       SELECT k.finding, dense_rank() OVER (ORDER BY ${key}) - 1 AS number FROM list_key k WHERE +k.project = ?)
     SELECT (SELECT json_group_array(finding) FROM keyed) AS findings,
            (SELECT json_group_array(number) FROM keyed) AS groups,
            (SELECT json_group_array(name) FROM (
               SELECT ${name} AS name FROM (SELECT min(finding) AS finding, number FROM keyed GROUP BY number) g
               JOIN list_row l ON l.finding = g.finding JOIN list_key k ON k.finding = g.finding ORDER BY g.number)) AS names`,
  ).get(project);
  return {
    findings: rowsIn(row?.findings ?? '[]'),
    groups: rowsIn(row?.groups ?? '[]'),
    names: textsIn(row?.names ?? '[]'),
  };
}
