import type { Json, JsonObject } from '#contract/json.ts';
import type { ReportGroup } from '#contract/deliverable/report.ts';
import { equalJson } from '#domain/base/json.ts';
import { cvssScore } from '#domain/finding/cvss/cvss.ts';
import { assetsOf } from './assets.ts';
import type { NumberedFinding } from './numbered.ts';
import { asTitle } from './values.ts';

/**
 * Findings with equal ones as one: the worst of its findings, with what all of them say alike, all their assets and the highest
 * score. It stands where the first of them stood. Findings of no group stay as they are.
 */
export function withGroups(
  findings: readonly NumberedFinding[],
  groups: readonly ReportGroup[] = [],
): readonly NumberedFinding[] {
  if (groups.length === 0) return findings;
  const groupOf = new Map(groups.flatMap((group) => group.members.map((id) => [id, group])));
  const members = Map.groupBy(findings, ({ id }) => groupOf.get(id) ?? id);
  return Array.from(members, ([group, equal]) => {
    const [first] = equal;
    return typeof group === 'string' || first === undefined ? (first ?? []) : asOne(group, first, equal);
  }).flat();
}

/** The findings that are printed as one: itself if it is none of several. */
export function membersOf(finding: NumberedFinding): readonly NumberedFinding[] {
  return finding.members ?? [finding];
}

/** Under which of its identifiers something is said of a finding by hand; its own if nothing is. */
export function namedId(finding: NumberedFinding, named: ReadonlySet<string>): string {
  return membersOf(finding).find(({ id }) => named.has(id))?.id ?? finding.id;
}

/** A member of the record, of several findings that differ that of the first which has it. */
export function firstSaid(finding: NumberedFinding, name: string): Json {
  const records = [finding, ...membersOf(finding)].map(({ record }) => record[name] ?? null);
  return records.find((value) => value !== null && value !== '') ?? null;
}

/** The findings that stand behind the printed ones, each by itself. */
export function placesOf(findings: readonly NumberedFinding[]): readonly NumberedFinding[] {
  return findings.flatMap(membersOf);
}

/** Whether a finding says its assets itself: places that are on different ones say them in their table. */
export function hasOwnAssets({ members = [] }: NumberedFinding): boolean {
  return new Set(members.map((member) => JSON.stringify(assetsOf(member)))).size < 2;
}

function asOne(
  group: ReportGroup,
  first: NumberedFinding,
  members: readonly NumberedFinding[],
): NumberedFinding {
  const common: JsonObject = Object.fromEntries(
    Object.entries(first.record).filter(([name, value]) =>
      members.every(({ record }) => equalJson(record[name], value)),
    ),
  );
  const { title, full } = asTitle(group.title, first.ref.title);
  const images = new Set(
    members.map(({ evidence }) => JSON.stringify(evidence.map(({ name, sha256 }) => [name, sha256]))),
  );
  // A text that places an image says the same only if it is the same image.
  const isCommon = (given: NumberedFinding['verdicts'][number]): boolean =>
    (images.size === 1 || !given.text.includes('evidence:')) &&
    members.every(({ verdicts }) =>
      verdicts.some(
        (other) => other.round === given.round && JSON.stringify(other) === JSON.stringify(given),
      ),
    );
  const { fullTitle: _own, comments: _comments, ...rest } = first;
  return {
    ...rest,
    record: {
      ...common,
      title: group.title,
      severity: first.record['severity'] ?? null,
      asset: [...new Set(members.flatMap(assetsOf))],
    },
    evidence: [],
    verdicts: first.verdicts.filter(isCommon),
    ref: { ...first.ref, title, cvss: highestScore(members) },
    ...(full === undefined ? {} : { fullTitle: full }),
    members: inOrderOfPlaces(members),
  };
}

function highestScore(members: readonly NumberedFinding[]): string {
  const rated = members.map(({ record, ref }) => ({ ref, score: cvssScore(record['CVSS'] ?? null) ?? -1 }));
  return rated.reduce((best, one) => (one.score > best.score ? one : best)).ref.cvss;
}

/** By their first asset, numbers in it by what they count; those of one asset keep their order. */
function inOrderOfPlaces(members: readonly NumberedFinding[]): readonly NumberedFinding[] {
  const order = new Intl.Collator('en', { numeric: true });
  const keyed = members.map((member) => ({ member, asset: assetsOf(member)[0] ?? '' }));
  return keyed.toSorted((one, other) => order.compare(one.asset, other.asset)).map(({ member }) => member);
}
