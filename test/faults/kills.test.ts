import { cpSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDice } from '../simulation/draw/random.ts';
import { comeToRest, playChain } from './kills/kills-chain.ts';
import { openKillsDesk, project } from './kills/kills-desk.ts';
import type { KillsDesk } from './kills/kills-desk.ts';
import { noWork, queueBatch, verdict } from './kills/kills-work.ts';

/** The real program as a process, a real encrypted store, the service in another process; `npm run kills` does more. */

const KILLS_A_CHAIN = 6;

async function openDesk(options: Parameters<typeof openKillsDesk>[0]): Promise<KillsDesk> {
  const desk = await openKillsDesk(options);
  onTestFinished(() => desk.clear());
  return desk;
}

describe.concurrent('kill -9 while work is sent', () => {
  test.for([
    [1, [1001, 1002, 1003]],
    [2, [2001, 2002, 2003]],
  ] as const)(
    'loses nothing, doubles nothing and keeps the order: home %d',
    { timeout: 240_000 },
    async ([home, seeds], { onTestFinished: atEnd }) => {
      const desk = await openKillsDesk({ seed: home, findings: 160 });
      // Of tests side by side, only their own contexts tell which of them has ended.
      atEnd(() => desk.clear());
      for (const seed of seeds) {
        const { wrong, story } = await playChain(desk, seed, KILLS_A_CHAIN);
        expect(wrong, `seed ${String(seed)}: ${story.join(' → ')}`).toEqual([]);
      }
    },
  );
});

describe('kill -9 while work is queued', () => {
  test('leaves all of a command or nothing of it', { timeout: 120_000 }, async () => {
    const desk = await openDesk({ seed: 3, findings: 5 });
    const dice = createDice(3);
    const records = Array.from({ length: 300 }, (_, at) => ({
      title: `T${String(at)}`,
      asset: ['a.example'],
    }));
    writeFileSync(join(desk.folder, 'new.json'), JSON.stringify(records));
    let expected = 0;
    const outcomes = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const running = desk.start(['create', project, '--from', 'new.json', '--json']);
      const timer = setTimeout(() => running.child.kill('SIGKILL'), dice.between(100, 700));
      const ended = await running.ended;
      clearTimeout(timer);
      const { length } = await desk.inside((call) => call('queue.list', {}));
      const added = length - expected;
      outcomes.add(`${String(added)} queued`);
      expect([0, records.length]).toContain(added);
      if (ended.stdout.endsWith('\n')) expect(added).toBe(records.length);
      expected = length;
    }
    expect([...outcomes].sort()).toContain('0 queued');
  });
});

describe('connections that are closed while idle', () => {
  test('lose and double nothing', { timeout: 120_000 }, async () => {
    const desk = await openDesk({ seed: 4, findings: 60, idleMs: 3 });
    const work = noWork(await desk.findings());
    const before = desk.ledger().length;
    for (const name of ['idle one', 'idle two', 'idle three']) {
      await desk.inside((call) => queueBatch(call, work, createDice(name.length), name));
    }
    const wrong = await comeToRest(desk, work, before, []);
    wrong.push(...verdict(work, await desk.findings(), desk.ledger().slice(before)));
    expect(wrong).toEqual([]);
    expect(desk.proxy.idleClosed()).toBeGreaterThan(5);
  });
});

describe('a WAL that is cut after a kill', () => {
  test(
    'behind the last commit loses nothing; elsewhere it is told and the work is rescued',
    { timeout: 120_000 },
    async () => {
      const desk = await openDesk({ seed: 5, findings: 60 });
      const work = noWork(await desk.findings());
      await desk.inside((call) => queueBatch(call, work, createDice(5), 'cut'));
      const queued = await desk.inside((call) => call('queue.list', {}));
      const sync = desk.start(['sync', '--quiet']);
      desk.proxy.watch((piece, moment) => {
        if (piece === 24 && moment === 'after') sync.child.kill('SIGKILL');
      });
      expect((await sync.ended).signal).toBe('SIGKILL');
      desk.proxy.watch(null);

      const tellsOf = async (name: string, change: (wal: string) => void) => {
        const home = join(desk.folder, name);
        cpSync(desk.home, home, { recursive: true, filter: (path) => !path.endsWith('.sock') });
        const store = join(home, 'stores', readdirSync(join(home, 'stores'))[0] ?? '');
        change(join(store, 'store.db-wal'));
        const { code, stdout, stderr } = await desk.run(['queue', '--json', '--home', home]);
        const listed = JSON.parse(stdout) as { op: string; state: string; nextLookAt?: string }[];
        // What the kill met on its way waits out its quiet time from the start that found it: another one in each copy.
        const operations = listed.map((operation) => ({ ...operation, nextLookAt: null }));
        return { code, operations, stderr };
      };
      const whole = await tellsOf('whole', (wal) => {
        expect(statSync(wal).size).toBeGreaterThan(8_192);
      });
      expect(whole).toMatchObject({ code: 0, stderr: '' });
      const torn = await tellsOf('torn', (wal) => {
        writeFileSync(wal, Buffer.alloc(5_000, 7), { flag: 'a' });
      });
      expect(torn).toEqual(whole);
      const cut = await tellsOf('cut', (wal) => {
        truncateSync(wal, Math.floor(statSync(wal).size / 2));
      });
      // The command that meets the loss ends so; the next ones tell it in a line until a user has acknowledged it.
      expect(cut.code).toBe(1);
      expect(cut.stderr).not.toBe('');
      // What the cut took away is how far the sending had come, not what was to be sent.
      const rescued = cut.operations.map(({ op }) => op);
      for (const { op } of whole.operations) expect(rescued).toContain(op);
      expect(queued.map(({ op }) => op)).toEqual(expect.arrayContaining(rescued));
      // Nobody knows any more what had left: it is looked for, and asked about, rather than made twice.
      const synced = await desk.run(['sync', '--quiet', '--json', '--home', join(desk.folder, 'cut')]);
      expect([0, 3]).toContain(synced.code);
      const sent = [...work.created.keys()].map(
        (title) =>
          desk
            .ledger()
            .filter(({ method, body }) => method === 'PUT' && JSON.stringify(body).includes(`"${title}"`))
            .length,
      );
      expect(Math.max(...sent)).toBeLessThanOrEqual(1);
      // What had left is found again by the first sweep; only of the rest a person will be asked.
      const { pushed } = JSON.parse(synced.stdout) as { pushed: { unknown: number } };
      expect(pushed.unknown).toBe(sent.filter((times) => times === 0).length);
    },
  );
});
