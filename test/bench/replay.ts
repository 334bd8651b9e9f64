import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openHost, type HostSession } from '#app/client.ts';
import { benchData } from './support/data.ts';
import { connectedHome, dossier } from './support/home.ts';
import { median, takeTurns } from './support/pairs.ts';
import { measure, type Taken } from './support/process.ts';
import { tell, tellCpu, tellRatio } from './support/report.ts';
import { startService, type BenchService } from './support/service.ts';

const bare = fileURLToPath(new URL('./bare/replay.ts', import.meta.url));
const edits = 500;
/** Findings that the queue replays at a time, and the bare requests with it. */
const lanes = 4;

/** Replay of edits over a network and on loopback, against the bare requests that each edit needs. */
export async function replayOfEdits(scratch: string): Promise<void> {
  for (const [latencyMs, rounds] of [
    [40, 2],
    [0, 5],
  ] as const) {
    const service = await startService(benchData(2 * edits, scratch), latencyMs);
    try {
      const home = await connectedHome(service, join(scratch, `home-${String(latencyMs)}`));
      await compare(service, home, rounds, `${String(latencyMs)} ms a request`);
    } finally {
      await service.close();
    }
  }
}

async function compare(service: BenchService, home: string, rounds: number, where: string): Promise<void> {
  const env = { DOSSIER_TOKEN: service.token };
  await dossier(home, ['sync'], { env });
  const ids = await idsOf(home, service.project);
  const [mine, theirs] = [ids.slice(0, edits), ids.slice(edits)];
  // The first update of a connection goes alone, to see what it does to the fields that it does not send.
  await queueEdits(home, mine.slice(0, 1), 'warm-up');
  const starts = [await dossier(home, ['sync', '--push-only'], { env })];
  let round = 0;
  const pairs = await takeTurns(
    rounds,
    async () => {
      round += 1;
      await queueEdits(home, mine, `round ${String(round)}`);
      const taken = await dossier(home, ['sync', '--push-only', '--json'], { env });
      checkAllApplied(taken);
      starts.push(await dossier(home, ['sync', '--push-only'], { env }));
      return taken;
    },
    () =>
      measure(
        bare,
        [service.baseUrl, service.token, service.project, String(lanes), `round ${String(round)}`],
        {
          input: JSON.stringify(theirs),
        },
      ),
  );
  const elapsed = (runs: readonly Taken[]): number[] => runs.map(({ ms }) => ms);
  tellRatio(
    `replay, ${where}, whole process / bare requests`,
    elapsed(pairs.ours),
    elapsed(pairs.theirs),
    1.2,
  );
  tellCpu(pairs.ours, pairs.theirs);
  const idle = median(elapsed(starts.slice(1)));
  tell('of that: a sync that finds nothing to send', idle, null, ' ms');
}

async function idsOf(home: string, project: string): Promise<string[]> {
  const { stdout } = await dossier(home, ['findings', project, '--json']);
  return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
}

function checkAllApplied({ stdout }: Taken): void {
  const { applied } = (JSON.parse(stdout) as { pushed: { applied: number } }).pushed;
  if (applied !== edits) throw new Error(`${String(applied)} of ${String(edits)} edits arrived`);
}

/** Queues an edit of each finding through the procedures: one process for all of them. */
async function queueEdits(home: string, ids: readonly string[], word: string): Promise<void> {
  const signal = new AbortController().signal;
  const session: HostSession = await openHost({
    home,
    mayMakeVault: true,
    version: 'bench',
    passphrase: { given: null, ask: null, askNew: null, showRecoveryCode: null },
    tell: () => undefined,
    signal,
    debug: false,
  });
  try {
    for (const id of ids) {
      const outcome = await session.call(
        'finding.edit',
        { id, changes: { remediation: `Replace it. ${word}` } },
        { token: null, signal },
      );
      if (!outcome.ok) throw new Error(outcome.error.message);
    }
  } finally {
    await session.close();
  }
}
