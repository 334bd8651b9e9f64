import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '#contract/json.ts';
import type { ProcedureAnswers, ProcedureName } from '#contract/procedures/index.ts';
import { openHost, type HostSession } from '#app/client.ts';
import { benchData } from './support/data.ts';
import { tell } from './support/report.ts';
import { startService } from './support/service.ts';
import { queueEdits, rowsIn } from './support/waiting.ts';

const findings = 100_000;
const operations = 5_000;
const rowsInView = 40;
const signal = new AbortController().signal;

/** Typed letter by letter, so that no word is asked for again and again. */
const typed = ['kerberos', 'cross site', 'sql injection', 'password policy', 'weak tls', 'open redirect'];
/** Asked as they stand: their beginnings are no queries yet. */
const conditions = ['severity:high', 'title:admin', 'asset:*.test', 'cvss:>=7', 'is:unread -title:sql'];

/** What a window asks, in turns: letters, everything between two texts, and a condition. */
const queries = typed.flatMap((text, at) => [
  ...Array.from(text, (_letter, end) => text.slice(0, end + 1)),
  '',
  conditions[at % conditions.length] ?? '',
]);

/**
 * The host's response times to a window, during a sync of 100,000 findings and at rest; then the same with a long
 * outbox. Nothing is sent: what waits is to wait until the end.
 */
export async function hostAnswers(scratch: string): Promise<void> {
  const service = await startService(benchData(findings, scratch), 0, true);
  const session = await openHost({
    home: join(scratch, 'answers'),
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
    // As a window does when the hands rest: the threads that read start with it.
    await call(session, 'list.values', { project });
    await whileSynced(session, project, 'while the first sync runs', 1);
    await whileSynced(session, project, 'while an unchanged sync runs', unchangedSyncs);
    await whileQuiet(session, project, 'when all is quiet');
    await queueEdits((name, input) => call(session, name, input), { project, count: operations });
    const queued = `with ${operations.toLocaleString('en')} operations`;
    await whileSynced(session, project, `${queued} while an unchanged sync runs`, unchangedSyncs);
    await whileQuiet(session, project, queued);
  } finally {
    await session.close();
    await service.close();
  }
}

/** One is so short that 99 of 100 answers beside it alone would be all but the slowest. */
const unchangedSyncs = 4;

async function whileSynced(
  session: HostSession,
  project: string,
  when: string,
  times: number,
): Promise<void> {
  const took: Took = new Map();
  for (let time = 0; time < times; time += 1) {
    const running = { now: true };
    const sync = call(session, 'sync.run', { push: false }).finally(() => (running.now = false));
    await askWhile(session, project, took, () => running.now);
    await sync;
  }
  report(when, took);
}

async function whileQuiet(session: HostSession, project: string, when: string): Promise<void> {
  let rounds = 200;
  const took: Took = new Map();
  await askWhile(session, project, took, () => (rounds -= 1) > 0);
  report(when, took);
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

type Took = Map<string, number[]>;

/** Asks in turns, as long as there is `more`, and notes in `took` how long each answer took. */
async function askWhile(
  session: HostSession,
  project: string,
  took: Took,
  more: () => boolean,
): Promise<void> {
  async function timed<N extends ProcedureName>(name: N, input: Json): Promise<ProcedureAnswers[N]> {
    const startedAt = performance.now();
    const answer = await call(session, name, input);
    took.set(name, [...(took.get(name) ?? []), performance.now() - startedAt]);
    return answer;
  }
  /** What a page keeps between two questions. */
  let order: { readonly name: string; readonly rows: readonly number[] } = { name: '', rows: [] };
  for (let round = 0; more(); round += 1) {
    const query = queries[round % queries.length] ?? '';
    const asked = { project, query, sort: null, order: order.name, first: rowsInView };
    const { found } = await timed('list.find', asked);
    if (found.kind === 'places' && found.order.rows !== null) {
      order = { name: found.order.name, rows: rowsIn(found.order.rows) };
    }
    const from = (round * 7919) % Math.max(1, order.rows.length - 100);
    const shown = order.rows.slice(from, from + 100);
    const [first] = await timed('list.rows', { rows: shown });
    if (first !== undefined) {
      await timed('finding.open', { id: first.id });
      await timed('finding.edit', {
        id: first.id,
        changes: { remediation: `Changed in round ${String(round)}.` },
      });
    }
    await timed('desk.status', {});
    await pause(20);
  }
}

function report(when: string, took: Took): void {
  for (const [name, times] of [['any answer', [...took.values()].flat()] as const, ...took]) {
    const sorted = times.toSorted((one, other) => one - other);
    const at = (part: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
    tell(`${name} ${when}, 99 of 100`, at(0.99), 50, ' ms');
    console.log(
      `      ${String(times.length)} answers, half within ${at(0.5).toFixed(1)} ms, the longest ${at(1).toFixed(0)} ms`,
    );
  }
}
