import type { JsonObject } from '#contract/json.ts';
import type { RemoteFailure } from '#core/answers/failure.ts';
import { equalJson } from '#core/json.ts';
import type { ListedRow } from '#remote/answers.ts';
import { callFor, type Online } from '../context.ts';
import type { ListShows } from './apply.ts';
import { readFresh } from './fresh.ts';
import { stopsTheRun } from './patience.ts';

/** What reading findings of a page by themselves showed of the list. */
export type Probe =
  | { readonly kind: 'shows'; readonly shows: ListShows }
  /** No detail could be read, for reasons that are the findings' own. */
  | { readonly kind: 'unread' }
  /** The page has no row that could be read by itself. */
  | { readonly kind: 'nothing-to-read' }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };

type Listed = Extract<ListedRow, { kind: 'record' }>;

/**
 * Finds out, once per connection, whether the list shows everything that the detail shows: reads the first,
 * the middle and the last finding of a page by themselves.
 */
export async function probeList(online: Online, rows: readonly ListedRow[]): Promise<Probe> {
  const records = recordsOf(rows);
  const sample = [records[0], records[records.length >> 1], records.at(-1)];
  return probe(online, [...new Set(sample)]);
}

/**
 * Looks at one finding more in every sweep of a list that has shown everything so far: three rows may happen to
 * lack what the list leaves out.
 */
export async function probeOne(online: Online, rows: readonly ListedRow[]): Promise<Probe> {
  const records = recordsOf(rows);
  return probe(online, [records[Math.floor(online.random() * records.length)]]);
}

function recordsOf(rows: readonly ListedRow[]): Listed[] {
  return rows.flatMap((row) => (row.kind === 'record' ? [row] : []));
}

async function probe(online: Online, sample: readonly (Listed | undefined)[]): Promise<Probe> {
  let result: Probe = { kind: 'nothing-to-read' };
  for (const row of sample) {
    if (row === undefined) continue;
    const { read } = await readFresh(online, row.id, callFor(online, 'sweep'));
    if (read.kind === 'ok') {
      if (showsLess(row.record, read.value)) return { kind: 'shows', shows: 'less' };
      result = { kind: 'shows', shows: 'everything' };
    } else if (stopsTheRun(read.failure)) {
      return { kind: 'failed', failure: read.failure };
    } else if (result.kind === 'nothing-to-read') {
      result = { kind: 'unread' };
    }
  }
  return result;
}

/**
 * A list shows less when the detail has a member that the list lacks, or a longer text or list. Another
 * difference is somebody's edit between the two requests.
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
