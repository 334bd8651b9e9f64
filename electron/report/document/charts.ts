import { cvssScore } from '#domain/finding/cvss/cvss.ts';
import { riskCategoryAt } from '#domain/finding/weaknesses/owasp.ts';
import { weaknessAt, type Catalogued } from '#domain/finding/weaknesses/weaknesses.ts';
import { riskLevels, type RiskLevel } from '#domain/finding/risk-level.ts';
import type { Chart, ChartData, ChartRow } from '#domain/charts/chart.ts';
import type { Words } from '../languages/index.ts';
import { findingsByAsset } from './assets.ts';
import { severityKeys, type SeverityCount, type SeverityKey } from './blocks.ts';
import { membersOf } from './grouped.ts';
import type { NumberedFinding } from './numbered.ts';
import { countSeverities } from './severity.ts';
import { asValues } from './values.ts';

type Findings = readonly NumberedFinding[];
/** A chart that has no number yet. */
type UnnumberedChart = Omit<Chart, 'label'>;

/** Of fewer findings a chart says less than their list. */
const minFindings = 3;
/** One bar alone compares nothing. */
const minRows = 2;
/** Longer lists are cut to their worst, or most frequent. */
const maxRows = 10;

/** A bar for each severity. */
export function severityChart(
  label: string,
  caption: string,
  counts: readonly SeverityCount[],
  { columns }: Words,
): Chart {
  return {
    label,
    caption,
    form: 'bars',
    data: {
      name: columns.severity,
      columns: [{ label: columns.count }],
      rows: counts.map((each) => ({ label: each.label, mark: each.severity, values: [each.count] })),
    },
  };
}

/** How many findings have which CVSS score, in steps of one; null if too few have one. */
export function cvssChart(findings: Findings, { columns, captions, decimal }: Words): UnnumberedChart | null {
  const scores = findings.flatMap((finding) => {
    const own = membersOf(finding).flatMap(({ record }) => cvssScore(record['CVSS'] ?? null) ?? []);
    return own.length === 0 ? [] : [Math.max(...own)];
  });
  if (scores.length < minFindings) return null;
  const written = (score: number): string => score.toFixed(1).replace('.', decimal);
  const rows = scoreSteps.map(({ from, mark }): ChartRow => {
    const to = from === 9 ? 10 : from + 0.9;
    const count = scores.filter((score) => Math.min(9, Math.floor(score)) === from).length;
    return { label: `${written(from)}\u2013${written(to)}`, mark, values: [count] };
  });
  const data = { name: columns.cvss, columns: [{ label: columns.count }], rows };
  return { caption: captions.cvss(findings.length - scores.length), form: 'columns', data };
}

/** Steps of scores with the rating that CVSS gives them. */
const scoreSteps = Array.from({ length: 10 }, (_, from) => {
  const mark: SeverityKey = from < 4 ? 'low' : from < 7 ? 'medium' : from < 9 ? 'high' : 'critical';
  return { from, mark };
});

/** The assets with the most severe findings; null if there are too few. */
export function assetChart(findings: Findings, words: Words): UnnumberedChart | null {
  const groups = [...findingsByAsset(findings)].map(([label, there]) => ({ label, findings: there }));
  return groupedChart(groups, findings, words.columns.asset, words.captions.assets, bySeverity, words);
}

/** The categories of OWASP that findings name, the most frequent first; null if there are too few. */
export function owaspChart(findings: Findings, words: Words): UnnumberedChart | null {
  const groups = groupsBy(findings, 'owasp', riskCategoryAt);
  return groupedChart(groups, findings, words.finding.owasp, words.captions.owasp, byCount, words);
}

/** The weaknesses that findings name, the most frequent first; null if there are too few, or none is named twice. */
export function cweChart(findings: Findings, words: Words): UnnumberedChart | null {
  const groups = groupsBy(findings, 'cwe', weaknessAt);
  const chosen = chosenGroups(groups, findings, byCount);
  if (chosen === null || !chosen.some(isRepeated)) return null;
  const rows = chosen.map(({ label, findings: there }) => ({ label, values: [there.length] }));
  const data = { name: words.finding.cwe, columns: [{ label: words.columns.count }], rows };
  return { caption: words.captions.cwe(rows.length, groups.length), form: 'bars', data };
}

/** Findings by likelihood and impact, where records have both as members of known levels; null if too few have. */
export function riskChart(findings: Findings, words: Words): UnnumberedChart | null {
  const rated = findings.flatMap((finding) => {
    const [levels] = membersOf(finding).flatMap(({ record }) => riskLevels(record) ?? []);
    return levels === undefined ? [] : [{ ...levels, severity: finding.ref.severity }];
  });
  if (rated.length < minFindings) return null;
  const isWide = rated.some(
    ({ likelihood, impact }) => [1, 5].includes(likelihood) || [1, 5].includes(impact),
  );
  const levels: readonly RiskLevel[] = isWide ? [1, 2, 3, 4, 5] : [2, 3, 4];
  const nameOf = (level: RiskLevel): string => words.riskLevels[level - 1] ?? '';
  const rows = levels.toReversed().map((likelihood): ChartRow => {
    const cells = levels.map((impact) =>
      rated.filter((one) => one.likelihood === likelihood && one.impact === impact),
    );
    return {
      label: nameOf(likelihood),
      values: cells.map(({ length }) => length),
      marks: cells.map(
        (cell) => severityKeys.find((key) => cell.some(({ severity }) => severity === key)) ?? null,
      ),
    };
  });
  const columns = levels.map((level) => ({ label: nameOf(level) }));
  return {
    caption: words.captions.risk(findings.length - rated.length),
    form: 'matrix',
    data: { name: words.columns.risk, columns, rows },
  };
}

/** What was left by severity at each of several times; null if there are too few findings. */
export function roundsChart(
  findings: Findings,
  rounds: readonly { readonly label: string; readonly left: Findings }[],
  words: Words,
): UnnumberedChart | null {
  if (findings.length < minFindings) return null;
  return {
    caption: words.captions.rounds,
    form: 'stacked',
    data: severityData(
      words.columns.round,
      rounds.map(({ label, left }) => ({ label, findings: left })),
      words,
    ),
  };
}

interface FindingGroup {
  readonly label: string;
  readonly findings: Findings;
}

/** The groups that have room, in their order; null if there is nothing to compare. */
function chosenGroups(
  groups: readonly FindingGroup[],
  findings: Findings,
  order: (one: FindingGroup, other: FindingGroup) => number,
): readonly FindingGroup[] | null {
  if (findings.length < minFindings || groups.length < minRows) return null;
  return groups.toSorted(order).slice(0, maxRows);
}

function groupedChart(
  groups: readonly FindingGroup[],
  findings: Findings,
  name: string,
  captionOf: (shown: number, all: number) => string,
  order: (one: FindingGroup, other: FindingGroup) => number,
  words: Words,
): UnnumberedChart | null {
  const chosen = chosenGroups(groups, findings, order);
  if (chosen === null) return null;
  const data = severityData(name, chosen, words);
  return { caption: captionOf(chosen.length, groups.length), form: 'stacked', data };
}

/** A row for each group, a column for each severity that one of them has. */
function severityData(name: string, groups: readonly FindingGroup[], words: Words): ChartData {
  const counted = groups.map(({ label, findings }) => ({
    label,
    counts: countSeverities(
      findings.map(({ ref }) => ref.severity),
      words,
    ),
  }));
  const columns = severityKeys.filter((key) =>
    counted.some(({ counts }) => counts.some(({ severity, count }) => severity === key && count > 0)),
  );
  return {
    name,
    columns: columns.map((mark) => ({ label: words.severities[mark], mark })),
    rows: counted.map(({ label, counts }) => ({
      label,
      values: columns.map((key) => counts.find(({ severity }) => severity === key)?.count ?? 0),
    })),
    total: words.total,
  };
}

/** Groups of findings by what they name in a member; one that the catalogue knows has its key and name. */
function groupsBy(
  findings: Findings,
  member: 'cwe' | 'owasp',
  entryAt: (url: string) => Catalogued | undefined,
): FindingGroup[] {
  const labels = new Map<string, string>();
  const groups = new Map<string, NumberedFinding[]>();
  for (const finding of findings) {
    const values = membersOf(finding).flatMap(({ record }) => asValues(record[member]));
    const named = values.map(({ text }) => {
      const known = labels.get(text);
      if (known !== undefined) return known;
      const entry = entryAt(text);
      const label = entry === undefined ? text : `${entry.key} ${entry.name}`;
      labels.set(text, label);
      return label;
    });
    for (const label of new Set(named)) {
      const group = groups.get(label);
      if (group === undefined) groups.set(label, [finding]);
      else group.push(finding);
    }
  }
  return [...groups].map(([label, there]) => ({ label, findings: there }));
}

/** The group with more critical findings first, of equal ones that with more high ones, and so on. */
function bySeverity(one: FindingGroup, other: FindingGroup): number {
  for (const key of severityKeys) {
    const difference = countOf(other, key) - countOf(one, key);
    if (difference !== 0) return difference;
  }
  return 0;
}

function isRepeated({ findings }: FindingGroup): boolean {
  return findings.length > 1;
}

function byCount(one: FindingGroup, other: FindingGroup): number {
  return other.findings.length - one.findings.length || bySeverity(one, other);
}

function countOf({ findings }: FindingGroup, key: SeverityKey): number {
  return findings.filter(({ ref }) => ref.severity === key).length;
}
