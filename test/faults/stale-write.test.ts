import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runLoaded, start } from '../cli/support/dossier.ts';
import { httpAnswer } from './servers.ts';
import { hostileDesk, hostileService, project, records, token, type HostileService } from './service.ts';

/** How long (ms) the machine sleeps: longer than a read may be old. */
const sleepMs = 1_500;

const isWriteOn = (id: string, { route, body }: { route: string; body: string }): boolean =>
  route === 'write' && (JSON.parse(body) as { id: string }).id === id;

/** A colleague gives findings another title at the service. */
function colleagueRenames(service: HostileService, ...ids: readonly string[]): void {
  for (const id of ids) {
    service.records.set(id, { ...service.records.get(id), title: `Colleague ${id}` });
  }
}

/** The first read of f1 is answered with what was true before the machine slept; a colleague writes in that time. */
function sleepBehindTheRead(
  service: HostileService,
  clock: { pass(ms: number): void },
  colleague: () => void,
): { readonly slept: () => boolean; readonly spoil: (asked: { path: string }) => Uint8Array | undefined } {
  let slept = false;
  return {
    slept: () => slept,
    spoil(asked) {
      if (slept || !asked.path.endsWith('/scans/f1')) return undefined;
      slept = true;
      const old = httpAnswer(200, JSON.stringify(service.records.get('f1')));
      colleague();
      clock.pass(8 * 3_600_000);
      return old;
    },
  };
}

const titles = (service: HostileService): unknown[] =>
  [...service.records.values()].map(({ title }) => title);
const texts = (service: HostileService): unknown[] =>
  [...service.records.values()].map(({ description }) => description);

describe('a write that is late behind its read is not sent on it', () => {
  test('when another write was answered with a pause in between', async () => {
    const service = await hostileService(records(3));
    const { desk } = await hostileDesk(service, {});
    await desk.call('sync.run');
    // The first update on a connection goes alone; behind it several go side by side.
    await desk.call('finding.edit', { id: 'f3', changes: { description: 'Mine f3.' } });
    await desk.call('sync.run');
    for (const id of ['f1', 'f2']) {
      await desk.call('finding.edit', { id, changes: { description: `Mine ${id}.` } });
    }
    // The read of f2 is answered with what was true when it was asked, after the write of f1 met a pause.
    const heldBack = Promise.withResolvers<void>();
    let paused = false;
    service.spoil((asked, socket) => {
      if (!paused && asked.path.endsWith('/scans/f2')) {
        const old = httpAnswer(200, JSON.stringify(service.records.get('f2')));
        void heldBack.promise.then(() => {
          colleagueRenames(service, 'f1', 'f2');
          socket.write(old);
        });
        return 'taken';
      }
      if (paused || !isWriteOn('f1', asked)) return undefined;
      paused = true;
      heldBack.resolve();
      return httpAnswer(429, '{"error":"slow down"}', { 'Retry-After': '4' });
    });
    await desk.call('sync.run');
    expect(paused).toBe(true);
    expect(titles(service)).toEqual(['Colleague f1', 'Colleague f2', 'Finding 3']);
    expect(texts(service)).toEqual(['Mine f1.', 'Mine f2.', 'Mine f3.']);
  });

  test.each([
    ['an update', 'finding.edit', { id: 'f1', changes: { description: 'Mine f1.' } }, 1],
    ['a deletion', 'finding.delete', { ids: ['f1'] }, 0],
    ['a bulk deletion', 'finding.bulkDelete', { selection: { ids: ['f1'] } }, 0],
  ] as const)('when the machine slept between the two: %s', async (_kind, name, input, writes) => {
    const service = await hostileService(records(3));
    const { desk, clock } = await hostileDesk(service, {});
    await desk.call('sync.run');
    await desk.call(name, input);
    const sleep = sleepBehindTheRead(service, clock, () => colleagueRenames(service, 'f1'));
    service.spoil((asked) =>
      // This service removes nothing: that a deletion leaves is what must not happen.
      asked.method === 'DELETE' || asked.path.endsWith('/bulk-delete')
        ? httpAnswer(200, '{"success":true}')
        : sleep.spoil(asked),
    );
    await desk.call('sync.run');
    expect(sleep.slept()).toBe(true);
    expect(service.records.get('f1')).toMatchObject({ title: 'Colleague f1' });
    expect(service.asked.filter(({ route }) => route === 'write')).toHaveLength(writes);
  });

  test('when the machine slept between the two: a decision on a candidate, which comes back to be taken again', async () => {
    const candidates = records(1);
    candidates.set('f1', { ...candidates.get('f1'), review_version: 1 });
    const service = await hostileService(candidates);
    const { desk, clock } = await hostileDesk(service, {});
    await desk.call('sync.run');
    await desk.call('candidate.review', { id: 'f1', decision: 'accept' });
    const sleep = sleepBehindTheRead(service, clock, () => colleagueRenames(service, 'f1'));
    service.spoil((asked) => (asked.path.endsWith('/review') ? httpAnswer(200, '{}') : sleep.spoil(asked)));
    await desk.call('sync.run');
    expect(sleep.slept()).toBe(true);
    expect(service.asked.filter(({ route }) => route === 'write')).toEqual([]);
    expect(await desk.call('queue.list')).toMatchObject([
      { kind: 'review', state: 'conflict', conflict: { reason: 'outdated' } },
    ]);
  });

  test("when the machine slept between the two: the assistant's draft, which replaces no text that nobody saw", async () => {
    const findings = records(1);
    findings.set('f1', { ...findings.get('f1'), demonstration: 'As it was.' });
    const service = await hostileService(findings);
    const { desk, clock } = await hostileDesk(service, {});
    await desk.call('sync.run');
    service.spoil(({ path }) =>
      path.includes('/ai/') ? httpAnswer(200, '{"demonstration":"A draft."}') : undefined,
    );
    const { op } = await desk.call('assistant.ask', { finding: 'f1' });
    await desk.call('assistant.confirm', { op });
    await desk.call('assistant.apply', { op });
    const sleep = sleepBehindTheRead(service, clock, () => {
      service.records.set('f1', { ...service.records.get('f1'), demonstration: 'A colleague wrote this.' });
    });
    service.spoil((asked) => (asked.path.endsWith('/apply') ? httpAnswer(200, '{}') : sleep.spoil(asked)));
    await desk.call('sync.run');
    expect(sleep.slept()).toBe(true);
    expect(service.asked.filter(({ path }) => path.endsWith('/apply'))).toEqual([]);
    expect(await desk.call('queue.list')).toMatchObject([
      { kind: 'ai-apply', state: 'rejected', error: { status: 409 } },
    ]);
  });

  test('while a service that takes seconds for every answer is still written to', async () => {
    const service = await hostileService(records(2));
    const { desk, clock } = await hostileDesk(service, {});
    await desk.call('sync.run');
    await desk.call('finding.edit', { id: 'f1', changes: { description: 'Mine f1.' } });
    service.spoil(() => {
      clock.pass(9_000);
      return undefined;
    });
    await desk.call('sync.run');
    expect(texts(service)).toEqual(['Mine f1.', undefined]);
    expect(service.asked.filter(({ route }) => route === 'write')).toHaveLength(1);
  });

  test('when the program was stopped, as a process', async ({ skip }) => {
    if (process.platform === 'win32') skip('Windows has no signal that stops a process');
    const service = await hostileService(records(1));
    const home = mkdtempSync(join(tmpdir(), 'dossier-stale-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const env = { DOSSIER_HOME: home, DOSSIER_TOKEN: token, DOSSIER_PASSPHRASE: 'correct horse battery' };
    for (const args of [
      ['connect', '--base-url', service.baseUrl],
      ['engagement', 'add', project],
      ['sync'],
      ['edit', 'f1', '--set', 'description=Mine f1.'],
    ]) {
      expect(await runLoaded(args, { env })).toMatchObject({ code: 0 });
    }
    let stopped = false;
    service.spoil((asked, socket) => {
      if (stopped || !asked.path.endsWith('/scans/f1')) return undefined;
      stopped = true;
      const old = httpAnswer(200, JSON.stringify(service.records.get('f1')));
      running.child.kill('SIGSTOP');
      socket.write(old);
      colleagueRenames(service, 'f1');
      setTimeout(() => running.child.kill('SIGCONT'), sleepMs);
      return 'taken';
    });
    const running = start(['sync'], { env });
    expect(await running.ended).toMatchObject({ code: 0 });
    expect(service.records.get('f1')).toMatchObject({ title: 'Colleague f1', description: 'Mine f1.' });
  });
});
