import { expect, test } from 'vitest';
import type { Fault } from '#sample/http/faults.ts';
import type { SampleService } from '#sample/http/server.ts';
import { handClock, syncedDesk, type TestDesk } from '../../support/desk.ts';
import { project, twoFindings } from './support.ts';

const status = (code: number, more: object = {}): Fault => ({
  kind: 'status',
  status: code,
  handled: false,
  body: '{"error":"As it is."}',
  ...more,
});

/** What its operation is afterwards: if it surely did not run, and if nobody knows. */
const failures: readonly (readonly [string, Fault, string])[] = [
  ['400', status(400), 'rejected 400, asks'],
  ['401', status(401), 'queued, asks'],
  ['403', status(403), 'rejected 403, asks'],
  ['404', status(404), 'rejected 404, asks'],
  ['409', status(409), 'rejected 409, asks'],
  ['429', status(429, { retryAfter: '600' }), 'queued'],
  ['500', status(500), 'unknown, asks'],
  ['302', status(302, { location: 'https://elsewhere.example/' }), 'unknown, asks'],
  ['a web page', { kind: 'html', handled: false }, 'unknown, asks'],
  ['success:false', { kind: 'success-false', handled: false }, 'unknown, asks'],
  ['an error', status(200), 'unknown, asks'],
  ['an error in a wrapper', status(200, { body: '{"data":{"error":"No credits"}}' }), 'unknown, asks'],
  ['no answer', { kind: 'drop', handled: false }, 'unknown, asks'],
];

type Route = 'demonstration' | 'merge' | 'apply';

interface Bench {
  readonly desk: TestDesk;
  readonly service: SampleService;
  readonly clock: ReturnType<typeof handClock>;
}

/** What the operation of a route is after each failure. */
async function outcomesOf({ desk, service, clock }: Bench, route: Route): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const [how, fault] of failures) {
    let sent = 0;
    service.setFaults(undefined);
    let { op } = await desk.call('assistant.ask', {
      finding: 'f1',
      others: route === 'merge' ? ['f2'] : [],
    });
    if (route === 'apply') {
      await desk.call('assistant.confirm', { op });
      ({ op } = await desk.call('assistant.apply', { op }));
    }
    service.setFaults(({ path }) => {
      if (!path.includes('/ai/')) return undefined;
      sent += 1;
      return fault;
    });
    await (route === 'apply' ? desk.call('sync.run') : desk.call('assistant.confirm', { op }));
    const once = `sent ${String(sent)}`;
    // No sync sends again what may have run.
    await desk.call('sync.run').catch(() => undefined);
    const operation = (await desk.call('queue.list')).find((one) => one.op === op);
    const asks = (await desk.call('desk.status')).needsPerson > 0 ? ', asks' : '';
    const code = operation?.state === 'rejected' ? ` ${String(operation.error?.status)}` : '';
    outcomes[how] = `${once}, ${String(sent)} after a sync: ${String(operation?.state)}${code}${asks}`;
    service.setFaults(undefined);
    await desk.call('queue.discard', { op });
    clock.pass(700_000);
  }
  return outcomes;
}

test('a route of the assistant that fails is told, was sent once, charges nothing, and waits for a person', async () => {
  const clock = handClock();
  const service = await twoFindings({ now: () => new Date(clock.wallMs()) });
  const desk = await syncedDesk(service, project, { clock });
  const at = { desk, service, clock };
  const outcomes = {
    demonstration: await outcomesOf(at, 'demonstration'),
    merge: await outcomesOf(at, 'merge'),
  };
  const generated = Object.fromEntries(
    failures.map(([how, , told]) => [how, `sent 1, 1 after a sync: ${told}`]),
  );
  expect([outcomes, service.charges]).toEqual([{ demonstration: generated, merge: generated }, []]);
  // A draft that was accepted goes the way of an update: 401 surely did not run, and unknown is looked for by reading.
  const applied = Object.fromEntries(
    failures.map(([how, , told]) => [
      how,
      `sent 1, 1 after a sync: ${told.replace('unknown, asks', 'unknown')}`,
    ]),
  );
  expect(await outcomesOf(at, 'apply')).toEqual({ ...applied, 401: 'sent 1, 2 after a sync: queued' });
});

test('a sync that is stopped while the assistant writes keeps the answer, which is paid for', async () => {
  const clock = handClock();
  const service = await twoFindings();
  const desk = await syncedDesk(service, project, { clock });
  const { op } = await desk.call('assistant.ask', { finding: 'f1', others: [] });
  const asked = Promise.withResolvers<void>();
  const answers = Promise.withResolvers<void>();
  service.setFaults(({ path }) =>
    path.includes('/ai/') ? { kind: 'status', status: 429, handled: false, retryAfter: '30' } : undefined,
  );
  expect(await desk.call('assistant.confirm', { op })).toMatchObject({ kind: 'paused' });
  clock.pass(30_000);
  service.setFaults(({ path }) => {
    if (!path.includes('/ai/')) return undefined;
    asked.resolve();
    return { kind: 'held', until: answers.promise };
  });
  const sync = desk.call('sync.run');
  await asked.promise;
  await desk.call('sync.cancel');
  await sync;
  const early = (await desk.call('queue.list')).map(({ state }) => state);
  answers.resolve();
  await expect.poll(() => desk.call('queue.list')).toEqual([]);
  expect([early, service.charges.length]).toEqual([['sending'], 1]);
});

test('an answer of the assistant that takes longer than any other write is awaited, and kept as a draft', async () => {
  const service = await twoFindings();
  const desk = await syncedDesk(service, project, { network: { writeTimeoutMs: 300 } });
  const { op } = await desk.call('assistant.ask', { finding: 'f1', others: [] });
  service.setFaults(({ path }) => (path.includes('/ai/') ? { kind: 'delay', ms: 900 } : undefined));
  expect(await desk.call('assistant.confirm', { op })).toMatchObject({ kind: 'written' });
});
