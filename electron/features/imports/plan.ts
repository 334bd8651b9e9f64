import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import { unitSeparator } from '#contract/finding/listing.ts';
import type {
  ClosedDecision,
  ImportChoices,
  ImportGroup,
  ImportLeftOut,
  ImportPreview,
  ReadSeverity,
} from '#contract/procedures/findings/import.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { severityKeys, type SeverityKey } from '#contract/value-lists.ts';
import { isFixed } from '#domain/deliverable/management/is-fixed.ts';
import { hasRole } from '#domain/deliverable/selection.ts';
import { arranged } from '#domain/scans/arrange.ts';
import type { ScanGroup, ScanRule } from '#domain/scans/groups.ts';
import { severityLeavesOut } from '#domain/scans/left-out.ts';
import { KnownFindings, type KnownFinding, type MatchDecision, type ScanMatch } from '#domain/scans/match.ts';
import { groupSeverity, mappedSeverity } from '#domain/scans/severity-mapping.ts';
import { digestOf } from '#domain/text/words/digest.ts';
import { comparableRows, findingsToDelete, rulesOf, verdictsIn } from '#db/tables/findings/origins.ts';
import { findFinding } from '#db/tables/findings/records.ts';
import type { ReadContext } from '#engine/context.ts';
import { statusChoices, type StatusChoices } from './closed.ts';
import { rulesOf as rulesOfDraft, type ImportDraft } from './draft.ts';

/** A group with what an import does. */
export interface PlannedGroup {
  readonly group: ScanGroup;
  readonly severity: string | null;
  readonly match: ScanMatch;
  readonly closed: readonly { readonly finding: KnownFinding; readonly choices: StatusChoices }[];
  readonly decision: ClosedDecision;
  /** What the decision makes of the closed findings that it fits. */
  readonly statuses: readonly { readonly finding: FindingRow; readonly status: string }[];
}

export interface ImportPlan {
  readonly groups: readonly PlannedGroup[];
  readonly leftOut: readonly ImportLeftOut[];
  readonly fingerprint: string;
}

/**
 * What an import does with each group of a draft, from the store as it is. Preview and queue ask the same.
 * @throws DossierError `not-found` (a decision names a finding that is not there)
 */
export function planImport(ctx: ReadContext, draft: ImportDraft, choices: ImportChoices): ImportPlan {
  const known = new KnownFindings(knownIn(ctx, draft.project));
  const { minSeverity = draft.rules.minSeverity } = choices;
  const rules = { ...rulesOfDraft(draft), minSeverity };
  const groups: PlannedGroup[] = [];
  const leftOut: ImportLeftOut[] = draft.leftOut.map(({ key, title, reason }) => ({
    key,
    title,
    severity: null,
    reason,
  }));
  for (const group of arranged(draft.groups, choices)) {
    const { key, title } = group;
    const severity = groupSeverity(group, draft.rules.severityMapping, ctx.profile);
    const { match: matched, closed: ofClosed } = decisionOn(ctx, choices, key);
    const isDecided = matched !== undefined || ofClosed !== undefined;
    const reason =
      matched?.kind === 'leave-out'
        ? 'decided'
        : isDecided
          ? null
          : severityLeavesOut(severity, rules, ctx.profile, group.authored);
    if (reason !== null) leftOut.push({ key, title, severity, reason });
    else if (matched?.kind !== 'leave-out') {
      const match = known.match(group, matched);
      groups.push({ group, severity, match, ...closedOf(ctx, match, ofClosed ?? choices.closed) });
    }
  }
  return { groups, leftOut, fingerprint: fingerprintOf(groups) };
}

/** The plan as it is shown. */
export function previewOf(
  { profile }: Pick<ReadContext, 'profile'>,
  draft: ImportDraft,
  plan: ImportPlan,
): ImportPreview {
  return {
    draft: draft.draft,
    project: draft.project,
    files: draft.files,
    groups: plan.groups.map(({ group, severity, match, ...ofClosed }) => ({
      key: group.key,
      title: group.title,
      severity,
      asset: group.assets,
      rules: group.rules.length,
      splitOf: group.splitOf ?? null,
      outcome: outcomeOf({ match, ...ofClosed }),
      finding: match.kind === 'new' ? null : { id: match.finding.id, title: match.finding.title },
      added: assetsAdded({ match, ...ofClosed }),
      reason: match.why,
      images: match.kind === 'new' ? new Set(group.images.map(({ sha256 }) => sha256)).size : 0,
      closed: ofClosed.closed.map(({ finding: { id, title }, choices }) => ({
        id,
        title,
        choices: [...choices.keys()],
      })),
    })),
    leftOut: plan.leftOut,
    rules: draft.rules,
    severities: severitiesIn(draft, profile),
    fingerprint: plan.fingerprint,
  };
}

/** What each tool called its weaknesses, from the worst. */
function severitiesIn({ groups, rules }: ImportDraft, profile: ServiceProfile): ReadSeverity[] {
  const read = new Map<string, Set<SeverityKey>>();
  for (const group of groups)
    for (const { tool } of group.rules)
      read.set(tool, new Set([...(read.get(tool) ?? []), ...group.severities]));
  return [...read]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([tool, severities]) =>
      severityKeys
        .filter((severity) => severities.has(severity))
        .map((severity) => ({
          tool,
          severity,
          becomes: mappedSeverity(tool, severity, rules.severityMapping, profile),
        })),
    );
}

/** The assets that the finding of a group gets: a closed one none while it is left as it is. */
export function assetsAdded({
  match,
  statuses,
}: Pick<PlannedGroup, 'match' | 'statuses'>): readonly string[] {
  if (match.kind === 'extends') return match.assets;
  const isChanged =
    match.kind === 'closed' && statuses.some(({ finding }) => finding === match.finding.finding);
  return isChanged ? match.assets : [];
}

function outcomeOf({
  match,
  statuses,
  decision,
}: Pick<PlannedGroup, 'match' | 'statuses' | 'decision'>): ImportGroup['outcome'] {
  if (statuses.length === 0 || decision === 'leave') return match.kind;
  return decision === 'reopen' ? 'reopens' : 'retests';
}

function closedOf(
  ctx: ReadContext,
  match: ScanMatch,
  decision: ClosedDecision,
): Pick<PlannedGroup, 'closed' | 'decision' | 'statuses'> {
  if (match.kind === 'new') return { closed: [], decision, statuses: [] };
  const closed = match.closed.map((finding) => ({ finding, choices: statusChoices(ctx, finding.finding) }));
  const statuses = closed.flatMap(({ finding: { finding }, choices }) => {
    const status = decision === 'leave' ? undefined : choices.get(decision);
    return status === undefined ? [] : [{ finding, status }];
  });
  return { closed, decision, statuses };
}

/** What the user decided about a group: what it is, or what becomes of its findings that are closed. */
function decisionOn(
  ctx: ReadContext,
  choices: ImportChoices,
  key: string,
): { readonly match?: MatchDecision; readonly closed?: ClosedDecision } {
  const decision = Object.hasOwn(choices.decisions, key) ? choices.decisions[key] : undefined;
  switch (decision?.kind) {
    case undefined:
      return {};
    case 'leave':
    case 'reopen':
    case 'retest':
      return { closed: decision.kind };
    case 'new':
    case 'leave-out':
      return { match: { kind: decision.kind } };
    case 'finding': {
      const found = findFinding(ctx.db, decision.id);
      if (found === null) throw new DossierError('not-found', `There is no finding ${decision.id} here.`);
      return { match: { kind: 'finding', finding: found.finding } };
    }
  }
}

function fingerprintOf(groups: readonly PlannedGroup[]): string {
  const told = groups.map(({ group, severity, match, statuses }) => [
    group.key,
    group.title,
    severity,
    match.kind,
    match.kind === 'new' ? null : match.finding.finding,
    assetsAdded({ match, statuses }),
    statuses.map(({ finding, status }) => [finding, status]),
  ]);
  return digestOf(JSON.stringify(told));
}

/** The findings of an engagement as groups are compared with them. What is gone is none of them. */
function knownIn({ db, profile }: ReadContext, project: string): KnownFinding[] {
  const origins = Map.groupBy(rulesOf(db, project), ({ finding }) => finding);
  const verdicts = Map.groupBy(verdictsIn(db, project), ({ finding }) => finding);
  const toDelete = new Set(findingsToDelete(db, project));
  return comparableRows(db, project).map(({ finding, id, title, status, asset, tags, cwe }) => {
    const isOver = (['closed', 'rejected', 'falsePositive'] as const).some((role) =>
      hasRole(status, role, profile),
    );
    return {
      finding,
      id,
      title,
      assets: asset,
      tags,
      cwe: cwe.split(unitSeparator).filter((name) => name !== ''),
      origins: (origins.get(finding) ?? []).map(({ tool, rule }): ScanRule => ({ tool, rule })),
      closed: toDelete.has(finding) || isFixed({ verdicts: verdicts.get(finding) ?? [], closed: isOver }),
    };
  });
}
