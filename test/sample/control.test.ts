import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Fault } from '#sample/http/faults.ts';
import type { SampleService } from '#sample/http/server.ts';
import { call, PORTAL, start, startSmall } from './support.ts';

const BODY = { title: 'Open redirect', asset: ['a.example'] };

function temporaryFile(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-sample-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return join(folder, name);
}

/** Creates a finding under a fault and tells what the caller and the service made of it. */
async function createUnder(fault: Fault): Promise<{ service: SampleService; answer: unknown; made: number }> {
  const service = await startSmall();
  service.setFaults(() => fault);
  const answer = await call(service, 'mara', 'PUT', `scans/${PORTAL}`, BODY).then(
    ({ status, text }) => [status, text],
    () => 'no answer',
  );
  service.setFaults(undefined);
  return { service, answer, made: service.findings(PORTAL).length - 5 };
}

describe('the ledger', () => {
  test('names every write with caller, body and outcome, in order, and no read', async () => {
    const service = await startSmall({ newId: () => 'fresh', now: () => new Date('2026-03-01T00:00:00Z') });
    await call(service, 'mara', 'GET', 'scans/');
    await call(service, 'mara', 'PUT', `scans/${PORTAL}`, BODY);
    await call(service, 'theo', 'DELETE', `scans/${PORTAL}/fresh`);
    const at = '2026-03-01T00:00:00.000Z';
    expect(service.ledger).toEqual([
      {
        n: 1,
        at,
        user: 'mara',
        method: 'PUT',
        path: `/api/scans/${PORTAL}`,
        body: BODY,
        fault: null,
        outcome: 'applied',
        status: 201,
        ids: ['fresh'],
      },
      {
        n: 2,
        at,
        user: 'theo',
        method: 'DELETE',
        path: `/api/scans/${PORTAL}/fresh`,
        body: null,
        fault: null,
        outcome: 'refused',
        status: 403,
        ids: [],
      },
    ]);
  });

  test('its file has the line before the caller has the answer', async () => {
    const ledgerFile = temporaryFile('ledger.jsonl');
    const service = await startSmall({ ledgerFile });
    await call(service, 'mara', 'PUT', `scans/${PORTAL}`, BODY);
    const lines = readFileSync(ledgerFile, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(service.ledger);
  });
});

describe('faults', () => {
  test('a dropped request leaves no trace but the ledger line', async () => {
    const { service, answer, made } = await createUnder({ kind: 'drop', handled: false });
    expect([answer, made]).toEqual(['no answer', 0]);
    expect(service.ledger).toMatchObject([{ fault: 'drop', outcome: 'not-handled', status: null }]);
  });

  test('a drop after handling loses the answer only', async () => {
    const { service, answer, made } = await createUnder({ kind: 'drop', handled: true });
    expect([answer, made]).toEqual(['no answer', 1]);
    expect(service.ledger).toMatchObject([{ fault: 'drop', outcome: 'applied', status: 201 }]);
  });

  test('a 502 comes with and without the write having happened', async () => {
    const lost = await createUnder({ kind: 'status', status: 502, handled: false });
    const landed = await createUnder({ kind: 'status', status: 502, handled: true });
    const answer = [502, '{"error":"The service could not answer."}'];
    expect([lost.answer, lost.made, landed.answer, landed.made]).toEqual([answer, 0, answer, 1]);
  });

  test('HTML and success:false come under 200', async () => {
    const html = await createUnder({ kind: 'html', handled: false });
    const failure = await createUnder({ kind: 'success-false', handled: true });
    expect([html.answer, html.made]).toEqual([[200, expect.stringContaining('<!doctype html>')], 0]);
    expect([failure.answer, failure.made]).toEqual([[200, expect.stringContaining('"success":false')], 1]);
  });

  test('a trickle arrives whole in the end, a cut does not', async () => {
    const trickle = await createUnder({ kind: 'trickle', bytes: 7, everyMs: 1 });
    const cut = await createUnder({ kind: 'cut', afterBytes: 5 });
    expect([trickle.answer, trickle.made]).toEqual([[201, expect.stringContaining('"success":true')], 1]);
    expect([cut.answer, cut.made]).toEqual(['no answer', 1]);
  });

  test('a delayed answer is the right one, and another body comes under the right status', async () => {
    const delay = await createUnder({ kind: 'delay', ms: 5 });
    const body = await createUnder({ kind: 'body', body: '{"success":true,"Ids":[]}' });
    expect([delay.answer, delay.made]).toEqual([[201, expect.stringContaining('"success":true')], 1]);
    expect([body.answer, body.made]).toEqual([[201, '{"success":true,"Ids":[]}'], 1]);
  });

  test('a late request lands after its connection is gone', async () => {
    const lands = Promise.withResolvers<void>();
    const { service, answer, made } = await createUnder({ kind: 'late', until: lands.promise });
    expect([answer, made]).toEqual(['no answer', 0]);
    lands.resolve();
    await expect.poll(() => service.findings(PORTAL).length).toBe(6);
  });

  test('a 429 carries the retry header that it is given', async () => {
    const service = await startSmall();
    service.setFaults(({ n }) =>
      n === 1
        ? { kind: 'status', status: 429, handled: false, retryAfter: '7' }
        : { kind: 'status', status: 429, handled: false },
    );
    const replies = [
      await call(service, 'mara', 'GET', 'scans/'),
      await call(service, 'mara', 'GET', 'scans/'),
    ];
    expect(replies.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [429, '7'],
      [429, null],
    ]);
  });

  test('a fault function sees caller, path and body', async () => {
    const service = await startSmall();
    const seen: unknown[] = [];
    service.setFaults((request) => {
      seen.push(request);
      return undefined;
    });
    await call(service, 'mara', 'PUT', `scans/${PORTAL}?x=1`, BODY);
    expect(seen).toEqual([
      { n: 1, method: 'PUT', path: `/api/scans/${PORTAL}?x=1`, user: 'mara', body: JSON.stringify(BODY) },
    ]);
  });

  test('a service that closes lets go of requests that still wait', async () => {
    const service = await start({ engagement: false, latencyMs: 60_000 });
    const waiting = call(service, 'mara', 'GET', 'scans/').then(
      () => 'answered',
      () => 'ended',
    );
    await expect.poll(() => service.requestCount).toBe(1);
    await service.close();
    expect(await waiting).toBe('ended');
  });
});

describe('the rate limit', () => {
  test('is off unless asked for', async () => {
    const service = await startSmall();
    const replies = await Promise.all(
      Array.from({ length: 200 }, () => call(service, 'mara', 'GET', 'users/me')),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
  });

  test.each([
    ['seconds', '2'],
    ['date', 'Sun, 01 Mar 2026 00:00:02 GMT'],
    ['none', null],
  ] as const)('counts per token and tells when to come back: %s', async (retryAfter, header) => {
    let nowMs = Date.UTC(2026, 2, 1);
    const service = await startSmall({
      rateLimit: { burst: 2, perSecond: 0.5, retryAfter },
      now: () => new Date(nowMs),
    });
    const ask = async (login: string): Promise<unknown> => {
      const { status, headers } = await call(service, login, 'GET', 'users/me');
      return [status, headers.get('retry-after')];
    };
    expect([await ask('mara'), await ask('mara'), await ask('mara')]).toEqual([
      [200, null],
      [200, null],
      [429, header],
    ]);
    expect(await ask('jonas')).toEqual([200, null]);
    nowMs += 2_000;
    expect(await ask('mara')).toEqual([200, null]);
  });
});

describe('somebody else at work', () => {
  test('edits, additions and removals behind the back are seen by the next read', async () => {
    const service = await startSmall();
    service.edit('open-1', { title: 'Renamed', description: null });
    service.remove('open-2');
    const id = service.create(PORTAL, { body: BODY, candidate: 'public' });
    const listed = await call(service, 'clara', 'GET', `scans/?project=${PORTAL}`);
    const titles = (listed.json as { id: string; title: string }[]).map((entry) => [entry.id, entry.title]);
    expect(titles).toEqual([
      ['open-1', 'Renamed'],
      ['public', 'Proposed'],
      [id, 'Open redirect'],
    ]);
  });

  test('texts can be tidied by the service', async () => {
    const service = await startSmall({ normaliseText: (text) => text.trimEnd() });
    await call(service, 'mara', 'POST', `scans/${PORTAL}`, {
      ...BODY,
      id: 'open-1',
      description: 'Seen. \n',
    });
    expect(service.finding('open-1')?.['description']).toBe('Seen.');
  });
});
