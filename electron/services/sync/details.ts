import { detailsDue, type IdentityRow } from '#db/records.ts';
import { transaction } from '#db/transaction.ts';
import type { RemoteFailure } from '#core/answers/failure.ts';
import { callFor, type Online } from '../context.ts';
import { applyDetail } from './apply.ts';
import { inLanes } from './lanes.ts';
import { readFresh } from './fresh.ts';
import { stopsTheRun } from './patience.ts';
import type { Tally } from './tally.ts';

const batch = 200;
const readsAtOnce = 4;

/**
 * Reads every finding of an engagement whose detail the list does not show or whose list row moved on. One that
 * cannot be read stays due for the next sweep and holds up nothing. Answers the failure that ended it, or null.
 */
export async function readDueDetails(
  online: Online,
  project: string,
  tally: Tally,
): Promise<RemoteFailure | null> {
  const tried = new Set<number>();
  for (;;) {
    const due = detailsDue(online.db, project, batch + tried.size).filter((row) => !tried.has(row.finding));
    if (due.length === 0) return null;
    for (const row of due) tried.add(row.finding);
    const failure = await readAll(online, project, due, tally, tried.size);
    if (failure !== null) return failure;
  }
}

async function readAll(
  online: Online,
  project: string,
  due: readonly IdentityRow[],
  tally: Tally,
  done: number,
): Promise<RemoteFailure | null> {
  let read = done - due.length;
  let stopped: RemoteFailure | null = null;
  await inLanes(due, readsAtOnce, async (row) => {
    stopped = (await readOne(online, row, tally)) ?? stopped;
    read += 1;
    online.progress({ kind: 'sync', project, phase: 'details', done: read, total: null });
    return stopped === null;
  });
  return stopped;
}

async function readOne(online: Online, row: IdentityRow, tally: Tally): Promise<RemoteFailure | null> {
  const { db } = online;
  const { finding, serviceId } = row;
  if (serviceId === null) return null;
  const { read, startedAt } = await readFresh(online, serviceId, callFor(online, 'sweep'));
  if (read.kind === 'failed') return stopsTheRun(read.failure) ? read.failure : null;
  const applied = transaction(db, () => applyDetail(online, finding, read.value, startedAt));
  tally.saw(finding, applied);
  return null;
}
