import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchData } from './support/data.ts';
import { connectedHome, dossier, freshCopies } from './support/home.ts';
import { median, takeTurns, type Pairs } from './support/pairs.ts';
import { measure, type Taken } from './support/process.ts';
import { tell, tellCpu, tellRatio } from './support/report.ts';
import { pageSize, startService, type BenchService } from './support/service.ts';

const paging = fileURLToPath(new URL('./bare/paging.ts', import.meta.url));
const findings = 20_000;
/** Serial paging that stores nothing, against the service. */
function pageThrough({ baseUrl, token, project }: BenchService): Promise<Taken> {
  return measure(paging, [baseUrl, token, project, String(pageSize)]);
}

/** A first sync as a whole process, and a search for a rare word right behind it, which waits for the full text. */
async function syncAndSearch(home: string, project: string): Promise<{ sync: Taken; searched: Taken }> {
  const sync = await dossier(home, ['sync', '--pull-only']);
  const searched = await dossier(home, ['findings', project, '--query', 'kerberos', '--json']);
  return { sync, searched };
}

/** Prints both as ratios to serial paging. */
function tellFirst(
  { ours, theirs }: Pairs<{ sync: Taken; searched: Taken }, Taken>,
  targets: { readonly sync: number; readonly searched: number | null },
): void {
  const bare = theirs.map(({ ms }) => ms);
  tellRatio(
    'first sync / serial paging',
    ours.map(({ sync }) => sync.ms),
    bare,
    targets.sync,
  );
  tellRatio(
    'the same and a search for a rare word right behind it / serial paging',
    ours.map(({ sync, searched }) => sync.ms + searched.ms),
    bare,
    targets.searched,
  );
  tellCpu(
    ours.map(({ sync }) => sync),
    theirs,
  );
  tell(
    'processor time of that search, full text included',
    median(ours.map(({ searched }) => searched.cpuMs)),
    null,
    ' ms',
  );
}

/** First sync over a network: nothing may make it slower than reading the pages one after the other. */
export async function firstSyncOverNetwork(scratch: string): Promise<void> {
  const service = await startService(benchData(findings, scratch), 40);
  try {
    const copy = freshCopies(await connectedHome(service, join(scratch, 'home')));
    const turns = await takeTurns(
      3,
      () => syncAndSearch(copy(), service.project),
      () => pageThrough(service),
    );
    tellFirst(turns, { sync: 0.6, searched: 1.2 });
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
      () => syncAndSearch(copy(), service.project),
      () => pageThrough(service),
    );
    tellFirst(first, { sync: 3, searched: null });
    tell(
      'peak resident memory of the first sync',
      Math.max(...first.ours.map(({ sync }) => sync.peakMb)),
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
      1.1,
    );
    tellCpu(second.ours, second.theirs);
  } finally {
    await service.close();
  }
}
