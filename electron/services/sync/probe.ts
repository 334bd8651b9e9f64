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
  const sample = [records[0], records[records.length >> 1], records.at(-1)];
  let read = 0;
  for (const row of new Set(sample)) {
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
 * Looks at one finding more in every sweep of a list that has shown everything so far: three rows may happen to
 * lack what the list leaves out. True: it shows less after all.
 */
export async function listShowsLess(online: Online, rows: readonly ListedRow[]): Promise<boolean> {
  const row = rows[Math.floor(online.random() * rows.length)];
  if (row?.kind !== 'record') return false;
  const detail = await readPatiently(online, () =>
    online.client.readFinding(callFor(online, 'sweep'), row.id),
  );
  return detail.kind === 'ok' && showsLess(row.record, detail.value);
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
