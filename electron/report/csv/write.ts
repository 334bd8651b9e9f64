import type { Json } from '#contract/json.ts';
import type { ReportOptions, ReportSnapshot, ReportVerdict } from '#contract/deliverable/report.ts';
import type { ReportRound } from '#contract/deliverable/rounds.ts';
import { csvField } from '#domain/base/csv.ts';
import { cvssScore } from '#domain/finding/cvss/cvss.ts';
import { reportedFindings, type NumberedFinding } from '../document/numbered.ts';
import { shownOtherMembers } from '../document/other-members.ts';
import { asText, withoutCodeMarks } from '../document/values.ts';

type Column = readonly [title: string, cell: (finding: NumberedFinding) => string];

/** Columns in their order. */
const columns: readonly Column[] = [
  ['Number', ({ ref }) => ref.number],
  ['ID', ({ id }) => id],
  ['Title', ({ record }) => withoutCodeMarks(cellText(record['title']))],
  ['Severity', member('severity')],
  ['CVSS score', ({ record }) => cvssScore(record['CVSS'] ?? null)?.toFixed(1) ?? ''],
  ['CVSS', member('CVSS')],
  ['Status', member('status')],
  ['Assets', member('asset')],
  ['Tags', member('tags')],
  ['CWE', member('cwe')],
  ['OWASP', member('owasp')],
  ['References', member('references')],
  ['Description', member('description')],
  ['Observation', member('observation')],
  ['Demonstration', member('demonstration')],
  ['Requests', member('requests')],
  ['Remediation', member('remediation')],
  ['Evidence', ({ evidence }) => evidence.map(({ caption }) => caption).join('\n')],
];

/**
 * Writes the findings of a snapshot as a table: RFC 4180 in UTF-8. The byte order mark, by which spreadsheets
 * read the letters, can be left out. A row per finding, worst first; entries of lists on lines of their own,
 * texts as they were written. Each round of retests has columns of its own, and a draft says so in one more.
 * The same snapshot gives the same bytes.
 */
export function writeCsv(snapshot: ReportSnapshot, options: ReportOptions): Uint8Array {
  const all: readonly Column[] = [
    ...columns,
    ...otherColumns(snapshot, options),
    ...snapshot.rounds.flatMap(roundColumns),
    ...(options.draft ? [['Report', () => 'DRAFT'] as const] : []),
  ];
  const delimiter = options.csvDelimiter ?? ',';
  const rows = reportedFindings(snapshot, options).map((finding) => all.map(([, cell]) => cell(finding)));
  const lines = [all.map(([title]) => title), ...rows].map(
    (row) => `${row.map((cell) => csvField(cell, delimiter)).join(delimiter)}\r\n`,
  );
  return Buffer.from(`${options.csvBom === false ? '' : '\ufeff'}${lines.join('')}`);
}

/** A column for each member that the interface does not name and some finding has, if the options ask for them. */
function otherColumns({ findings }: ReportSnapshot, options: ReportOptions): Column[] {
  const names = new Set(
    findings.flatMap(({ record }) => shownOtherMembers(record, options).map(({ name }) => name)),
  );
  return [...names].map((name) => [name, member(name)]);
}

/** What a round of retests found out, in columns of its own; empty if it has no verdict. */
function roundColumns({ number, name }: ReportRound): Column[] {
  const title = `Round ${String(number)}${name === '' ? '' : ` (${name})`}`;
  const of = ({ verdicts }: NumberedFinding): ReportVerdict | undefined =>
    verdicts.find(({ round }) => round === number);
  return [
    [`${title}: verdict`, (finding) => of(finding)?.verdict ?? ''],
    [`${title}: day`, (finding) => of(finding)?.at ?? ''],
    [`${title}: who`, (finding) => of(finding)?.who ?? ''],
    [`${title}: text`, (finding) => of(finding)?.text ?? ''],
  ];
}

function member(name: string): Column[1] {
  return ({ record }) => cellText(record[name]);
}

/** A list of plain values line by line; anything else as the other formats show it. */
function cellText(value: Json | undefined): string {
  if (!Array.isArray(value)) return asText(value);
  const entries: readonly unknown[] = value;
  const flat = entries.every((entry) => typeof entry !== 'object' || entry === null);
  return flat ? entries.map((entry) => asText(entry)).join('\n') : asText(value);
}
