import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import { skippable, type ReportGrouping, type UnfitKind } from '#contract/deliverable/choices.ts';
import type { LeftOutFinding, ReportSelection, SelectedFindings } from '#contract/deliverable/selection.ts';
import { parseQuery } from '#domain/query/parse.ts';
import { inReportOrder } from '#domain/deliverable/finding-order.ts';
import {
  groupingOf,
  hasRole,
  leftOutReason,
  selectionSummary,
  whyLeftOut,
  whyUnfit,
  type Omission,
  type Rejection,
} from '#domain/deliverable/selection.ts';
import { numberText } from '#domain/deliverable/finding-numbers.ts';
import { groupNumbers, type KnownNumber } from '#domain/deliverable/group-numbers.ts';
import { severityKeyOf, type SeverityKey } from '#domain/finding/labels/severity-names.ts';
import { weaknessAt } from '#domain/finding/weaknesses/weaknesses.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { reportRows, type ReportRow } from '#db/tables/reports/preflight.ts';
import { readGroups } from '#db/tables/findings/groups.ts';
import { findFinding } from '#db/tables/findings/records.ts';
import { knownNumbers, reportFindingRows } from '#db/tables/reports/report-findings.ts';
import { decisionsOf } from '#db/tables/outbox/reviews.ts';
import { readTransaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ReadContext } from '#engine/context.ts';
import { findingNamed } from '#engine/outbox/edit.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { queryError, queryWhole } from '#engine/search/query.ts';
import { isAccepted, rejectionOf } from '#engine/record/rejection.ts';

/** A finding of the engagement with what the choice says of it. */
export interface ChosenFinding extends ReportRow {
  readonly severityKey: SeverityKey;
  readonly place: number | null;
  readonly rejection: Rejection | null;
  /** Why its state keeps it out unless it is included by hand. */
  readonly unfit: UnfitKind | null;
  /** Null if the report prints it. */
  readonly leftOut: Omission | null;
}

/** A finding that the report does not print. */
export interface UnprintedFinding extends ChosenFinding {
  readonly leftOut: Omission;
}

/** What a report prints as one finding. */
export interface PrintedGroup {
  readonly members: readonly ChosenFinding[];
  /** The worst severity among them. */
  readonly severityKey: SeverityKey;
  readonly number: number;
  /** Whether it went out with an edition. */
  readonly numberKept: boolean;
}

/** The findings of an engagement in the order of the report. */
export interface ReportFindings {
  readonly printed: readonly ChosenFinding[];
  readonly leftOut: readonly UnprintedFinding[];
  readonly all: readonly ChosenFinding[];
  /** The same in groups: equal findings as one if the choice asks for it, each by itself otherwise. */
  readonly groups: readonly PrintedGroup[];
  /** Rows that were rejected here, also those that are gone at the service since. */
  readonly rejected: ReadonlySet<FindingRow>;
}

/**
 * Which findings a report of an engagement prints, in the caller's transaction. Names that are not there any more count for
 * nothing; a call's own are looked at by `assertNamed`.
 *
 * @throws DossierError `query`, `indexing`
 */
export function chooseFindings(
  { db, clock, profile }: Pick<ReadContext, 'db' | 'clock' | 'profile'>,
  project: string,
  { query, include = [], exclude = [], skip = [...skippable], ...choice }: ReportSelection,
): ReportFindings {
  const matched = query === undefined ? null : foundBy({ db, clock, profile }, project, query);
  const included = rowsNamed(db, include);
  const excluded = rowsNamed(db, exclude);
  const decisions = new Map(decisionsOf(db, project).map((row) => [row.finding, row]));
  const kept = reportFindingRows(db, project);
  const known = new Map(kept.map((row) => [`${String(row.finding)} ${row.severity}`, row]));
  const rows = reportRows(db, project).map((row): ChosenFinding => {
    const { finding, status } = row;
    const own = rejectionOf(decisions.get(finding));
    const rejection = own ?? (hasRole(status, 'rejected', profile) ? 'recorded' : null);
    const selectable = {
      status,
      candidate: row.candidate === 1,
      private: row.private === 1,
      rejection,
      accepted: isAccepted(decisions.get(finding)),
      included: included.has(finding),
      excluded: excluded.has(finding),
      matched: matched?.has(finding) ?? true,
    };
    const severityKey = severityKeyOf(row.severity);
    const { place = null } = known.get(`${String(finding)} ${severityKey}`) ?? {};
    return {
      ...row,
      severityKey,
      place,
      rejection,
      unfit: whyUnfit(selectable, skip, profile),
      leftOut: whyLeftOut(selectable, skip, profile),
    };
  });
  const all = inReportOrder(rows);
  const printed = all.filter(({ leftOut }) => leftOut === null);
  const isLeftOut = (one: ChosenFinding): one is UnprintedFinding => one.leftOut !== null;
  return {
    all,
    printed,
    groups: printedGroups(db, project, printed, groupingOf(choice)),
    leftOut: all.filter(isLeftOut),
    rejected: new Set(
      [...decisions.values()].flatMap((row) => (rejectionOf(row) === null ? [] : [row.finding])),
    ),
  };
}

/** The same for what only shows the choice: a query that cannot be answered now counts as none. */
export function chooseIfPossible(
  ctx: Pick<ReadContext, 'db' | 'clock' | 'profile'>,
  project: string,
  selection: ReportSelection,
): ReportFindings {
  try {
    return chooseFindings(ctx, project, selection);
  } catch (error) {
    if (!(error instanceof DossierError) || (error.code !== 'query' && error.code !== 'indexing'))
      throw error;
    return chooseFindings(ctx, project, { ...selection, query: undefined });
  }
}

/** What is printed as one, with its number. Findings of no title and no other common value stay by themselves. */
function printedGroups(
  db: ReadableDb,
  project: string,
  printed: readonly ChosenFinding[],
  grouping: ReportGrouping | null,
): PrintedGroup[] {
  const keyOf = grouping === null ? null : equalityKeys(db, project, grouping);
  const members = Map.groupBy(printed, ({ finding }) => keyOf?.(finding) ?? `finding ${String(finding)}`);
  const groups = Array.from(members.values(), (equal) => ({
    members: equal,
    // The worst stand first in a report.
    severityKey: equal[0]?.severityKey ?? 'unknown',
  }));
  const known = knownNumbers(db, project);
  const numbers = groupNumbers(
    groups.map(({ members: equal, severityKey: severity }) => ({
      severity,
      members: equal.map(({ finding }) => finding),
    })),
    known,
    grouping,
  );
  const wentOut = new Set(known.map(keyOfNumber));
  return groups.map((group, at) => {
    const number = numbers[at] ?? 0;
    const numberKept = group.members.some(({ finding }) =>
      wentOut.has(keyOfNumber({ finding, severity: group.severityKey, number })),
    );
    return { ...group, number, numberKept };
  });
}

function keyOfNumber({ finding, severity, number }: Omit<KnownNumber, 'grouping'>): string {
  return `${String(finding)} ${severity} ${String(number)}`;
}

/** By what findings of an engagement are equal; without a rule or weakness by their title, null without that. */
function equalityKeys(
  db: ReadableDb,
  project: string,
  grouping: ReportGrouping,
): (finding: FindingRow) => string | null {
  const keys = (by: ReportGrouping): ReadonlyMap<number, string> => {
    const { findings, groups, names } = readGroups(db, project, by);
    return new Map(
      Array.from(findings, (finding, at) => {
        const group = groups[at] ?? 0;
        const name = names[group] ?? '';
        if (name.trim() === '') return [finding, ''] as const;
        const weakness = by === 'cwe' ? weaknessAt(name)?.key : undefined;
        return [finding, weakness ?? `${by} ${String(group)}`] as const;
      }),
    );
  };
  const own = keys(grouping);
  const titles = grouping === 'cwe' ? keys('title') : own;
  return (finding) =>
    [own.get(finding), titles.get(finding)].find((key) => key !== undefined && key !== '') ?? null;
}

function foundBy(
  { db, clock, profile }: Pick<ReadContext, 'db' | 'clock' | 'profile'>,
  project: string,
  text: string,
): ReadonlySet<number> {
  const parsed = parseQuery(text);
  if (parsed.kind === 'broken') throw queryError(parsed);
  return new Set(queryWhole(db, { project, query: parsed.query, nowMs: clock.wallMs(), profile }));
}

function rowsNamed(db: ReadableDb, ids: readonly string[]): ReadonlySet<FindingRow> {
  return new Set(ids.flatMap((id) => findFinding(db, id)?.finding ?? []));
}

/**
 * Refuses a choice that names findings that are not in the engagement, or one finding both ways, and a query that cannot be
 * understood.
 *
 * @throws DossierError `not-found`, `invalid`, `query`
 */
export function assertNamed(
  db: ReadableDb,
  project: string,
  { query, include = [], exclude = [] }: ReportSelection,
): void {
  const parsed = query === undefined ? null : parseQuery(query);
  if (parsed?.kind === 'broken') throw queryError(parsed);
  for (const id of [...include, ...exclude]) {
    if (findingNamed({ db }, id).project === project) continue;
    throw new DossierError('invalid', `${id} belongs to another engagement than ${project}.`);
  }
  const included = rowsNamed(db, include);
  const both = exclude.find((id) => included.has(findingNamed({ db }, id).finding));
  if (both === undefined) return;
  throw new DossierError('invalid', `${both} is both included and excluded. Name it once.`);
}

/** Takes the findings of one list of names out of another: what is included now is not excluded any more. */
export function withoutNamed(db: ReadableDb, names: readonly string[], others: readonly string[]): string[] {
  const rows = rowsNamed(db, others);
  return names.filter((id) => {
    const finding = findFinding(db, id)?.finding;
    return finding === undefined || !rows.has(finding);
  });
}

/** What a report leaves out, as answers tell it. */
export function leftOutView(leftOut: readonly UnprintedFinding[]): LeftOutFinding[] {
  return leftOut.map((finding) => ({ id: finding.id, reason: leftOutReason(finding.leftOut) }));
}

/** The choice in numbers: `20 of 24 findings; 4 left out: …`. */
export function summaryOf({ printed, leftOut }: Pick<ReportFindings, 'printed' | 'leftOut'>): string {
  return selectionSummary(
    printed.length,
    leftOut.map((finding) => finding.leftOut.kind),
  );
}

/** Which findings a report prints and leaves out, for a face to show. @throws DossierError as `chooseFindings`; `not-found` */
export function selectedFindings(
  ctx: ReadContext,
  project: string,
  selection: ReportSelection,
): SelectedFindings {
  return readTransaction(ctx.db, () => {
    if (!hasEngagement(ctx.db, project)) throw noEngagement(project);
    return choiceView(chooseFindings(ctx, project, selection));
  });
}

/** A choice as a face shows it. */
export function choiceView(choice: ReportFindings): SelectedFindings {
  const groupOf = new Map(
    choice.groups.flatMap((group) => group.members.map(({ finding }) => [finding, group])),
  );
  return {
    printed: choice.printed.length,
    total: choice.all.length,
    summary: summaryOf(choice),
    findings: choice.all.map((one) => {
      const { id, title, severity, score, unfit, leftOut } = one;
      const group = groupOf.get(one.finding);
      return {
        id,
        title,
        severity,
        score,
        number: group === undefined ? null : numberText(group.severityKey, group.number),
        numberKept: group?.numberKept ?? false,
        placed: one.place !== null,
        unfit,
        leftOut: leftOut === null ? null : { kind: leftOut.kind, reason: leftOutReason(leftOut) },
      };
    }),
  };
}
