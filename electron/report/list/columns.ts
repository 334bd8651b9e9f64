import type { Json } from '#contract/json.ts';
import type { ReportOptions, ReportSnapshot, ReportVerdict } from '#contract/deliverable/report.ts';
import type { ReportRound } from '#contract/deliverable/rounds.ts';
import { cvssScore } from '#domain/finding/cvss/cvss.ts';
import type { NumberedFinding } from '../document/numbered.ts';
import { shownOtherMembers } from '../document/other-members.ts';
import { asLine, asText, withoutCodeMarks } from '../document/values.ts';
import type { Words } from '../languages/index.ts';
import { cellText, type Nameable } from './cell-text.ts';

/* What a list of findings says of each, column by column: the same in every table. */

/** What stands in a column: short words, words of a closed list, lines, long texts, a score or what stands for one, a day. */
export type ColumnKind = 'words' | 'severity' | 'status' | 'verdict' | 'lines' | 'text' | 'score' | 'day';

/** A column of a list of findings. */
export interface FindingColumn {
  /** What programs know it by, in English. */
  readonly name: string;
  /** What a reader sees over it. */
  readonly title: (words: Words) => string;
  readonly kind: ColumnKind;
  /** What it says of a finding; empty for nothing. A score and a day are written with a dot and as `2026-11-21`. */
  readonly cell: (finding: NumberedFinding, linkOf: Nameable['linkOf']) => string;
}

/** What a spreadsheet takes in one cell, in UTF-16 units. */
export const longestCell = 32_767;

/** The column of the assets. */
export const assetColumn = 'Assets';

const named: readonly FindingColumn[] = [
  column(
    'Number',
    'words',
    ({ columns }) => columns.number,
    ({ ref }) => ref.number,
  ),
  column(
    'ID',
    'words',
    () => 'ID',
    ({ id }) => id,
  ),
  column(
    'Title',
    'words',
    ({ columns }) => columns.title,
    ({ record }) => withoutCodeMarks(plainCell(record['title'])),
  ),
  column('Severity', 'severity', ({ columns }) => columns.severity, member('severity')),
  column(
    'CVSS score',
    'score',
    ({ columns }) => columns.cvss,
    ({ record }) => cvssScore(record['CVSS'] ?? null)?.toFixed(1) ?? '',
  ),
  column('CVSS', 'score', ({ columns }) => `${columns.cvss} (vector)`, member('CVSS')),
  column('Status', 'status', ({ finding }) => finding.status, member('status')),
  column(assetColumn, 'lines', ({ finding }) => finding.assets, member('asset')),
  column('Tags', 'lines', ({ finding }) => finding.tags, member('tags')),
  column('CWE', 'lines', ({ finding }) => finding.cwe, member('cwe')),
  column('OWASP', 'lines', ({ finding }) => finding.owasp, member('owasp')),
  column('References', 'lines', ({ finding }) => finding.references, member('references')),
  column('Description', 'text', ({ finding }) => finding.description, rich('description')),
  column('Observation', 'text', ({ finding }) => finding.observation, rich('observation')),
  column('Demonstration', 'text', ({ finding }) => finding.demonstration, rich('demonstration')),
  column('Requests', 'text', ({ finding }) => finding.requests, member('requests')),
  column('Remediation', 'text', ({ finding }) => finding.remediation, rich('remediation')),
  column(
    'Evidence',
    'lines',
    ({ finding }) => finding.evidence,
    ({ evidence }) => evidence.map(({ caption }) => caption).join('\n'),
  ),
];

/**
 * The columns of a list in their order: what the interface names, other members if the options ask for them, and what each
 * round of retests found out.
 */
export function findingColumns(snapshot: ReportSnapshot, options: ReportOptions): readonly FindingColumn[] {
  return [
    ...named,
    ...groupColumns(snapshot),
    ...otherColumns(snapshot, options),
    ...snapshot.rounds.flatMap(roundColumns),
  ];
}

/** As what the report prints a finding together with equal ones; `Number` is the number of that. */
function groupColumns({ groups = [] }: ReportSnapshot): FindingColumn[] {
  if (groups.length === 0) return [];
  const titles = new Map(groups.flatMap(({ members, title }) => members.map((id) => [id, title])));
  return [
    column(
      'Group',
      'words',
      ({ columns }) => columns.group,
      ({ id, ref }) => {
        const title = titles.get(id);
        return title === undefined ? '' : `${ref.number} ${withoutCodeMarks(asLine(title))}`;
      },
    ),
  ];
}

function column(
  name: string,
  kind: ColumnKind,
  title: FindingColumn['title'],
  cell: FindingColumn['cell'],
): FindingColumn {
  return { name, kind, title, cell };
}

/** A column for each member that the interface does not name and some finding has, if the options ask for them. */
function otherColumns({ findings }: ReportSnapshot, options: ReportOptions): FindingColumn[] {
  const names = new Set(
    findings.flatMap(({ record }) => shownOtherMembers(record, options).map(({ name }) => name)),
  );
  return [...names].map((name) => column(name, 'lines', () => name, member(name)));
}

/** What programs know a round by. */
function roundTitle({ number, name }: ReportRound): string {
  return `Round ${String(number)}${name === '' ? '' : ` (${name})`}`;
}

/** What a round is called among others: by its name, or by its number. */
export function roundLabel({ number, name }: ReportRound, words: Words): string {
  return name.trim() === '' ? words.round(number) : name.trim();
}

/** What a round of retests found out, in columns of its own; empty if it has no verdict. */
function roundColumns(round: ReportRound): FindingColumn[] {
  const of = ({ verdicts }: NumberedFinding): ReportVerdict | undefined =>
    verdicts.find((one) => one.round === round.number);
  const said = (
    what: string,
    kind: ColumnKind,
    title: FindingColumn['title'],
    cell: FindingColumn['cell'],
  ): FindingColumn =>
    column(
      `${roundTitle(round)}: ${what}`,
      kind,
      (words) => [roundLabel(round, words), title(words)].filter((part) => part !== '').join(': '),
      cell,
    );
  return [
    said(
      'verdict',
      'verdict',
      () => '',
      (finding) => of(finding)?.verdict ?? '',
    ),
    said(
      'day',
      'day',
      ({ columns }) => columns.date,
      (finding) => of(finding)?.at ?? '',
    ),
    said(
      'who',
      'words',
      ({ columns }) => columns.name,
      (finding) => of(finding)?.who ?? '',
    ),
    said(
      'text',
      'text',
      ({ columns }) => columns.note,
      (finding, linkOf) => {
        const given = of(finding);
        const images = [...(given?.evidence ?? []), ...finding.evidence];
        return cellText(given?.text ?? '', { linkOf, images });
      },
    ),
  ];
}

/** A text of a finding; what is no text is shown as any other member. */
function rich(name: string): FindingColumn['cell'] {
  return ({ record, evidence: images }, linkOf) => {
    const value = record[name];
    return typeof value === 'string' ? cellText(value, { linkOf, images }) : plainCell(value);
  };
}

function member(name: string): FindingColumn['cell'] {
  return ({ record }) => plainCell(record[name]);
}

/** A list of plain values line by line; anything else as the other formats show it. */
function plainCell(value: Json | undefined): string {
  if (!Array.isArray(value)) return asText(value);
  const entries: readonly unknown[] = value;
  const flat = entries.every((entry) => typeof entry !== 'object' || entry === null);
  return flat ? entries.map((entry) => asText(entry)).join('\n') : asText(value);
}
