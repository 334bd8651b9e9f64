import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Operation } from '#contract/finding/operation.ts';
import { openDesk, temporaryFolder, type TestDesk } from '../../support/desk.ts';
import {
  bench,
  body,
  create,
  edit,
  heal,
  project,
  quietMs,
  settle,
  spoil,
  states,
  sync,
  titled,
  isUpdate,
  type Bench,
} from '../support.ts';

/** The home as a kill at this moment leaves it: every commit so far, nothing after it. */
function killedCopy(desk: TestDesk): string {
  const copy = join(temporaryFolder(), 'home');
  cpSync(desk.home, copy, { recursive: true });
  return copy;
}

async function known(desk: TestDesk, operations: readonly Operation[]): Promise<boolean> {
  const open = new Set((await desk.call('queue.list')).map(({ op }) => op));
  for (const { op, findings } of operations) {
    if (open.has(op)) continue;
    const history = await desk.call('finding.history', { id: findings[0] ?? '' });
    if (!history.some((entry) => entry.op === op)) return false;
  }
  return true;
}

/** An edit, an edit that meets a conflict, one of a finding that is gone, one that is refused, two creations. */
async function busyBench(): Promise<Bench & { operations: Operation[] }> {
  const made = await bench({ count: 30 });
  const { desk, service } = made;
  const operations = [
    await edit(desk, 'f1', { title: 'Edited' }),
    await edit(desk, 'f2', { title: 'Mine' }),
    await edit(desk, 'f3', { title: 'Of a gone one' }),
    await edit(desk, 'f4', { title: 'Refused' }),
    await create(desk, body({ title: 'New one' })),
    await create(desk, body({ title: 'New two' })),
  ];
  service.edit('f2', { title: 'Theirs' });
  service.remove('f3');
  return { ...made, operations };
}

const refused = ({ method, body: text }: { method: string; body: string }): boolean =>
  method === 'POST' && text.includes('Refused');

describe('promise 1: an edit that the program acknowledged is never lost', () => {
  test('at whichever request of a sync the program is killed', async () => {
    const made = await busyBench();
    const { desk, service, clock, operations } = made;
    const homes: string[] = [];
    service.setFaults((request) => {
      homes.push(killedCopy(desk));
      return refused(request) ? { kind: 'status', status: 400, handled: false } : undefined;
    });
    await sync(desk);
    service.setFaults(undefined);
    expect(homes.length).toBeGreaterThan(15);
    for (const home of homes) {
      const after = openDesk({ home, clock });
      expect(await known(after, operations)).toBe(true);
      expect((await after.call('queue.list')).every(({ state }) => state !== 'sending')).toBe(true);
    }
    expect(await known(desk, operations)).toBe(true);
    expect((await states(desk)).sort()).toEqual(['update conflict', 'update conflict', 'update rejected']);
  });

  test('by any number of failed attempts, restarts, sign-outs or days', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    const operations = [
      await edit(desk, 'f1', { title: 'Patient' }),
      await create(desk, body({ title: 'New' })),
    ];
    for (let round = 0; round < 12; round += 1) {
      spoil(made, ({ method }) => method !== 'GET', { kind: 'status', status: 503, handled: false }, 99);
      await sync(desk);
      clock.pass(86_400_000);
      desk.restart();
    }
    expect(await known(desk, operations)).toBe(true);
    expect((await desk.call('connection.disconnect')).waiting).toBe(2);
    expect(await states(desk)).toHaveLength(2);
    heal(made);
    await desk.call(
      'connection.connect',
      { baseUrl: service.baseUrl },
      { token: service.tokens['mara'] ?? '' },
    );
    expect(await states(desk)).toHaveLength(2);
    await sync(desk);
    expect(service.finding('f1')).toMatchObject({ title: 'Patient' });
  });

  test('by a discard: what was dropped stays in the history', async () => {
    const { desk } = await bench();
    const { op } = await edit(desk, 'f1', { title: 'Dropped', description: 'Every word of it.' });
    await desk.call('queue.discard', { op });
    const text = JSON.stringify(await desk.call('finding.history', { id: 'f1' }));
    expect(text).toContain('Every word of it.');
    expect(text).toContain(op);
  });

  test('by an edit while the sync is sending the one before it', async () => {
    const { desk, service } = await bench();
    await edit(desk, 'f1', { title: 'First' });
    const later: Promise<Operation>[] = [];
    service.setFaults((request) => {
      if (isUpdate(request) && later.length === 0)
        later.push(edit(desk, 'f1', { title: 'While sending', severity: 'low' }));
      return undefined;
    });
    await sync(desk);
    await Promise.all(later);
    await sync(desk);
    expect(service.finding('f1')).toMatchObject({ title: 'While sending', severity: 'low' });
    expect(await states(desk)).toEqual([]);
  });

  test('by an edit between the read and the write of the one before it', async () => {
    const { desk, service, requests } = await bench();
    await edit(desk, 'f1', { title: 'First' });
    const later: Promise<Operation>[] = [];
    service.setFaults((request) => {
      requests.push(request);
      if (request.path === '/api/scans/f1' && later.length === 0)
        later.push(edit(desk, 'f1', { severity: 'low' }));
      return undefined;
    });
    await sync(desk);
    await Promise.all(later);
    await sync(desk);
    expect(service.finding('f1')).toMatchObject({ title: 'First', severity: 'low' });
    expect(await states(desk)).toEqual([]);
  });
});

describe('a program killed at any request goes on where it was', () => {
  async function scenario(): Promise<Bench> {
    const made = await bench({ count: 3 });
    await edit(made.desk, 'f1', { title: 'Edited' });
    await create(made.desk, body({ title: 'New' }));
    return made;
  }

  async function requestsOfOneSync(): Promise<number> {
    const { desk, requests } = await scenario();
    await sync(desk);
    return requests.length;
  }

  test.each([true, false])(
    'and ends with one edit and one creation (the request it died in was carried out: %s)',
    async (handled) => {
      const total = await requestsOfOneSync();
      expect(total).toBeGreaterThan(6);
      for (let at = 1; at <= total; at += 1) {
        const made = await scenario();
        const { desk, service, clock } = made;
        let seen = 0;
        let home = '';
        service.setFaults(() => {
          seen += 1;
          if (seen === at) {
            home = killedCopy(desk);
            return { kind: 'drop', handled };
          }
          return seen > at ? { kind: 'drop', handled: false } : undefined;
        });
        await sync(desk).catch(() => undefined);
        service.setFaults(undefined);
        const after = openDesk({ home, clock, random: () => 0.5 });
        await settle({ desk: after, clock });
        const left = await after.call('queue.list');
        // A creation that nobody can tell about is the person's: it never landed, so sending it again is right.
        for (const { op, state } of left) {
          expect({ at, state }).toEqual({ at, state: 'unknown' });
          expect(titled(service, 'New')).toBe(0);
          await after.call('queue.retry', { op });
        }
        await settle({ desk: after, clock });
        expect({ at, left: await states(after), news: titled(service, 'New') }).toEqual({
          at,
          left: [],
          news: 1,
        });
        expect(service.finding('f1')).toMatchObject({ title: 'Edited' });
        const { rows } = await after.call('finding.list', { project });
        expect(rows.map((one) => one.title).sort()).toEqual(['Edited', 'Finding 2', 'Finding 3', 'New']);
        clock.pass(quietMs);
      }
    },
  );
});
