import { parentPort, workerData } from 'node:worker_threads';
import type { Render } from '#services/reports/export.ts';
import { composeHost } from './compose.ts';
import { runHost } from './loop.ts';
import { createLazyTransport } from './network.ts';
import { createSystemClock, systemIds, systemRandom } from './system.ts';
import { startReportsByOwner } from './report-owner.ts';
import type { HostBoot } from './thread.ts';
import { writeWhole } from './whole-file.ts';

/*
 * The entry of the host's thread: takes the real clock, network, renderer and disk, and runs the services over
 * them until it is told to close.
 */
if (parentPort === null) throw new Error('This file is the entry of a thread.');
const { home, debug } = workerData as HostBoot;

function toDebug(text: string): void {
  if (debug) process.stderr.write(`${text}\n`);
}

/** The renderer is loaded with the first report. */
const render: Render = async (report, options, io) => {
  const { renderReport } = await import('#report/run.ts');
  return renderReport(report, options, { ...io, start: startReportsByOwner() });
};

runHost(parentPort, {
  compose: (dataKey) =>
    composeHost({
      home,
      dataKey,
      clock: createSystemClock(),
      ids: systemIds,
      random: systemRandom,
      log: toDebug,
      tell: (sentence) => process.stderr.write(`dossier: ${sentence}\n`),
      createTransport: createLazyTransport,
      render,
      writeWhole,
    }),
  onInternal: (error) => toDebug(error instanceof Error ? (error.stack ?? error.message) : String(error)),
});
