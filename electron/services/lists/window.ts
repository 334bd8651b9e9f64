import { DossierError } from '#contract/error.ts';
import type { WindowAnswers } from '#contract/window.ts';
import { parseQuery } from '#core/query/parse.ts';
import { hasEngagement } from '#db/engagements.ts';
import { offeredRows } from '#db/window-rows.ts';
import type { Reading } from '../context.ts';
import { noEngagement } from '../findings/edit.ts';
import { countFindings, queryAgain, queryError } from './search.ts';

/** So many rows are read between two breaths: a few milliseconds. */
const rowsAtOnce = 2_000;
/** So many findings that are not indexed yet are read for a search that is answered while a person types. */
const mostRead = 50;
/** More values than this are no completion. */
const mostOffered = 500;

/**
 * The row numbers that a query finds, as the wire carries them.
 *
 * @throws DossierError `not-found` (no such engagement), `query`
 */
export function queryList(
  place: Reading,
  { project, query, sort }: { project: string; query: string; sort: string | null },
): WindowAnswers['list.query'] {
  const { db, clock, profile } = place;
  if (!hasEngagement(db, project)) throw noEngagement(project);
  const parsed = parseQuery(query);
  if (parsed.kind === 'broken') throw queryError(parsed);
  const { findings, behind } = queryAgain(db, {
    project,
    query: parsed.query,
    sort: sort ?? undefined,
    nowMs: clock.wallMs(),
    profile,
    mostRead,
  });
  return { rows: packRows(findings), behind };
}

/** Row numbers as little-endian 32-bit words, base64. */
export function packRows(rows: Uint32Array): string {
  const bytes = Buffer.alloc(rows.length * 4);
  for (const [at, row] of rows.entries()) bytes.writeUInt32LE(row, at * 4);
  return bytes.toString('base64');
}

/**
 * How many findings each query finds, null where it cannot be understood. Others are answered between two of them.
 *
 * @throws DossierError `not-found`; what the signal aborts with
 */
export async function countLists(
  place: Reading,
  { project, queries }: { project: string; queries: readonly string[] },
  signal: AbortSignal,
): Promise<(number | null)[]> {
  if (!hasEngagement(place.db, project)) throw noEngagement(project);
  const counts: (number | null)[] = [];
  for (const query of queries) {
    await place.clock.sleep(0, signal);
    signal.throwIfAborted();
    counts.push(countList(place, project, query));
  }
  return counts;
}

function countList({ db, clock, profile }: Reading, project: string, query: string): number | null {
  const parsed = parseQuery(query);
  if (parsed.kind === 'broken') return null;
  try {
    return countFindings(db, { project, query: parsed.query, nowMs: clock.wallMs(), profile, mostRead });
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
  { db, clock }: Reading,
  project: string,
  signal: AbortSignal,
): Promise<WindowAnswers['list.values']> {
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
      for (const tag of row.tags) tags.add(tag);
      for (const asset of row.asset) assets.add(asset);
    }
    after = rows.at(-1)?.finding ?? after;
    full = rows.length === rowsAtOnce;
    await clock.sleep(0, signal);
    signal.throwIfAborted();
  }
  return {
    severities: severities.most(),
    statuses: statuses.most(),
    tags: tags.most(),
    assets: assets.most(),
  };
}

/** Counts how often each text comes. */
class Tally {
  readonly #counts = new Map<string, number>();

  add(text: string): void {
    if (text !== '') this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  most(): string[] {
    const byCount = [...this.#counts].sort(([one, often], [other, seldom]) =>
      often === seldom ? (one < other ? -1 : 1) : seldom - often,
    );
    return byCount.slice(0, mostOffered).map(([text]) => text);
  }
}
