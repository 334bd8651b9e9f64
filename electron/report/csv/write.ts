import type { Json } from '#contract/json.ts';
import type { CsvDecimal, CsvDelimiter } from '#contract/deliverable/choices.ts';
import type {
  ReportOptions,
  ReportResult,
  ReportSnapshot,
  ReportVerdict,
} from '#contract/deliverable/report.ts';
import type { ReportRound } from '#contract/deliverable/rounds.ts';
import { csvField } from '#domain/base/csv.ts';
import { cvssScore } from '#domain/finding/cvss/cvss.ts';
import { wordsOf } from '../languages/index.ts';
import { reportedFindings, type NumberedFinding } from '../document/numbered.ts';
import { cellText, type Nameable } from './cell-text.ts';
import { shownOtherMembers } from '../document/other-members.ts';
import { asText, withoutCodeMarks } from '../document/values.ts';

type Column = readonly [
  title: string,
  cell: (finding: NumberedFinding, linkOf: Nameable['linkOf'], decimal: CsvDecimal) => string,
];

/** What a spreadsheet takes in one cell, in UTF-16 units; it cuts the rest off. */
const longestCell = 32_767;

/** Columns in their order. */
const columns: readonly Column[] = [
  ['Number', ({ ref }) => ref.number],
  ['ID', ({ id }) => id],
  ['Title', ({ record }) => withoutCodeMarks(plainCell(record['title']))],
  ['Severity', member('severity')],
  [
    'CVSS score',
    ({ record }, _, decimal) => decimalOf(cvssScore(record['CVSS'] ?? null)?.toFixed(1) ?? '', decimal),
  ],
  ['CVSS', ({ record }, _, decimal) => decimalOf(plainCell(record['CVSS']), decimal)],
  ['Status', member('status')],
  ['Assets', member('asset')],
  ['Tags', member('tags')],
  ['CWE', member('cwe')],
  ['OWASP', member('owasp')],
  ['References', member('references')],
  ['Description', rich('description')],
  ['Observation', rich('observation')],
  ['Demonstration', rich('demonstration')],
  ['Requests', member('requests')],
  ['Remediation', rich('remediation')],
  ['Evidence', ({ evidence }) => evidence.map(({ caption }) => caption).join('\n')],
];

/**
 * Writes the findings of a snapshot as a table: RFC 4180 in UTF-8. The byte order mark, by which spreadsheets
 * read the letters, can be left out. A row per finding, worst first; entries of lists on lines of their own,
 * texts in Markdown (`cellText`). Each round of retests has columns of its own, and a draft says so in one more.
 * Decimals are those of the spreadsheets that take the delimiter: 7,5 beside semicolons. The same snapshot gives the same bytes.
 */
export function writeCsv(
  snapshot: ReportSnapshot,
  options: ReportOptions,
): {
  readonly bytes: Uint8Array;
  readonly longCells: NonNullable<ReportResult['longCells']>;
} {
  const all: readonly Column[] = [
    ...columns,
    ...otherColumns(snapshot, options),
    ...snapshot.rounds.flatMap(roundColumns),
    ...(options.draft ? [['Report', () => 'DRAFT'] as const] : []),
  ];
  const delimiter = options.csvDelimiter ?? ',';
  const decimal = options.csvDecimal ?? decimalBeside(delimiter, options.language);
  const findings = reportedFindings(snapshot, options);
  const refs = new Map(findings.map(({ id, ref }) => [id, ref]));
  const rows = findings.map((finding) => all.map(([, cell]) => cell(finding, (id) => refs.get(id), decimal)));
  const longCells = findings.flatMap(({ ref }, at) =>
    all.flatMap(([column], cell) =>
      (rows[at]?.[cell]?.length ?? 0) > longestCell ? [{ finding: ref.number, column }] : [],
    ),
  );
  const lines = [all.map(([title]) => title), ...rows].map(
    (row) => `${row.map((cell) => csvField(cell, delimiter)).join(delimiter)}\r\n`,
  );
  const bytes = Buffer.from(`${options.csvBom === false ? '' : '\ufeff'}${lines.join('')}`);
  return { bytes, longCells };
}

/** The decimal sign of the spreadsheets for which a delimiter is taken; beside a tab it is that of the language. */
function decimalBeside(delimiter: CsvDelimiter, language: ReportOptions['language']): CsvDecimal {
  if (delimiter === '\t') return wordsOf(language ?? 'en').decimal;
  return delimiter === ';' ? ',' : '.';
}

/** A number with this decimal sign; anything else as it was written. */
function decimalOf(text: string, decimal: CsvDecimal): string {
  return /^\s*\d+\.\d+\s*$/u.test(text) ? text.replace('.', decimal) : text;
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
    [
      `${title}: text`,
      (finding, linkOf) => {
        const given = of(finding);
        const images = [...(given?.evidence ?? []), ...finding.evidence];
        return cellText(given?.text ?? '', { linkOf, images });
      },
    ],
  ];
}

/** A text of a finding; what is no text is shown as any other member. */
function rich(name: string): Column[1] {
  return ({ record, evidence: images }, linkOf) => {
    const value = record[name];
    return typeof value === 'string' ? cellText(value, { linkOf, images }) : plainCell(value);
  };
}

function member(name: string): Column[1] {
  return ({ record }) => plainCell(record[name]);
}

/** A list of plain values line by line; anything else as the other formats show it. */
function plainCell(value: Json | undefined): string {
  if (!Array.isArray(value)) return asText(value);
  const entries: readonly unknown[] = value;
  const flat = entries.every((entry) => typeof entry !== 'object' || entry === null);
  return flat ? entries.map((entry) => asText(entry)).join('\n') : asText(value);
}
