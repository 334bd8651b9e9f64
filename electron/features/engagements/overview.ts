import type {
  CountedAsset,
  CountedFindings,
  CountedRound,
  EngagementOverview,
} from '#contract/engagement-overview.ts';
import { syncStates, type SyncState } from '#contract/finding/finding.ts';
import { unitSeparator, type Condition } from '#contract/finding/listing.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { verdicts, type Verdict } from '#contract/value-lists.ts';
import { daysUntil } from '#domain/engagement/days-left.ts';
import { missingFacts, withoutBlanks } from '#domain/engagement/facts.ts';
import { assetIdentity } from '#domain/hosts/places.ts';
import { linesWithoutAsset, readAsset, type ReadAsset } from '#domain/preflight/scope.ts';
import { keyOf } from '#domain/query/keys.ts';
import { meaningOf } from '#domain/query/meaning.ts';
import { parseQuery } from '#domain/query/parse.ts';
import { quoted } from '#domain/query/quoted.ts';
import { textsIn } from '#db/store/columns.ts';
import { readTransaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { readEngagement } from '#db/tables/engagements.ts';
import { listsState, type ListsState } from '#db/tables/findings/order.ts';
import {
  countHeld,
  countByAssets,
  countByStatus,
  countBySyncState,
  type AssetCount,
  type StatusCount,
} from '#db/tables/findings/finding-counts.ts';
import { countVerdicts, roundsOf } from '#db/tables/reports/rounds.ts';
import { today, type ReadContext } from '#engine/context.ts';
import { readEngagementSetting } from '#engine/record/engagement-settings.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { recentCache } from '#engine/search/recent-cache.ts';

/** What the findings of an engagement were counted as when the lists had come so far. */
interface KeptCounts {
  readonly state: ListsState;
  readonly statuses: readonly StatusCount[];
  readonly assets: readonly AssetCount[];
  readonly named: readonly NamedAsset[];
  /** Findings by each text that a query finds assets by, folded. */
  readonly byKey: ReadonlyMap<string, number>;
}

/** An asset as the first finding writes it, and how bad the worst findings of it are. */
interface NamedAsset {
  readonly id: string;
  readonly name: string;
  rank: number;
  severity: string;
  /** Findings of that severity. */
  findings: number;
}

/** So many engagements are kept, and so many assets that were read. */
const maxKept = 4;
const maxRead = 50_000;

interface Kept {
  readonly counts: Map<string, KeptCounts>;
  readonly read: Map<string, ReadAsset & { readonly id: string }>;
}

const kept = new WeakMap<ReadableDb, Kept>();

/**
 * An engagement in numbers, as one state of the store.
 *
 * @param toReview counts the candidates that wait for the person; asked only if there are candidates
 * @throws DossierError `not-found`
 */
export function engagementOverview(
  ctx: ReadContext,
  { project, assets: shown }: ProcedureInput<'engagement.overview'>,
  toReview: () => number,
): EngagementOverview {
  const { db, profile } = ctx;
  return readTransaction(db, () => {
    const engagement = readEngagement(db, project);
    if (engagement === null) throw noEngagement(project);
    const facts = withoutBlanks(readEngagementSetting(db, project, 'facts'));
    const keep = kept.get(db) ?? { counts: new Map(), read: new Map() };
    kept.set(db, keep);
    const counts = countsOf(db, project, keep);
    const { statuses, assets, named } = counts;
    const states = countBySyncState(db, project);
    const inState = (state: SyncState): number => states.get(state) ?? 0;
    const findings = sum(states.values());
    return {
      project,
      findings,
      severities: countSeverities(assets, profile),
      statuses: countStatuses(statuses, profile),
      assets: named.length,
      worst: named.slice(0, shown).map((asset) => countAsset(asset, counts, ctx)),
      candidates: statuses.some(({ candidates }) => candidates > 0) ? toReview() : 0,
      pending: findings - inState('synced'),
      held: countHeld(db, project),
      conflicts: inState('conflict'),
      refused: inState('rejected'),
      unconfirmed: inState('unknown'),
      retest: roundsOf(db, project).map((row): CountedRound => {
        const { counts: given } = countVerdicts(db, row);
        const count = (verdict: Verdict): [Verdict, number] => [verdict, given.get(verdict) ?? 0];
        return {
          round: row.number,
          name: row.name,
          verdicts: Object.fromEntries(verdicts.map(count)) as Record<Verdict, number>,
          none: findings - sum(given.values()),
        };
      }),
      uncovered:
        facts.scopeIn.length === 0
          ? []
          : linesWithoutAsset(
              facts,
              named.map(({ name }) => readOnce(keep, name)),
            ),
      missing: missingFacts(facts, engagement.client),
      ends: facts.ends,
      daysLeft: facts.ends === '' ? null : daysUntil(facts.ends, today(ctx)),
      lastSyncedAt: engagement.completedAt,
      copy: engagement.copy,
    };
  });
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** Counts the findings, unless nothing was written since they were counted. */
function countsOf(db: ReadableDb, project: string, keep: Kept): KeptCounts {
  const state = listsState(db);
  const known = keep.counts.get(project);
  const holds = known?.state.commits === state.commits && known.state.left === state.left;
  const now = holds ? known : makeCounts(db, project, state, keep);
  return recentCache(keep.counts, project, now, maxKept);
}

function makeCounts(db: ReadableDb, project: string, state: ListsState, keep: Kept): KeptCounts {
  const listed = { project, gone: syncStates.indexOf('gone') };
  const assets = countByAssets(db, listed);
  const byKey = new Map<string, number>();
  const named = new Map<string, NamedAsset>();
  for (const { keys, assetJson, rank, severity, findings } of assets) {
    for (const key of new Set(keys.split(unitSeparator))) byKey.set(key, (byKey.get(key) ?? 0) + findings);
    for (const name of textsIn(assetJson).filter((text) => text.trim() !== '')) {
      const { id } = readOnce(keep, name);
      const known = named.get(id);
      if (known === undefined) named.set(id, { id, name, rank, severity, findings });
      else if (rank < known.rank) Object.assign(known, { rank, severity, findings });
      else if (rank === known.rank) known.findings += findings;
    }
  }
  const isWorse = (one: NamedAsset, other: NamedAsset): number =>
    one.rank - other.rank || other.findings - one.findings || (one.id < other.id ? -1 : 1);
  return {
    state,
    statuses: countByStatus(db, listed),
    assets,
    named: [...named.values()].toSorted(isWorse),
    byKey,
  };
}

/** Reads an asset, or remembers how it was read. */
function readOnce({ read }: Kept, name: string): ReadAsset & { readonly id: string } {
  const known = read.get(name);
  if (known !== undefined) return known;
  if (read.size >= maxRead) read.clear();
  const made = { ...readAsset(name), id: keyOf(assetIdentity(name)) };
  read.set(name, made);
  return made;
}

function countSeverities(assets: readonly AssetCount[], { severities }: ServiceProfile): CountedFindings[] {
  const known = severities.map(() => 0);
  const others = new Map<string, { readonly name: string; findings: number }>();
  for (const { rank, severity, findings } of assets) {
    if (rank < known.length) known[rank] = (known[rank] ?? 0) + findings;
    else addTo(others, severity, findings);
  }
  return [
    ...severities.map((name, rank) => counted('severity', name, known[rank] ?? 0)),
    ...[...others.values()].map(({ name, findings }) => counted('severity', name, findings)),
  ];
}

function countStatuses(counts: readonly StatusCount[], profile: ServiceProfile): CountedFindings[] {
  const all = new Map<string, { readonly name: string; findings: number }>();
  for (const { written, findings } of counts) addTo(all, written, findings);
  const known = new Map(profile.statuses.map((name, at) => [keyOf(name), at]));
  const placeOf = ({ name }: { readonly name: string }): number => known.get(keyOf(name)) ?? known.size;
  return [...all.values()]
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(({ name, findings }) => counted('status', name, findings));
}

/** What differs in case alone is one value, and all that says nothing is another. */
function addTo(
  all: Map<string, { readonly name: string; findings: number }>,
  written: string,
  findings: number,
): void {
  const name = written.trim() === '' ? '' : written;
  const known = all.get(keyOf(name));
  if (known === undefined) all.set(keyOf(name), { name, findings });
  else known.findings += findings;
}

function counted(field: 'severity' | 'status', name: string, findings: number): CountedFindings {
  return { name, query: name === '' ? `-has:${field}` : `${field}:${quoted(name)}`, findings };
}

/** Counts the findings that the query of an asset finds, by what the query language makes of it. */
function countAsset(
  { name, severity }: NamedAsset,
  { assets, byKey }: Pick<KeptCounts, 'assets' | 'byKey'>,
  ctx: ReadContext,
): CountedAsset {
  const exact = `asset:${quoted(name)}`;
  const asked = conditionsOf(exact, ctx);
  // What has the form of a network and is none is looked for as the beginning of a text.
  const query = asked === null ? `${exact}*` : exact;
  const texts = (asked ?? conditionsOf(query, ctx) ?? []).flatMap((condition) =>
    condition.kind === 'text' ? [condition.text] : [],
  );
  const [only = '', ...more] = texts;
  const parts = only.split(unitSeparator);
  const findings =
    more.length === 0 && parts.length === 3
      ? (byKey.get(parts[1] ?? '') ?? 0)
      : sum(assets.map((one) => (texts.some((text) => one.keys.includes(text)) ? one.findings : 0)));
  return { name, query, severity, findings };
}

/** What a query of one term asks of a finding; null if it cannot be understood. */
function conditionsOf(text: string, { clock, profile }: ReadContext): readonly Condition[] | null {
  const parsed = parseQuery(text);
  if (parsed.kind === 'broken') return null;
  const meaning = meaningOf(parsed.query, { nowMs: clock.wallMs(), profile });
  return meaning.kind === 'broken' ? null : (meaning.alternatives[0]?.[0]?.conditions ?? []);
}
