import type { JsonObject } from '#contract/json.ts';
import { equalJson } from '#core/json.ts';
import type { ListedRow } from '#remote/answers.ts';
import { callFor, type Online } from '../context.ts';
import type { ListShows } from './apply.ts';
import { readPatiently } from './patience.ts';

/**
 * Finds out, once per connection, whether the list shows everything that the detail shows: reads the first,
 * the middle and the last finding of a page by themselves. Null where none could be read: ask the next page.
 */
export async function probeList(online: Online, rows: readonly ListedRow[]): Promise<ListShows | null> {
  const records = rows.flatMap((row) => (row.kind === 'record' ? [row] : []));
  const sample = new Set([0, records.length >> 1, records.length - 1]);
  let read = 0;
  for (const at of sample) {
    const row = records[at];
    if (row === undefined) continue;
    const detail = await readPatiently(online, () =>
      online.client.readFinding(callFor(online, 'sweep'), row.id),
    );
    if (detail.kind === 'failed') continue;
    read += 1;
    if (showsLess(row.record, detail.value)) return 'less';
  }
  return read === 0 ? null : 'everything';
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
