import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Render } from '#features/reports/export.ts';
import { composeHost } from './compose-host.ts';
import { runWorkerLoop } from '../rpc/worker-loop.ts';
import { createNetwork } from '../platform/network.ts';
import { countSyncs } from '../rpc/sync-count.ts';
import { createSystemClock, systemIds, systemRandom } from '../platform/system.ts';
import { startReportsByOwner } from '../report-jobs/report-owner.ts';
import { askSystemProxy } from '../platform/system-proxy.ts';
import type { ThreadBoot } from '../rpc/worker-thread.ts';
import { shareUserActivity } from '../rpc/user-activity.ts';
import { whereaboutsOf } from '../maintenance/vault-identity.ts';
import { writeWhole } from '../platform/whole-file.ts';

/*
 * The entry of the host's thread: takes the real clock, network, renderer and disk, and runs the services over
 * them until it is told to close.
 */
if (parentPort === null) throw new Error('This file is the entry of a thread.');
const { home, readOnlyHome, debug, syncs, work, systemProxy } = workerData as ThreadBoot;
const askSystem = systemProxy === null ? null : askSystemProxy(systemProxy);

/**
 * As `nice` counts, beyond what the program was started with: two fifths of what another thread gets while both have
 * work. With more, other programs that keep all cores busy would leave it nothing.
 */
const behindOthers = 4;
letOthersGoFirst();

/**
 * Lowers this thread's priority so that sync never delays interactive requests. Linux has a priority for each thread.
 * Elsewhere it would apply to the whole program, so only `#domain/base/cooperative-scheduling.ts` gives way there.
 */
function letOthersGoFirst(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, Math.min(getPriority() + behindOthers, constants.priority.PRIORITY_LOW));
  } catch {
    // Some sandboxes refuse even that; then it goes on as it was.
  }
}

function toDebug(text: string): void {
  if (debug) process.stderr.write(`${text}\n`);
}

/** The renderer is loaded with the first report. */
const render: Render = async (report, options, io) => {
  const { renderReport } = await import('#report/process/run.ts');
  return renderReport(report, options, { ...io, start: startReportsByOwner() });
};

runWorkerLoop(parentPort, {
  compose: (dataKey) =>
    composeHost({
      home,
      dataKey,
      syncs: countSyncs(syncs),
      work: shareUserActivity(work),
      clock: createSystemClock(),
      ids: systemIds,
      random: systemRandom,
      tell: (sentence) => process.stderr.write(`dossier: ${sentence}\n`),
      ...createNetwork({
        home,
        dataKey,
        environment: process.env,
        systemProxy: askSystem ?? (() => Promise.resolve(null)),
      }),
      render,
      writeWhole,
      // A copy for reading stands elsewhere, and that says nothing of what was sent from the vault.
      ...(readOnlyHome === null ? { whereaboutsOf } : { isReadOnly: true }),
    }),
  readOnlyHome,
  onInternal: (error) => toDebug(error instanceof Error ? (error.stack ?? error.message) : String(error)),
});
