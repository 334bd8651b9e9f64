import { describe, expect, test } from 'vitest';
import type { Fault } from '#sample/http/faults.ts';
import { applied, bench, edit, isList, project, row, spoil, sync, watch, type Bench } from '../support.ts';

async function moved(): Promise<Bench> {
  const made = await bench({ count: 30, pageCap: 10 });
  made.service.edit('f1', { title: 'Changed there' });
  return made;
}

async function whole({ desk }: Bench): Promise<void> {
  const summary = await sync(desk);
  expect(summary.engagements).toEqual([{ project, complete: true, held: null }]);
  expect((await row(desk, 'f1'))?.title).toBe('Changed there');
  expect((await desk.call('finding.list', { project })).rows).toHaveLength(30);
}

describe('a sweep whose list is refused', () => {
  test.each([400, 401, 403, 404, 409])(
    'with %i marks nothing gone, says why, and is whole the next time',
    async (status) => {
      const made = await moved();
      const { desk } = made;
      spoil(made, isList, { kind: 'status', status, handled: false, body: '{"error":"Not like this."}' }, 99);
      const summary = await sync(desk);
      expect(summary.engagements).toEqual([{ project, complete: false, held: null }]);
      expect(summary.pulled.gone).toBe(0);
      expect(summary.failure?.message).toContain('Not like this.');
      expect(summary.failure?.code === 'credentials').toBe(status === 401);
      expect((await desk.call('finding.list', { project })).rows).toHaveLength(30);
      watch(made.service, made.requests);
      await whole(made);
    },
  );
});

describe('a sweep whose list fails', () => {
  test.each([
    ['500', { kind: 'status', status: 500, handled: false }],
    ['503', { kind: 'status', status: 503, handled: false }],
    ['a reset connection', { kind: 'drop', handled: false }],
    ['half an answer', { kind: 'cut', afterBytes: 50 }],
    ['HTML', { kind: 'html', handled: true }],
    ['success:false', { kind: 'success-false', handled: true }],
    ['an empty body', { kind: 'body', body: '' }],
    ['no list', { kind: 'body', body: '{"a":1}' }],
    ['two lists', { kind: 'body', body: '{"a":[],"b":[]}' }],
    ['an error beside an empty list', { kind: 'body', body: '{"error":"no","data":[]}' }],
  ] as [string, Fault][])(
    'with %s once is whole all the same, and for good marks nothing gone',
    async (_name, fault) => {
      const made = await moved();
      const { desk } = made;
      spoil(made, isList, fault);
      await whole(made);
      spoil(made, isList, fault, 999);
      const summary = await sync(desk);
      expect(summary.engagements).toEqual([{ project, complete: false, held: null }]);
      expect(summary.failure).not.toBeNull();
      expect(summary.pulled.gone).toBe(0);
      expect((await desk.call('finding.list', { project })).rows).toHaveLength(30);
      watch(made.service, made.requests);
      await whole(made);
    },
  );

  test('does not keep from the queue what can be sent', async () => {
    const made = await moved();
    const { desk, service } = made;
    await edit(desk, 'f2', { title: 'Mine' });
    spoil(made, isList, { kind: 'status', status: 500, handled: false }, 999);
    await sync(desk);
    expect(applied(service)).toHaveLength(1);
  });
});

describe('429 on a list', () => {
  test.each([
    ['seconds', (): string => '20', 20_000],
    // Far enough: until the service answers, a slow machine takes a part of it.
    ['a date', (): string => new Date(Date.now() + 50_000).toUTCString(), 18_000],
    ['no header', (): undefined => undefined, 500],
  ] as [string, () => string | undefined, number][])(
    'with %s is waited out',
    async (_name, header, leastMs) => {
      const made = await moved();
      const before = made.clock.awakeMs();
      const retryAfter = header();
      spoil(made, isList, {
        kind: 'status',
        status: 429,
        handled: false,
        ...(retryAfter === undefined ? {} : { retryAfter }),
      });
      await whole(made);
      expect(made.clock.awakeMs() - before).toBeGreaterThanOrEqual(leastMs);
    },
  );

  test('for ten minutes ends the sync at once with a word, and nothing is asked before', async () => {
    const made = await moved();
    const { desk, clock, requests } = made;
    const before = clock.awakeMs();
    spoil(made, isList, { kind: 'status', status: 429, handled: false, retryAfter: '600' });
    const summary = await sync(desk);
    expect(clock.awakeMs() - before).toBeLessThan(60_000);
    expect(summary.engagements).toMatchObject([{ complete: false }]);
    expect(summary.notices.join('\n')).not.toBe('');
    requests.length = 0;
    await sync(desk).catch(() => undefined);
    expect(requests).toEqual([]);
    clock.pass(600_000);
    await whole(made);
  });
});

describe('the question who is calling', () => {
  test.each([
    ['401', { kind: 'status', status: 401, handled: false }, 'credentials'],
    ['500', { kind: 'status', status: 500, handled: false }, 'unreachable'],
    ['a reset connection', { kind: 'drop', handled: false }, 'unreachable'],
    ['HTML', { kind: 'html', handled: true }, 'bad-answer'],
  ] as [string, Fault, string][])('answered with %s sends and pulls nothing', async (_name, fault, code) => {
    const made = await moved();
    const { desk, service, requests } = made;
    await edit(desk, 'f2', { title: 'Mine' });
    spoil(made, ({ path }) => path === '/api/users/me', fault, 99);
    await expect(sync(desk)).rejects.toMatchObject({ code });
    expect(service.ledger).toEqual([]);
    expect(requests.filter(({ path }) => path !== '/api/users/me')).toEqual([]);
  });
});
