import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchData } from './support/data.ts';
import { connectedHome, dossier, freshCopies } from './support/home.ts';
import { takeTurns } from './support/pairs.ts';
import { measure, type Taken } from './support/process.ts';
import { tell, tellCpu, tellRatio } from './support/report.ts';
import { pageSize, startService, type BenchService } from './support/service.ts';

const paging = fileURLToPath(new URL('./bare/paging.ts', import.meta.url));
const findings = 20_000;
/** The progress of a sync turns to the full text when every finding is stored. */
const indexing = 'updating the search';

/** Serial paging that stores nothing, against the service. */
function pageThrough({ baseUrl, token, project }: BenchService): Promise<Taken> {
  return measure(paging, [baseUrl, token, project, String(pageSize)]);
}

function storedMs({ seenMs, ms }: Taken): number {
  return seenMs ?? ms;
}

/** First sync over a network: nothing may make it slower than reading the pages one after the other. */
export async function firstSyncOverNetwork(scratch: string): Promise<void> {
  const service = await startService(benchData(findings, scratch), 40);
  try {
    const copy = freshCopies(await connectedHome(service, join(scratch, 'home')));
    const { ours, theirs } = await takeTurns(
      3,
      () => dossier(copy(), ['sync', '--pull-only'], { sees: indexing }),
      () => pageThrough(service),
    );
    const bare = theirs.map(({ ms }) => ms);
    tellRatio('first sync, until every finding is stored / serial paging', ours.map(storedMs), bare, 1);
    tellRatio(
      'first sync, full text included / serial paging',
      ours.map(({ ms }) => ms),
      bare,
      null,
    );
    tellCpu(ours, theirs);
  } finally {
    await service.close();
  }
}

/** First and unchanged sync without a network's latency: what the program itself costs. */
export async function syncOnLoopback(scratch: string): Promise<void> {
  const service = await startService(benchData(findings, scratch), 0);
  try {
    const copy = freshCopies(await connectedHome(service, join(scratch, 'home')));
    const first = await takeTurns(
      5,
      () => dossier(copy(), ['sync', '--pull-only'], { sees: indexing }),
      () => pageThrough(service),
    );
    const bare = first.theirs.map(({ ms }) => ms);
    tellRatio('first sync, until every finding is stored / serial paging', first.ours.map(storedMs), bare, 4);
    tellRatio(
      'first sync, full text included / serial paging',
      first.ours.map(({ ms }) => ms),
      bare,
      null,
    );
    tellCpu(first.ours, first.theirs);
    tell(
      'peak resident memory of the first sync',
      Math.max(...first.ours.map(({ peakMb }) => peakMb)),
      300,
      ' MB',
    );

    const synced = join(scratch, 'home-copy');
    const second = await takeTurns(
      5,
      () => dossier(synced, ['sync', '--pull-only']),
      () => pageThrough(service),
    );
    tellRatio(
      'unchanged sync / serial paging',
      second.ours.map(({ ms }) => ms),
      second.theirs.map(({ ms }) => ms),
      1.5,
    );
    tellCpu(second.ours, second.theirs);
  } finally {
    await service.close();
  }
}
