import { readFileSync } from 'node:fs';
import { MessageChannel } from 'node:worker_threads';
import { isIdempotent } from '#contract/procedure.ts';
import { acquireHome } from '#db/store/lock.ts';
import { openVault } from '#db/store/vault.ts';
import { composeHost } from '#app/compose/compose-host.ts';
import { prepareEndpoint, removeEndpoint } from '#app/instance/endpoint.ts';
import type { FromHost, ProcedureRoutes, ThreadOrder, ThreadReport } from '#app/rpc/messages.ts';
import { createChannel } from '#app/rpc/channel.ts';
import { runWorkerLoop } from '#app/rpc/worker-loop.ts';
import { createNetwork } from '#app/platform/network.ts';
import { serveInstance } from '#app/instance/instance-server.ts';
import { countSyncs } from '#app/rpc/sync-count.ts';
import { shareUserActivity } from '#app/rpc/user-activity.ts';
import { createSystemClock, systemIds, systemRandom } from '#app/platform/system.ts';
import { writeWhole } from '#app/platform/whole-file.ts';
import { renderReport } from '#report/process/run.ts';

const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
/** Only commands of the same version are let in. */
export const { version: heldVersion } = JSON.parse(manifest) as { version: string };

/**
 * Holds a vault without a passphrase open in this process, as a window does. A command that starts meanwhile is its
 * client, in a third of the time of its own host. For tests of what commands say and answer; how a command becomes the
 * instance itself is for others (`instance.test.ts`, `test/faults`).
 * @returns how to give it back
 */
export async function holdOpen(home: string): Promise<() => Promise<void>> {
  const lock = acquireHome(home);
  if (lock.kind === 'held') throw new Error('A command has the vault still.');
  const key = openVault(home);
  if (key.kind !== 'open') throw new Error(`The vault does not open: ${key.kind}.`);
  const host = composeHost({
    home,
    dataKey: key.dataKey,
    syncs: countSyncs(),
    work: shareUserActivity(),
    clock: createSystemClock(),
    ids: systemIds,
    random: systemRandom,
    tell: () => undefined,
    ...createNetwork({ home, dataKey: key.dataKey, environment: {}, systemProxy: async () => null }),
    render: renderReport,
    writeWhole,
  });
  const { port1: inside, port2: outside } = new MessageChannel();
  runWorkerLoop(inside, { compose: () => host, onInternal: () => undefined });
  const channel = createChannel((frame) => outside.postMessage(frame));
  const opened = Promise.withResolvers<ProcedureRoutes>();
  outside.on('message', (message: FromHost | ThreadReport) => {
    if (message.kind === 'opened') opened.resolve(message.routes);
    else if (message.kind !== 'failed' && message.kind !== 'closed') channel.receive(message);
  });
  outside.postMessage({ kind: 'open', key: key.dataKey } satisfies ThreadOrder);
  const routes = await opened.promise;
  const endpoint = prepareEndpoint(home);
  const server = await serveInstance({
    endpoint,
    version: heldVersion,
    channel,
    isIdempotent: (name) => isIdempotent(routes.get(name)),
    clock: createSystemClock(),
  });
  return async () => {
    await server.idle();
    await server.close();
    removeEndpoint(home, endpoint);
    outside.close();
    await host.close();
    lock.release();
  };
}
