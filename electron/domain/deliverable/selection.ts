import {
  leftOutKinds,
  type LeftOutKind,
  type ReportGrouping,
  type Skippable,
  type UnfitKind,
} from '#contract/deliverable/choices.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import type { Verdict } from '#contract/value-lists.ts';

/* Which findings a deliverable prints: a pure choice over what is known of each. */

/**
 * How a finding was rejected: by this installation (`pending`, `refused` if the decision failed, `own` once it is
 * confirmed) or according to its record.
 */
export type Rejection = 'pending' | 'refused' | 'own' | 'recorded';

/** What the choice asks of a finding. */
export interface Selectable {
  readonly status: string;
  /** A candidate is judged by its review: that its status is a draft one says nothing. */
  readonly candidate: boolean;
  readonly private: boolean;
  /** Whether this installation accepted it, and the service is still to learn so. */
  readonly accepted: boolean;
  readonly rejection: Rejection | null;
  readonly included: boolean;
  readonly excluded: boolean;
  /** Whether the query finds it; true if there is none. */
  readonly matched: boolean;
}

/** Why a finding is left out. */
export interface Omission {
  readonly kind: LeftOutKind;
  readonly rejection: Rejection | null;
}

/** By what a choice prints equal findings as one; null if each is printed by itself. */
export function groupingOf({
  group,
}: {
  readonly group?: ReportGrouping | 'none' | undefined;
}): ReportGrouping | null {
  return group === undefined || group === 'none' ? null : group;
}

type StatusRole = keyof ServiceProfile['statusRoles'];

/** Whether a status plays a role in the profile. Only letters and digits count, in either case. */
export function hasRole(status: string, role: StatusRole, { statusRoles }: ServiceProfile): boolean {
  return statusRoles[role].some((name) => statusKey(name) === statusKey(status));
}

/**
 * Whether a status says otherwise than the last verdict: open although fixed, or closed although it is not. Waiting for a
 * retest contradicts a verdict of the newest round alone.
 */
export function contradictsVerdict(
  status: string,
  { verdict, isNewest }: { readonly verdict: Verdict; readonly isNewest: boolean },
  profile: ServiceProfile,
): boolean {
  switch (verdict) {
    case 'fixed':
      return (
        hasRole(status, 'open', profile) ||
        (isNewest && statusKey(status) === statusKey(pendingRetest(profile)))
      );
    case 'open':
    case 'partly':
      return hasRole(status, 'closed', profile);
    case 'not-retested':
      return false;
  }
}

/** The status that asks for a retest at the service, as the profile writes it. */
export function pendingRetest({ statuses }: ServiceProfile): string {
  const name = 'pending_retest';
  return statuses.find((status) => statusKey(status) === statusKey(name)) ?? name;
}

/** The status that the profile offers for a role, as the profile writes it; null if it offers none. */
export function statusFor(role: StatusRole, profile: ServiceProfile): string | null {
  for (const name of profile.statusRoles[role]) {
    const offered = profile.statuses.find((status) => statusKey(status) === statusKey(name));
    if (offered !== undefined) return offered;
  }
  return null;
}

function statusKey(status: string): string {
  const letters = status
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return letters === '' ? status : letters;
}

/** Why a report leaves a finding out; null if it prints it. What the user named by hand goes before every rule. */
export function whyLeftOut(
  finding: Selectable,
  skip: readonly Skippable[],
  profile: ServiceProfile,
): Omission | null {
  const because = (kind: LeftOutKind): Omission => ({ kind, rejection: finding.rejection });
  if (finding.excluded) return because('excluded');
  if (finding.included) return null;
  const unfit = whyUnfit(finding, skip, profile);
  if (unfit !== null) return because(unfit);
  return finding.matched ? null : because('query');
}

/** Why the state of a finding keeps it out of a report unless it is included by hand; null if nothing does. */
export function whyUnfit(
  { status, candidate, private: isPrivate, accepted, rejection }: Selectable,
  skip: readonly Skippable[],
  profile: ServiceProfile,
): UnfitKind | null {
  if (rejection !== null) return 'rejected';
  const isDraft = isPrivate ? !accepted : !candidate && hasRole(status, 'draft', profile);
  if (isDraft && skip.includes('drafts')) return 'draft';
  const isFalse = hasRole(status, 'falsePositive', profile);
  return isFalse && skip.includes('false-positives') ? 'false-positive' : null;
}

/** The reason as part of a sentence. */
export function leftOutReason({ kind, rejection }: Omission): string {
  switch (kind) {
    case 'excluded':
      return 'it is excluded by hand';
    case 'draft':
      return 'it is a draft';
    case 'false-positive':
      return 'it is a false positive';
    case 'query':
      return 'the query does not find it';
    case 'rejected':
      if (rejection === 'pending') return 'you rejected it (pending)';
      if (rejection === 'refused') return 'you rejected it, and the decision did not get through';
      return rejection === 'own' ? 'you rejected it' : 'its status is rejected';
  }
}

const nouns: Readonly<Record<LeftOutKind, (count: number) => string>> = {
  rejected: (count) => `${String(count)} rejected`,
  excluded: (count) => `${String(count)} excluded by hand`,
  draft: (count) => `${String(count)} ${count === 1 ? 'draft' : 'drafts'}`,
  'false-positive': (count) => `${String(count)} ${count === 1 ? 'false positive' : 'false positives'}`,
  query: (count) => `${String(count)} not found by the query`,
};

/** `20 of 24 findings; 4 left out: 3 rejected, 1 excluded by hand`; only a count if nothing is left out. */
export function selectionSummary(printed: number, leftOut: readonly LeftOutKind[]): string {
  const total = printed + leftOut.length;
  const findings = `${String(total)} ${total === 1 ? 'finding' : 'findings'}`;
  if (leftOut.length === 0) return findings;
  const kinds = leftOutKinds
    .filter((kind) => leftOut.includes(kind))
    .map((kind) => nouns[kind](leftOut.filter((one) => one === kind).length));
  return `${String(printed)} of ${findings}; ${String(leftOut.length)} left out: ${kinds.join(', ')}`;
}

/** What a report counts if it prints equal findings as one: `27 findings at 441 places.` */
export function groupSummary(groups: number, findings: number): string {
  const count = (number: number, one: string): string => `${String(number)} ${one}${number === 1 ? '' : 's'}`;
  return `Equal findings are printed as one: ${count(groups, 'finding')} at ${count(findings, 'place')}.`;
}

/** Says once why findings of two editions have other numbers: equal ones are printed otherwise. */
export function regrouped(
  count: number,
  groupings: { readonly from: ReportGrouping | null; readonly to: ReportGrouping | null },
): string {
  const named = (grouping: ReportGrouping | null): string =>
    grouping === null ? 'each by itself' : `as one by ${grouping === 'cwe' ? 'CWE' : grouping}`;
  const findings = count === 1 ? '1 finding' : `${String(count)} findings`;
  return `${findings}, because equal ones were printed ${named(groupings.from)} and are now ${named(groupings.to)}.`;
}
