import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '#contract/finding/operation.ts';
import { createDice } from '../../simulation/draw/random.ts';
import type { Dice } from '../../simulation/draw/random.ts';
import { project, quietTimeMs } from './kills-desk.ts';
import type { Call, KillsDesk } from './kills-desk.ts';
import { editAgain, noWork, queueBatch, verdict } from './kills-work.ts';
import type { Work } from './kills-work.ts';

/** How a chain ended, and what it went through, for the story of a failure. */
export interface ChainResult {
  readonly seed: number;
  readonly kills: number;
  readonly wrong: readonly string[];
  readonly story: readonly string[];
}

/** Rounds of sync in which everything must have come to rest once nobody kills any more (promise 10). */
const maxRounds = 12;

/**
 * Enqueues work, kills the program again and again while it syncs and recovers, lets it come to rest, and compares the
 * service's writes with the requests.
 */
export async function playChain(desk: KillsDesk, seed: number, kills: number): Promise<ChainResult> {
  const story: string[] = [];
  try {
    return await play(desk, seed, kills, story);
  } catch (error) {
    return { seed, kills, wrong: [error instanceof Error ? error.message : String(error)], story };
  }
}

async function play(desk: KillsDesk, seed: number, kills: number, story: string[]): Promise<ChainResult> {
  const dice = createDice(seed);
  const name = `K${String(seed)}`;
  const ledgerBefore = desk.ledger().length;
  const work = noWork(await desk.findings());
  await desk.inside((call) => queueBatch(call, work, dice, name));
  let killed = 0;
  // A sync that ends before its moment is no kill; the moments come closer then, so that this ends.
  for (let attempt = 1; killed < kills && attempt <= kills * 6; attempt += 1) {
    const how = await syncUntilKilled(desk, dice, attempt - killed);
    story.push(how.story);
    if (!how.killed) continue;
    killed += 1;
    if (dice.oneIn(3)) {
      await desk.inside((call) => editAgain(call, work, dice, `${name} ${String(killed)}`));
      story.push('edited again');
    }
    if (dice.oneIn(4)) {
      await desk.inside((call) => queueBatch(call, work, dice, `${name} ${String(killed)}`));
      story.push('queued more');
    }
  }
  const wrong = await comeToRest(desk, work, ledgerBefore, story);
  const after = await desk.findings();
  wrong.push(...verdict(work, after, desk.ledger().slice(ledgerBefore)));
  wrong.push(...(await desk.inside((call) => compareHere(call, after))));
  return { seed, kills: killed, wrong, story };
}

async function syncUntilKilled(
  desk: KillsDesk,
  dice: Dice,
  misses: number,
): Promise<{ readonly killed: boolean; readonly story: string }> {
  const running = desk.start(['sync', '--quiet', '--json']);
  const { child } = running;
  const moment = dice.pick(['before', 'after'] as const);
  const piece = dice.between(1, Math.max(6, Math.floor(90 / misses)));
  const ms = dice.between(0, 400);
  const byPiece = !dice.oneIn(4);
  let timer: NodeJS.Timeout | undefined;
  if (byPiece) {
    desk.proxy.watch((passed, when) => {
      if (passed === piece && when === moment) child.kill('SIGKILL');
    });
  } else {
    timer = setTimeout(() => child.kill('SIGKILL'), ms);
  }
  const ended = await running.ended;
  clearTimeout(timer);
  desk.proxy.watch(null);
  const killed = ended.signal === 'SIGKILL';
  const when = byPiece ? `${moment} piece ${String(piece)}` : `after ${String(ms)} ms`;
  return { killed, story: killed ? `killed ${when}` : `ended with ${String(ended.code)} (not ${when})` };
}

/** Syncs until nothing is open, as a person would; decides on what only a person can, by the service's ledger. */
export async function comeToRest(
  desk: KillsDesk,
  work: Work,
  ledgerBefore: number,
  story: string[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const ended = await desk.run(['sync', '--quiet', '--json', '--debug']);
    if (ended.code !== 0 && ended.code !== 3)
      wrong.push(`sync ended with ${String(ended.code)}: ${ended.stdout}${ended.stderr}`);
    const open = await desk.inside((call) => call('queue.list', {}));
    story.push(`sync, ${String(open.length)} open`);
    if (open.length === 0) return wrong;
    const looks = open.flatMap(({ nextLookAt }) =>
      nextLookAt === undefined ? [] : [Date.parse(nextLookAt)],
    );
    for (const operation of open) {
      if (operation.nextLookAt !== undefined) continue;
      const told = await decide(desk, operation, work, ledgerBefore);
      if (told !== null) wrong.push(told);
      else story.push(`the person decided on ${operation.kind} ${operation.op}`);
    }
    if (wrong.length > 0) return wrong;
    // The quiet time is real time: nobody can settle an unknown write before it is over.
    if (looks.length > 0)
      await sleep(Math.min(quietTimeMs, Math.max(0, ...looks.map((at) => at - Date.now()))) + 20);
  }
  return [...wrong, 'it did not come to rest'];
}

/** A creation that two quiet sweeps do not show is the one thing that asks here; null when it was decided. */
async function decide(
  desk: KillsDesk,
  operation: Operation,
  work: Work,
  ledgerBefore: number,
): Promise<string | null> {
  const { op, kind, state, findings, error, conflict } = operation;
  if (state === 'queued' || state === 'blocked') return null;
  if (kind !== 'create' || state !== 'unknown') {
    return `${kind} of ${findings.join(', ')} is ${state}: ${JSON.stringify(error ?? conflict)}`;
  }
  const [title] = [...work.created].find(([, id]) => findings.includes(id)) ?? [];
  const landed = desk
    .ledger()
    .slice(ledgerBefore)
    .some(({ method, outcome, body }) => {
      return method === 'PUT' && outcome === 'applied' && JSON.stringify(body).includes(`"${title ?? ''}"`);
    });
  if (landed) return `the creation "${title ?? ''}" landed, and the person is asked about it`;
  await desk.inside((call) => call('queue.retry', { op }));
  return null;
}

/** What is shown here must be what the service has. */
async function compareHere(
  call: Call,
  after: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): Promise<string[]> {
  const { rows } = await call('finding.list', { project });
  const wrong = rows.length === after.size ? [] : [`${String(rows.length)} findings are shown here`];
  for (const { id, title, status, sync } of rows) {
    const there = after.get(id);
    if (there?.['title'] !== title || there['status'] !== status || sync !== 'synced') {
      wrong.push(`${id} is shown as ${JSON.stringify({ title, status, sync })}`);
    }
  }
  return wrong;
}
