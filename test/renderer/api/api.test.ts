import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { maxCallLength, tooLargeWords } from '#contract/input/sizes.ts';
import { isExact } from '#domain/base/json.ts';
import {
  ApiError,
  createApi,
  failureOf,
  wasCancelled,
  wasUnanswered,
  type PageTransport,
} from '#renderer/api/api.ts';
import { createBridgeTransport } from '#renderer/api/bridge.ts';
import { createHttpTransport } from '#renderer/api/http.ts';
import { watchLeaving } from '#renderer/api/leaving.ts';

/** A way that answers everything with one text and keeps what was sent. */
function way(answer: string): { transport: PageTransport; sent: string[] } {
  const sent: string[] = [];
  return {
    sent,
    transport: {
      async call(name, inputText) {
        sent.push(`${name} ${inputText}`);
        return answer;
      },
      subscribe: () => () => undefined,
    },
  };
}

describe('a call of the page', () => {
  it('gives the value of the answer, every digit of its numbers kept', async () => {
    const { transport, sent } = way('{"ok":true,"value":{"effective":{"review_version":9007199254740993}}}');
    const view = await createApi(transport).call('finding.open', { id: 'f' });
    const version = view.effective['review_version'];
    expect([sent, isExact(version) && version.rawJSON]).toEqual([
      ['finding.open {"id":"f"}'],
      '9007199254740993',
    ]);
  });

  it('throws the failure that the program reported, in its words', async () => {
    const { transport } = way('{"ok":false,"error":{"code":"locked","message":"The vault is locked."}}');
    await expect(createApi(transport).call('view.list', {})).rejects.toEqual(
      new ApiError('locked', 'The vault is locked.'),
    );
  });

  it.each(['', 'null', '[]', '{"ok":false}', '{"ok":1,"value":2}', '<html>'])(
    'refuses %s, which is no outcome',
    async (answer) => {
      const failed = await createApi(way(answer).transport).call('view.list', {}).catch(failureOf);
      expect(failed).toMatchObject({ name: 'ApiError', code: 'internal' });
    },
  );

  it('is not sent at all when it was given up before', async () => {
    const { transport, sent } = way('{"ok":true,"value":null}');
    const failed = await createApi(transport)
      .call('view.list', {}, { signal: AbortSignal.abort() })
      .catch((thrown: unknown) => thrown);
    expect([wasCancelled(failed), sent]).toEqual([true, []]);
  });

  it('that nobody answered is another thing than a service that the program cannot reach', async () => {
    const { transport } = way(
      '{"ok":false,"error":{"code":"unreachable","message":"Nothing answers at a.test."}}',
    );
    const nobody = () => Promise.reject(new Error('the gateway is closed'));
    const bridge = { call: nobody, cancel: () => undefined, onEvent: () => () => undefined };
    // An address without a host, as every one is outside of a page, is asked of nobody.
    const ways = [transport, createHttpTransport(() => 'c'), createBridgeTransport(bridge, () => 'c')];
    const told = ways.map(async (one) => {
      const failed = await createApi(one)
        .call('view.list', {})
        .catch((thrown: unknown) => thrown);
      return [failureOf(failed).code, wasUnanswered(failed)];
    });
    expect(await Promise.all(told)).toEqual([
      ['unreachable', false],
      ['unreachable', true],
      ['unreachable', true],
    ]);
  });

  it('tells a person nothing of what went wrong inside the page', () => {
    expect(failureOf(new TypeError('x is not a function'))).toMatchObject({
      code: 'internal',
      message: 'Something went wrong in this window. What was saved is safe.',
    });
  });
});

it('what is sent while the page goes arrives without it; a page that stays after all sends as before', async () => {
  vi.useFakeTimers();
  const page = new EventTarget();
  const kept: [boolean | undefined, string | null][] = [];
  vi.stubGlobal('fetch', async (_path: string, { keepalive, headers }: RequestInit) => {
    const leaves = new Headers(headers).get('x-leaving');
    kept.push([keepalive, leaves]);
    return leaves === null ? new Response('{"ok":true,"value":null}') : new Response('', { status: 202 });
  });
  try {
    const { call } = createApi(createHttpTransport(() => 'c', watchLeaving(page)));
    const send = (name = 'Larkspur') => call('finding.edit', { id: 'f1', changes: { title: name } });
    await send();
    page.dispatchEvent(new Event('beforeunload'));
    await send();
    vi.runAllTimers();
    await send();
    page.dispatchEvent(new Event('beforeunload'));
    page.dispatchEvent(new Event('pagehide'));
    vi.runAllTimers();
    await expect(send()).rejects.toMatchObject({ code: 'cancelled' });
    await expect(send('x'.repeat(100_000))).rejects.toMatchObject({ code: 'cancelled' });
    page.dispatchEvent(new Event('pageshow'));
    await send();
    expect(kept).toEqual([
      [false, null],
      [true, null],
      [false, null],
      [true, '1'],
      [false, '1'],
      [false, null],
    ]);
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});

it('what is too large for one call is not sent, and said as the desktop window says it', async () => {
  const sent = vi.fn(async () => new Response('At most 67108864 bytes.', { status: 413 }));
  vi.stubGlobal('fetch', sent);
  try {
    const { call } = createApi(createHttpTransport(() => 'c'));
    const failed = await call('finding.edit', {
      id: 'f1',
      changes: { title: 'x'.repeat(maxCallLength) },
    }).catch((thrown: unknown) => thrown);
    expect([failed, sent.mock.calls.length]).toEqual([new ApiError('usage', tooLargeWords), 0]);
  } finally {
    vi.unstubAllGlobals();
  }
});

describe('the way of the local browser', () => {
  /** Calls that have arrived and have no answer yet, by name. */
  const held = new Map<string, ServerResponse>();
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice('/call/'.length);
    arrived.push(name);
    held.set(name, response);
    server.emit('arrived');
  });
  const real = globalThis.fetch;

  beforeEach(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    // A page asks its own address; outside of one it must be named.
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      real(`http://127.0.0.1:${String(port)}${path}`, init),
    );
  });

  afterEach(async () => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    held.clear();
    arrived.length = 0;
  });

  /** Waits until a call is there. */
  async function come(name: string): Promise<ServerResponse> {
    for (;;) {
      const response = held.get(name);
      if (response !== undefined) return response;
      await once(server, 'arrived');
    }
  }

  it('asks one after the other for what a change has it ask anew, and lets a letter pass', async () => {
    const { call } = createApi(createHttpTransport(() => 'c'));
    const given = [
      call('desk.status', {}, { urgency: 'later' }),
      call('view.list', {}, { urgency: 'later' }).catch(failureOf),
      call('list.counts', { project: 'p', queries: [] }, { urgency: 'later' }),
    ];
    const status = await come('desk.status');
    const letter = call('list.ids', { rows: [] });
    (await come('list.ids')).end('{"ok":true,"value":["letter"]}');
    const before = [await letter, [...arrived]];
    status.end('{"ok":true,"value":"status"}');
    const views = await come('view.list');
    const between = [...arrived];
    // A failure keeps nobody else from their turn.
    views.destroy();
    (await come('list.counts')).end('{"ok":true,"value":"counts"}');
    expect([before, between, await Promise.all(given)]).toEqual([
      [['letter'], ['desk.status', 'list.ids']],
      ['desk.status', 'list.ids', 'view.list'],
      ['status', expect.objectContaining({ code: 'unreachable' }), 'counts'],
    ]);
  });

  it('leaves a connection to the page that is loaded next, however many calls wait for a busy program', async () => {
    const page = new EventTarget();
    const { call } = createApi(createHttpTransport(() => 'c', watchLeaving(page)));
    const given = new AbortController();
    const open = (id: string, signal = new AbortController().signal) =>
      call('finding.open', { id }, { signal }).catch(failureOf);
    const asked: Promise<unknown>[] = [
      call('list.ids', { rows: [] }),
      call('evidence.list', { id: 'f' }),
      call('setting.read', {}),
    ];
    const answers = [...asked.map((one) => one.catch(failureOf)), open('a'), open('b', given.signal)];
    await Promise.all(['list.ids', 'evidence.list', 'setting.read'].map(come));
    given.abort();
    const early = [await answers[4], arrived.length];
    const locked = call('home.lock', {}, { urgency: 'now' }).catch(failureOf);
    (await come('home.lock')).end('{"ok":true,"value":"locked"}');
    page.dispatchEvent(new Event('beforeunload'));
    const letter = call('finding.edit', { id: 'f', changes: {} }).catch(failureOf);
    (await come('finding.edit')).end('{"ok":true,"value":"kept"}');
    const meanwhile = [await locked, await letter, arrived.includes('finding.open')];
    (await come('list.ids')).end('{"ok":true,"value":[]}');
    (await come('finding.open')).end('{"ok":true,"value":"a"}');
    expect([early, meanwhile, await answers[3], arrived.filter((name) => name === 'finding.open')]).toEqual([
      [expect.objectContaining({ code: 'cancelled' }), 3],
      ['locked', 'kept', false],
      'a',
      ['finding.open'],
    ]);
  });
});
