import type { JsonObject } from '#contract/json.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { equalJson } from '#domain/base/json.ts';
import { noteListShows, readConnection } from '#db/tables/accounts/connections.ts';
import { neverReadAlone } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ListedRow } from '#remote/endpoints/service-api.ts';
import { callFor, type OnlineContext } from '../context.ts';
import { readBase } from '../record/merge-base.ts';
import { applyDetail, type ListShows } from '../intake/apply-record.ts';
import { fetchFinding } from '../intake/fetch-finding.ts';
import { endsTheRun } from '../schedule/retry-policy.ts';

/** What reading findings of a page by themselves showed of the list. */
export type ListProbe =
  | { readonly kind: 'shows'; readonly shows: ListShows }
  /** No detail could be read, for reasons that are the findings' own. */
  | { readonly kind: 'unread' }
  /** The page has no row that could be read by itself. */
  | { readonly kind: 'nothing-to-read' }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };

/** A few requests more: enough that every finding has its turn, too few to be felt. */
const readsASweep = 3;

type Listed = Extract<ListedRow, { kind: 'record' }>;

/**
 * Finds out, once per connection, whether the list shows everything that the detail shows: reads the first, middle and
 * last finding of a page.
 */
export async function probeList(ctx: OnlineContext, rows: readonly ListedRow[]): Promise<ListProbe> {
  const records = rows.flatMap((row) => (row.kind === 'record' ? [row] : []));
  const sample = [records[0], records[records.length >> 1], records.at(-1)];
  return probe(ctx, [...new Set(sample)]);
}

/**
 * Reads some more findings in every sweep of a list that has shown everything so far, unread ones first. The first rows
 * may happen to lack what the list omits. Over the sweeps every finding has its turn. What it finds out is noted; then
 * all that came from the list alone is to be read.
 */
export async function verifyList(ctx: OnlineContext, project: string): Promise<RemoteFailure | null> {
  const { db } = ctx;
  if (readConnection(db)?.listShows !== 'everything') return null;
  for (const { finding, serviceId } of neverReadAlone(db, project, readsASweep)) {
    const listed = readBase(db, finding);
    if (serviceId === null || listed === null) continue;
    const { read, startedAt } = await fetchFinding(ctx, serviceId, callFor(ctx, 'sweep'));
    if (read.kind === 'failed') {
      if (endsTheRun(read.failure)) return read.failure;
      continue;
    }
    transaction(db, () => {
      applyDetail(ctx, finding, read.value, startedAt);
      if (showsLess(listed, read.value)) noteListShows(db, 'less');
    });
    if (readConnection(db)?.listShows === 'less') return null;
  }
  return null;
}

async function probe(ctx: OnlineContext, sample: readonly (Listed | undefined)[]): Promise<ListProbe> {
  let result: ListProbe = { kind: 'nothing-to-read' };
  for (const row of sample) {
    if (row === undefined) continue;
    const { read } = await fetchFinding(ctx, row.id, callFor(ctx, 'sweep'));
    if (read.kind === 'ok') {
      if (showsLess(row.record, read.value)) return { kind: 'shows', shows: 'less' };
      result = { kind: 'shows', shows: 'everything' };
    } else if (endsTheRun(read.failure)) {
      return { kind: 'failed', failure: read.failure };
    } else if (result.kind === 'nothing-to-read') {
      result = { kind: 'unread' };
    }
  }
  return result;
}

/**
 * A list shows less when the detail has a member that the list lacks, or a longer text or list. Another
 * difference is another user's edit between the two requests.
 */
function showsLess(listed: JsonObject, detail: JsonObject): boolean {
  return Object.keys(detail).some((name) => {
    if (!Object.hasOwn(listed, name)) return true;
    const there = detail[name];
    const here = listed[name];
    if (typeof there === 'string') return typeof here !== 'string' || here.length < there.length;
    if (Array.isArray(there)) return !Array.isArray(here) || here.length < there.length;
    return here === null && !equalJson(here, there);
  });
}
