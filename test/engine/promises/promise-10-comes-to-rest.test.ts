import { describe, expect, test } from 'vitest';
import type { Fault, FaultRequest } from '#sample/http/faults.ts';
import {
  bench,
  body,
  create,
  edit,
  findings,
  heal,
  isWrite,
  quietMs,
  settle,
  sync,
  titled,
  watch,
} from '../support.ts';

/** A small generator with a seed: the same faults for the same seed. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const writeFaults: readonly Fault[] = [
  { kind: 'drop', handled: true },
  { kind: 'drop', handled: false },
  { kind: 'status', status: 500, handled: true },
  { kind: 'status', status: 503, handled: false },
  { kind: 'status', status: 429, handled: false, retryAfter: '3' },
  { kind: 'status', status: 409, handled: false },
  { kind: 'html', handled: true },
  { kind: 'success-false', handled: false },
  { kind: 'cut', afterBytes: 3 },
];
const readFaults: readonly Fault[] = [
  { kind: 'drop', handled: false },
  { kind: 'status', status: 500, handled: false },
  { kind: 'status', status: 429, handled: false, retryAfter: '2' },
  { kind: 'html', handled: true },
  { kind: 'cut', afterBytes: 20 },
];

function faultOf(request: FaultRequest, random: () => number): Fault | undefined {
  if (random() > 0.3) return undefined;
  const faults = isWrite(request) ? writeFaults : readFaults;
  return faults[Math.floor(random() * faults.length)];
}

describe('promise 10: once faults stop, every operation is done or needs a person', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'after a storm of faults (%i), and the service has each thing once',
    async (seed) => {
      const random = dice(seed);
      const made = await bench({
        count: 8,
        pageCap: 3,
        ...(seed % 2 === 0 ? { listOmits: ['description'] } : {}),
      });
      const { desk, service, clock } = made;
      for (let at = 1; at <= 4; at += 1) {
        await edit(desk, `f${String(at)}`, { severity: 'low', description: `Storm ${String(at)}` });
        await create(desk, body({ title: `New ${String(at)}` }));
      }
      watch(service, made.requests, (request) => faultOf(request, random));
      for (let round = 0; round < 5; round += 1) {
        await sync(desk).catch(() => undefined);
        clock.pass(random() > 0.5 ? 200_000 : 1_000);
        desk.restart();
      }
      heal(made);
      clock.pass(600_000);
      await settle({ desk, clock }, 5);
      await sync(desk);
      const summary = await sync(desk);
      const open = await desk.call('queue.list');
      expect(summary.needsPerson).toBe(open.length);
      expect(summary.failure).toBeNull();
      const asked = new Set(open.flatMap((operation) => operation.findings));
      for (let at = 1; at <= 4; at += 1) {
        const id = `f${String(at)}`;
        if (!asked.has(id))
          expect(service.finding(id)).toMatchObject({ severity: 'low', description: `Storm ${String(at)}` });
        expect(titled(service, `New ${String(at)}`)).toBeLessThanOrEqual(1);
      }
      const missing = [1, 2, 3, 4].filter((at) => titled(service, `New ${String(at)}`) === 0).length;
      expect(open.filter(({ kind }) => kind === 'create')).toHaveLength(missing);
      const { rows } = await desk.call('finding.list', { project: 'harbour-2026' });
      expect(rows).toHaveLength(findings(8).length + 4);
      expect(service.internalErrors).toEqual([]);
    },
  );

  test('a conflict or a refusal stays put: syncing again sends nothing and changes nothing', async () => {
    const { desk, service } = await bench();
    await edit(desk, 'f1', { title: 'Mine' });
    service.edit('f1', { title: 'Theirs' });
    await sync(desk);
    const before = await desk.call('queue.list');
    for (let round = 0; round < 3; round += 1) await sync(desk);
    expect(await desk.call('queue.list')).toEqual(before);
    expect(service.ledger).toEqual([]);
  });

  test('a text that the service stores in another way comes to rest as well', async () => {
    const made = await bench({ normaliseText: (text) => text.toUpperCase() });
    const { desk, service, clock } = made;
    await edit(desk, 'f1', { title: 'Mine' });
    await settle({ desk, clock });
    for (let round = 0; round < 3; round += 1) {
      clock.pass(200_000);
      await sync(desk);
    }
    const sent = service.ledger.length;
    expect(sent).toBeLessThanOrEqual(3);
    for (let round = 0; round < 3; round += 1) {
      clock.pass(200_000);
      await sync(desk);
    }
    expect(service.ledger).toHaveLength(sent);
    expect((await sync(desk)).needsPerson).toBe((await desk.call('queue.list')).length);
  });

  test('an update that the service acknowledges and ignores is sent twice, then a person is asked', async () => {
    const { desk, service, clock } = await bench({ count: 1 });
    await edit(desk, 'f1', { severity: 'low' });
    service.setFaults((request) =>
      isWrite(request)
        ? { kind: 'status', status: 200, handled: false, body: '{"message":"ok"}' }
        : undefined,
    );
    for (let round = 0; round < 6; round += 1) {
      await sync(desk);
      clock.pass(quietMs + 1);
    }
    expect(service.ledger).toHaveLength(2);
    expect(await desk.call('queue.list')).toMatchObject([{ state: 'rejected', error: { status: 200 } }]);
  });
});
