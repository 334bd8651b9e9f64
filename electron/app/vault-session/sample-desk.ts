import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import { DossierError } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import type { ProcedureAnswers, ProcedureName } from '#contract/procedures/index.ts';
import { createSerial } from '#domain/base/serial.ts';
import type { VaultSession } from './vault-session.ts';
import { startSample } from './running-sample.ts';
import type { RunningSample } from './running-sample.ts';
import { writeWhole } from '../platform/whole-file.ts';

/** Who the person is at the sample service. */
const ME = 'mara';
const CLIENT = 'Fjellmark Logistics';
const ENGAGEMENTS = [
  { project: 'fjm-portal-2026', name: 'Customer portal', client: CLIENT },
  { project: 'fjm-internal-2026', name: 'Internal network', client: CLIENT },
  { project: 'fjm-driver-2026', name: 'Driver app', client: CLIENT },
] as const;

/** The sample engagement in the person's own home. */
export interface SampleDesk {
  /**
   * Starts the sample service if it does not run, connects the home with it and fetches its engagements.
   * @throws DossierError as the procedures that it calls tell
   */
  open(
    signal: AbortSignal,
    onProgress?: (event: ProgressEvent) => void,
  ): Promise<{ readonly projects: readonly string[] }>;
  /** Ends the service. */
  close(): Promise<void>;
}

/** @param callVault calls a procedure of the open home */
export function createSampleDesk(home: string, callVault: VaultSession['call']): SampleDesk {
  let service: RunningSample | undefined;
  const { inTurn, settled } = createSerial();

  async function run(
    signal: AbortSignal,
    onProgress?: (event: ProgressEvent) => void,
  ): Promise<{ readonly projects: readonly string[] }> {
    // Asked first: a home that is locked shall not leave a service behind.
    await callVault('desk.status', {}, { signal });
    if (service?.isRunning() !== true) service = await startAsBefore(home);
    const { baseUrl } = service;
    const token = service.tokenOf(ME);
    const call = async <N extends ProcedureName>(name: N, input: Json): Promise<ProcedureAnswers[N]> => {
      const outcome = await callVault(name, input, { token, signal, onProgress });
      if (outcome.ok) return outcome.value;
      throw DossierError.of(outcome.error);
    };
    await call('connection.connect', { baseUrl });
    for (const engagement of ENGAGEMENTS) await call('engagement.add', engagement);
    const { failure } = await call('sync.run', {});
    if (failure !== null) throw DossierError.of(failure);
    return { projects: ENGAGEMENTS.map(({ project }) => project) };
  }

  return {
    open: (signal, onProgress) => inTurn(() => run(signal, onProgress)),
    async close() {
      await settled();
      await service?.end();
    },
  };
}

/**
 * The port of the last time, which keeps the address. A vault has one store per address, and the user's changes to the
 * sample must still be there.
 */
async function startAsBefore(home: string): Promise<RunningSample> {
  const path = join(home, 'sample.json');
  const before = portIn(path);
  const service = before === 0 ? await startSample() : await startSample(before).catch(() => startSample());
  const port = Number(new URL(service.baseUrl).port);
  if (port !== before) writeWhole(path, Buffer.from(JSON.stringify({ port })));
  return service;
}

/** 0 if none is known. */
function portIn(path: string): number {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const port = typeof value === 'object' && value !== null && 'port' in value ? value.port : 0;
    return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
  } catch {
    return 0;
  }
}
