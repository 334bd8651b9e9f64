import { DossierError } from '#contract/error.ts';
import { unitSeparator } from '#contract/finding/listing.ts';
import type { ImportChoices, ImportLeftOut, ImportPreview } from '#contract/procedures/findings/import.ts';
import { isFixed } from '#domain/deliverable/management/is-fixed.ts';
import { hasRole } from '#domain/deliverable/selection.ts';
import { arranged } from '#domain/scans/arrange.ts';
import type { ScanGroup, ScanRule } from '#domain/scans/groups.ts';
import { severityLeavesOut } from '#domain/scans/left-out.ts';
import { KnownFindings, type KnownFinding, type MatchDecision, type ScanMatch } from '#domain/scans/match.ts';
import { groupSeverity } from '#domain/scans/severity-mapping.ts';
import { digestOf } from '#domain/text/words/digest.ts';
import { comparableRows, findingsToDelete, rulesOf, verdictsIn } from '#db/tables/findings/origins.ts';
import { findFinding } from '#db/tables/findings/records.ts';
import type { ReadContext } from '#engine/context.ts';
import type { ImportDraft } from './draft.ts';

/** A group with what an import does. */
export interface PlannedGroup {
  readonly group: ScanGroup;
  readonly severity: string | null;
  readonly match: ScanMatch;
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
  const rules = { ...draft.rules, minSeverity: choices.minSeverity };
  const groups: PlannedGroup[] = [];
  const leftOut: ImportLeftOut[] = draft.leftOut.map(({ key, title, reason }) => ({ key, title, reason }));
  for (const group of arranged(draft.groups, choices)) {
    const { key, title } = group;
    const severity = groupSeverity(group, draft.rules.severityMapping, ctx.profile);
    const decision = decisionOn(ctx, choices, key);
    const reason =
      decision?.kind === 'leave-out'
        ? 'decided'
        : decision === undefined
          ? severityLeavesOut(severity, rules, ctx.profile)
          : null;
    if (reason !== null) leftOut.push({ key, title, reason });
    else if (decision?.kind !== 'leave-out')
      groups.push({ group, severity, match: known.match(group, decision) });
  }
  return { groups, leftOut, fingerprint: fingerprintOf(groups) };
}

/** The plan as it is shown. */
export function previewOf(draft: ImportDraft, plan: ImportPlan): ImportPreview {
  return {
    draft: draft.draft,
    project: draft.project,
    files: draft.files,
    groups: plan.groups.map(({ group, severity, match }) => ({
      key: group.key,
      title: group.title,
      severity,
      asset: group.assets,
      outcome: match.kind,
      finding: match.kind === 'new' ? null : { id: match.finding.id, title: match.finding.title },
      added: match.kind === 'extends' ? match.assets : [],
      reason: match.why,
    })),
    leftOut: plan.leftOut,
    fingerprint: plan.fingerprint,
  };
}

function decisionOn(ctx: ReadContext, choices: ImportChoices, key: string): MatchDecision | undefined {
  const decision = Object.hasOwn(choices.decisions, key) ? choices.decisions[key] : undefined;
  if (decision?.kind !== 'finding') return decision;
  const found = findFinding(ctx.db, decision.id);
  if (found === null) throw new DossierError('not-found', `There is no finding ${decision.id} here.`);
  return { kind: 'finding', finding: found.finding };
}

function fingerprintOf(groups: readonly PlannedGroup[]): string {
  const told = groups.map(({ group, severity, match }) => [
    group.key,
    group.title,
    severity,
    match.kind,
    match.kind === 'new' ? null : match.finding.finding,
    match.kind === 'extends' ? match.assets : [],
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
