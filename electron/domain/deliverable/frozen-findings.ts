import type { ComparedField } from '#contract/procedures/deliverables/editions.ts';
import { editableFields } from '#contract/finding/finding.ts';
import type { ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
import type { ChapterKey } from '#contract/deliverable/template.ts';
import { severityKeyOf, type SeverityKey } from '../finding/labels/severity-names.ts';
import { textOf } from '../finding/record.ts';
import type { FrozenFinding } from './editions.ts';
import { printedNumbers } from './finding-numbers.ts';
import { isReadable } from './formats.ts';
import { isFixed } from './management/is-fixed.ts';
import { chaptersOf, templateOf } from './templates.ts';

/* What an edition says: of its snapshot, a template prints some findings whole, some in short, and some by name. */

type FieldName = ComparedField['field'];
/** What is looked at of a deliverable. */
export type PrintedChoices = Pick<ReportOptions, 'format' | 'template' | 'sections' | 'finding' | 'round'>;

const inFull: readonly FieldName[] = [...editableFields, 'evidence'];
const inBrief: readonly FieldName[] = [
  'title',
  'severity',
  'CVSS',
  'status',
  'asset',
  'description',
  'remediation',
];
const byName: readonly FieldName[] = ['title', 'severity', 'CVSS'];
const retested: readonly FieldName[] = ['verdict', 'retest'];
/** What says whether a finding is fixed, and what chapters count by it. */
const fixed: readonly FieldName[] = ['status', 'verdict'];
const countFixed: readonly ChapterKey[] = ['letter-numbers', 'letter-open', 'letter-retest'];

/** How many of the worst findings an executive report describes. */
const topRisks = 10;

/** The gravest of findings that stand worst first: those rated critical or high, or the first few if there are none. */
export function gravestOf<T>(findings: readonly T[], severityOf: (finding: T) => SeverityKey): readonly T[] {
  const grave = findings.filter((finding) => ['critical', 'high'].includes(severityOf(finding)));
  return grave.length === 0 ? findings.slice(0, 3) : grave.slice(0, topRisks);
}

/** The findings that an edition speaks of, each with the fields that are printed of it. */
export function frozenFindings(
  { findings, against, groups }: Pick<ReportSnapshot, 'findings' | 'against' | 'groups'>,
  options: PrintedChoices,
): FrozenFinding[] {
  const numbers = printedNumbers({ findings, groups });
  const spokenOf = findings
    .map((finding, at) => ({
      ...finding,
      shownNumber: numbers[at],
      verdicts: finding.verdicts.filter(({ round }) => round >= (options.round ?? 1)),
    }))
    .filter(({ id }) => options.template !== 'single' || id === options.finding);
  const fieldsOf = printedFields(spokenOf, against, options);
  return spokenOf.map((finding) => ({ ...finding, fields: fieldsOf(finding) }));
}

type SpokenOf = Pick<ReportSnapshot['findings'][number], 'id' | 'record' | 'verdicts' | 'closed'>;

function printedFields(
  findings: readonly SpokenOf[],
  against: ReportSnapshot['against'],
  options: PrintedChoices,
): (finding: SpokenOf) => ReadonlySet<FieldName> {
  const { detail, grouping, title } = templateOf(options.template);
  const chapters = chaptersOf(options);
  const named = new Set<FieldName>([
    ...(title === 'attestation' ? (['severity'] as const) : byName),
    ...(chapters.includes('retest') ? retested : []),
    ...(chapters.some((key) => countFixed.includes(key)) ? fixed : []),
  ]);
  const described = new Set([...(detail === 'full' ? inFull : inBrief), ...retested]);
  if (!isReadable(options.format ?? 'pdf')) return () => new Set([...inFull, ...retested]);
  const changed = new Set([...(against?.new ?? []), ...(against?.changed ?? []).map(({ id }) => id)]);
  const touched = findings.filter(({ id, verdicts }) => changed.has(id) || verdicts.length > 0);
  const inChapter = grouping === 'retested' && touched.length > 0 ? touched : findings;
  const gravest = chapters.includes('risks')
    ? gravestOf(
        findings.filter((finding) => !isFixed(finding)),
        ({ record }) => severityKeyOf(textOf(record, 'severity')),
      )
    : [];
  const printed = new Set((chapters.includes('findings') ? inChapter : gravest).map(({ id }) => id));
  return ({ id }) => (printed.has(id) ? described : named);
}
