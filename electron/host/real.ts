import type { MessagePort } from 'node:worker_threads';
import type { Render } from '#services/reports/export.ts';
import { composeHost } from './compose.ts';
import { runHost } from './loop.ts';
import { createLazyTransport } from './network.ts';
import { createSystemClock, systemIds, systemRandom } from './system.ts';
import type { HostBoot } from './thread.ts';
import { writeWhole } from './whole-file.ts';

/** Runs the host of one home on the real machine, behind the port of its thread. */
export function startHost(port: MessagePort, { home, debug }: HostBoot): void {
  const toDebug = (text: string): void => {
    if (debug) process.stderr.write(`${text}\n`);
  };
  runHost(port, {
    compose: (dataKey) =>
      composeHost({
        home,
        dataKey,
        clock: createSystemClock(),
        ids: systemIds,
        random: systemRandom,
        log: toDebug,
        createTransport: createLazyTransport,
        render,
        writeWhole,
      }),
    onInternal: (error) => toDebug(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
}

/** The renderer is loaded with the first report. */
const render: Render = async (snapshot, options, { outPath, signal, onProgress }) => {
  const { renderReport } = await import('#report/run.ts');
  return renderReport(snapshot, options, {
    outPath,
    signal,
    onProgress: ({ done, total }) => onProgress(done, total),
  });
};
