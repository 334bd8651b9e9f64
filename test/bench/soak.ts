import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '#contract/json.ts';
import { endAll, startServing, visit, type Visitor } from '../web/support.ts';
import { benchData } from './support/data.ts';
import { connectedHome } from './support/home.ts';
import { tell } from './support/report.ts';
import { startService } from './support/service.ts';

const findings = 1_000;
const syncs = 1_000;
const editsOfEach = 4;

/** Memory of `dossier serve` over 4,000 edits and 1,000 syncs, with a window that listens: it may grow at first alone. */
export async function soakOfServe(scratch: string): Promise<void> {
  const service = await startService(benchData(findings, scratch), 0);
  const home = await connectedHome(service, join(scratch, 'soak'));
  const serving = await startServing(home, { env: { DOSSIER_TOKEN: service.token } });
  try {
    const visitor = await visit(serving.url);
    await value(visitor, 'sync.run', {});
    const told = await visitor.events();
    const heard = countEvents(told);
    const { rows } = await value(visitor, 'finding.list', { project: service.project });
    const pid = Number(serving.running.child.pid);
    const taken: number[] = [residentMb(pid)];
    for (let sync = 1; sync <= syncs; sync += 1) {
      for (let edit = 0; edit < editsOfEach; edit += 1) {
        const { id } = rows[(sync * editsOfEach + edit) % rows.length];
        const remediation = `Replace it. Sync ${String(sync)}, edit ${String(edit)}`;
        await value(visitor, 'finding.edit', { id, changes: { remediation } });
      }
      await value(visitor, 'sync.run', {});
      if (sync % (syncs / 10) === 0) taken.push(residentMb(pid));
    }
    const half = Math.max(...taken.slice(0, 6));
    const peak = Math.max(...taken);
    console.log(`      resident memory at the start and each 100 syncs: ${taken.join(', ')} MB`);
    tell('most memory of all 1,000 syncs / of the first 500', peak / half, 1.05, '');
    await serving.stop();
    await heard;
  } finally {
    await endAll();
    await service.close();
  }
}

async function value(
  visitor: Visitor,
  name: string,
  input: Json,
): Promise<Awaited<ReturnType<Visitor['call']>>> {
  const outcome = await visitor.call(name, input);
  if (outcome.ok !== true) throw new Error(`${name}: ${JSON.stringify(outcome.error)}`);
  return outcome.value;
}

/** Reads what a window is told, as a window does, until the program ends. */
async function countEvents(events: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  try {
    for await (const _event of events) count += 1;
  } catch {
    // The program ended.
  }
  return count;
}

/** Resident memory of a process; of Linux alone, as the other figures of memory. */
function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1024);
}
