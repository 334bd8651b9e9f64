import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '#contract/json.ts';
import type { ProcedureAnswers, ProcedureName } from '#contract/procedures/index.ts';
import { openHost, type HostSession } from '#app/client.ts';
import { benchData } from './support/data.ts';
import { tell } from './support/report.ts';
import { startService } from './support/service.ts';

const findings = 5_000;
const signal = new AbortController().signal;
/** A window asks for the list with each letter, and a thread that is asked nothing is never late. */
const queries = ['tls', 'severity:high', '', 'injection', 'asset:*.test', 'pass'];

/**
 * The preview of a large file and the queue of an import in the host of a window, and how long the list takes beside
 * them. Nothing is sent.
 */
export async function importInHost(scratch: string, large: string, many: string): Promise<void> {
  const service = await startService(benchData(findings, scratch), 0, true);
  const session = await openHost({
    home: join(scratch, 'imports'),
    mayMakeVault: true,
    version: 'bench',
    passphrase: { given: null, ask: null, askNew: null, showRecoveryCode: null },
    tell: () => undefined,
    signal,
    debug: true,
  });
  try {
    await call(session, 'connection.connect', { baseUrl: service.baseUrl }, service.token);
    const { project } = service;
    await call(session, 'engagement.add', { project });
    await call(session, 'sync.run', { push: false });
    await call(session, 'list.values', { project });
    await beside(session, project, 'preview of 100,000 items', 10_000, () =>
      preview(session, project, large),
    );
    const { draft, fingerprint, groups } = await preview(session, project, many);
    await beside(session, project, 'the same with other choices', 1_000, () =>
      call(session, 'import.arrange', { draft, choices: { minSeverity: null } }),
    );
    await beside(session, project, `queue of ${groups.length.toLocaleString('en')} new findings`, 5_000, () =>
      call(session, 'import.queue', { draft, fingerprint, bulk: crypto.randomUUID() }),
    );
  } finally {
    await session.close();
    await service.close();
  }
}

function preview(
  session: HostSession,
  project: string,
  path: string,
): Promise<ProcedureAnswers['import.preview']> {
  return call(session, 'import.preview', { project, files: [{ path }] });
}

/** How long the work takes, and the list while it runs. */
async function beside(
  session: HostSession,
  project: string,
  what: string,
  target: number,
  work: () => Promise<unknown>,
): Promise<void> {
  let running = true;
  const startedAt = performance.now();
  const worked = work().finally(() => (running = false));
  const took = { 'list.find': [] as number[], 'an answer of the same thread': [] as number[] };
  for (let round = 0; running; round += 1) {
    const query = queries[round % queries.length] ?? '';
    const asked = { project, query, sort: null, order: '', first: 40 };
    took['list.find'].push(await timed(() => call(session, 'list.find', asked)));
    const nothing = { draft: crypto.randomUUID() };
    took['an answer of the same thread'].push(await timed(() => call(session, 'import.discard', nothing)));
    await pause(20);
  }
  await worked;
  tell(what, performance.now() - startedAt, target, ' ms');
  for (const [name, times] of Object.entries(took)) {
    const sorted = times.toSorted((one, other) => one - other);
    const at = (part: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
    tell(`${name} beside it, 99 of 100`, at(0.99), name === 'list.find' ? 50 : null, ' ms');
    console.log(
      `      ${String(times.length)} answers, half within ${at(0.5).toFixed(1)} ms, the longest ${at(1).toFixed(0)} ms`,
    );
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function call<N extends ProcedureName>(
  session: HostSession,
  name: N,
  input: Json,
  token: string | null = null,
): Promise<ProcedureAnswers[N]> {
  const outcome = await session.call(name, input, { token, signal });
  if (!outcome.ok) throw new Error(`${name}: ${outcome.error.message}`);
  return outcome.value;
}
