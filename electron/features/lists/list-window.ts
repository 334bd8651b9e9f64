import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import { DossierError } from '#contract/error.ts';
import type { GroupField } from '#contract/finding/listing.ts';
import type { FindingGroups } from '#contract/procedures/findings/lists.ts';
import type { ListFound } from '#contract/window/window.ts';
import { parseQuery } from '#domain/query/parse.ts';
import { personName } from '#domain/engagement/person-name.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { textsIn } from '#db/store/columns.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { assigneesIn } from '#db/tables/findings/assignee.ts';
import { toolsIn } from '#db/tables/findings/origins.ts';
import { readGroups } from '#db/tables/findings/groups.ts';
import { offeredRows, windowRows } from '#db/tables/findings/window-rows.ts';
import { connectedUser } from '#engine/connection/connected-user.ts';
import type { ReadContext } from '#engine/context.ts';
import { readEngagementSetting } from '#engine/record/engagement-settings.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { countFindings, inOrder, queryError, queryPlaced, type Placed } from '#engine/search/query.ts';
import { packRows } from '#engine/search/pack-rows.ts';

/** So many rows are read between two breaths: a few milliseconds. */
const rowsAtOnce = 2_000;
/** So many findings that are not indexed yet are read for a search that is answered while a person types. */
const maxRead = 50;
/** More values than this are no completion. */
const maxOffered = 500;

/** What a list of a window asks. */
interface Asked {
  readonly project: string;
  readonly query: string;
  readonly sort: string | null;
}

/** @throws DossierError `not-found` (no such engagement), `query` */
function placedList({ db, clock, profile }: ReadContext, { project, query, sort }: Asked): Placed {
  if (!hasEngagement(db, project)) throw noEngagement(project);
  const parsed = parseQuery(query);
  if (parsed.kind === 'broken') throw queryError(parsed);
  return queryPlaced(db, {
    project,
    query: parsed.query,
    sort: sort ?? undefined,
    nowMs: clock.wallMs(),
    profile,
    maxRead,
  });
}

/**
 * The row numbers that a query finds, as the wire carries them.
 *
 * @throws DossierError `not-found` (no such engagement), `query`
 */
export function queryList(ctx: ReadContext, ask: Asked): ProcedureAnswers['list.query'] {
  const placed = placedList(ctx, ask);
  return { rows: packRows(inOrder(placed)), behind: placed.behind };
}

/**
 * The same by the shorter way (`ListFound`), with the first rows.
 *
 * @param ask.order name of the order that the page has
 * @throws DossierError `not-found` (no such engagement), `query`
 */
export function findList(
  ctx: ReadContext,
  { order: known, first, ...ask }: Asked & { readonly order: string; readonly first: number },
): ProcedureAnswers['list.find'] {
  const placed = placedList(ctx, ask);
  const { order, behind } = placed;
  // The whole order is worth its way if it is not much longer than what was found: the next question needs it again.
  const found: ListFound =
    order.name === known || placed.found.size > order.findings.length / 4
      ? {
          kind: 'places',
          order: { name: order.name, rows: order.name === known ? null : packRows(order.findings) },
          places: packPlaces(placed),
        }
      : { kind: 'rows', rows: packRows(inOrder(placed)) };
  return { found, behind, first: windowRows(ctx.db, [...inOrder(placed, first)]) };
}

/**
 * Which group each finding of an engagement is in, whatever a query finds of them.
 *
 * @throws DossierError `not-found` (no such engagement)
 */
export function groupList({ db }: ReadContext, project: string, by: GroupField): FindingGroups {
  if (!hasEngagement(db, project)) throw noEngagement(project);
  const { findings, groups, names } = readGroups(db, project, by);
  return { names, rows: packRows(findings), groups: packRows(groups) };
}

/** Of each place in the order whether what stands there was found, as `ListFound` says. */
function packPlaces({ order, found }: Placed): string {
  const bytes = Buffer.alloc(Math.ceil(order.findings.length / 8));
  for (let place = 0; place < order.findings.length; place += 1) {
    if (!found.has(order.findings[place] ?? 0)) continue;
    bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (1 << (place & 7));
  }
  return bytes.toString('base64');
}

/**
 * How many findings each query finds, null if it cannot be understood. Others are answered between two of them.
 *
 * @throws DossierError `not-found`; what the signal aborts with
 */
export async function countLists(
  ctx: ReadContext,
  { project, queries }: { project: string; queries: readonly string[] },
  signal: AbortSignal,
): Promise<(number | null)[]> {
  if (!hasEngagement(ctx.db, project)) throw noEngagement(project);
  const counts: (number | null)[] = [];
  for (const query of queries) {
    await ctx.clock.sleep(0, signal);
    signal.throwIfAborted();
    counts.push(countList(ctx, project, query));
  }
  return counts;
}

function countList({ db, clock, profile }: ReadContext, project: string, query: string): number | null {
  const parsed = parseQuery(query);
  if (parsed.kind === 'broken') return null;
  try {
    return countFindings(db, { project, query: parsed.query, nowMs: clock.wallMs(), profile, maxRead });
  } catch (error) {
    // A value that means nothing under this profile.
    if (error instanceof DossierError && error.code === 'query') return null;
    throw error;
  }
}

/**
 * What the findings of an engagement hold, the most frequent first, for completion. Others are answered meanwhile.
 *
 * @throws DossierError `not-found`; what the signal aborts with
 */
export async function offeredValues(
  { db, clock }: ReadContext,
  project: string,
  signal: AbortSignal,
): Promise<ProcedureAnswers['list.values']> {
  if (!hasEngagement(db, project)) throw noEngagement(project);
  const severities = new Tally();
  const statuses = new Tally();
  const tags = new Tally();
  const assets = new Tally();
  for (let after = 0, full = true; full;) {
    const rows = offeredRows(db, { project, after, limit: rowsAtOnce });
    for (const row of rows) {
      severities.add(row.severity);
      statuses.add(row.status);
      tags.add(row.tagJson ?? '');
      assets.add(row.assetJson);
    }
    after = rows.at(-1)?.finding ?? after;
    full = rows.length === rowsAtOnce;
    await clock.sleep(0, signal);
    signal.throwIfAborted();
  }
  return {
    severities: severities.byFrequency(),
    statuses: statuses.byFrequency(),
    tags: tags.of(textsIn).byFrequency(),
    assets: assets.of(textsIn).byFrequency(),
    people: peopleOf(db, project),
    tools: toolsIn(db, project),
  };
}

/** Whom findings may be assigned to: names used before, the connected user, and the team of the engagement. */
function peopleOf(db: ReadableDb, project: string): readonly string[] {
  const team = readEngagementSetting(db, project, 'facts').team.map(({ name }) => name.trim());
  const names = [...assigneesIn(db, project, maxOffered), personName(connectedUser(db)), ...team];
  return [...new Set(names.filter((name) => name !== ''))];
}

/** Counts how often each text comes. */
class Tally {
  readonly #counts = new Map<string, number>();

  add(text: string, times = 1): void {
    if (text !== '') this.#counts.set(text, (this.#counts.get(text) ?? 0) + times);
  }

  /** The same of what each text holds. */
  of(held: (text: string) => readonly string[]): Tally {
    const tally = new Tally();
    for (const [text, times] of this.#counts) for (const one of held(text)) tally.add(one, times);
    return tally;
  }

  byFrequency(): string[] {
    const byCount = [...this.#counts].sort(([one, often], [other, rare]) =>
      often === rare ? (one < other ? -1 : 1) : rare - often,
    );
    return byCount.slice(0, maxOffered).map(([text]) => text);
  }
}
