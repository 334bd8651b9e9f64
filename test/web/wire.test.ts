import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tooLargeWords } from '#contract/input/sizes.ts';
import { ask, endAll, open, startServing, visit } from './support.ts';
import type { Answer, Serving, Visitor } from './support.ts';
import { patienceMs } from '../support/patience.ts';

/*
 * The wire of `serve` (docs/develop/window.md), from outside: one process with one home for all of these.
 */

let folder: string;
let serving: Serving;
let visitor: Visitor;
let entered: Answer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-serve-'));
  serving = await startServing(join(folder, 'home'), { env: { DOSSIER_TOKEN: 'a-token-that-nobody-sees' } });
  const first = await visit(serving.url);
  visitor = first;
  entered = await ask(serving.url, `${serving.url.pathname}${serving.url.search}`);
  expect(await visitor.call('home.create', { passphrase: null })).toEqual({
    ok: true,
    value: { recoveryCode: null },
  });
});
afterAll(async () => {
  const code = await serving.stop();
  await endAll();
  rmSync(folder, { recursive: true, force: true });
  expect(code).toBe(0);
});

const port = (): string => serving.url.port;
const calling = (headers: Record<string, string> = {}): Parameters<typeof ask>[2] => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: '{}',
});

describe('the entrance', () => {
  test('lets one browser in, by a cookie that no script and no other site gets', async () => {
    const other = await startServing(join(folder, 'other'));
    const answer = await ask(other.url, `${other.url.pathname}${other.url.search}`);
    await other.stop();
    expect({
      status: answer.status,
      location: answer.headers.location,
      cookie: answer.headers['set-cookie']?.[0]?.replace(/=[\w-]{43};/, '=SECRET;'),
    }).toEqual({
      status: 303,
      location: '/',
      cookie: `dossier-${other.url.port}=SECRET; HttpOnly; SameSite=Strict; Path=/`,
    });
  });

  test('is closed to who comes second, and says what to do', () => {
    expect({ status: entered.status, cookie: entered.headers['set-cookie'] }).toEqual({
      status: 403,
      cookie: undefined,
    });
    expect(entered.body).toContain('Run <code>dossier serve</code> again');
  });

  test.each(['/enter', '/enter?key=', '/enter?key=wrong', `/enter?key=${'A'.repeat(43)}`])(
    'is closed to %s',
    async (path) => {
      const { status, headers } = await ask(serving.url, path);
      expect({ status, cookie: headers['set-cookie'] }).toEqual({ status: 403, cookie: undefined });
    },
  );
});

describe('without the cookie', () => {
  test('nothing answers but 403, whether it is there or not', async () => {
    const page = (await visitor.ask('/')).body;
    const files = [...page.matchAll(/(?:src|href)="\.?(\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(1);
    const gets = ['/', '/index.html', '/events', '/favicon.ico', '/nothing', '/call/home.state', ...files];
    const statuses = await Promise.all([
      ...gets.map(async (path) => (await ask(serving.url, path)).status),
      ...['home.state', 'home.create', 'engagement.list', 'no.such'].map(
        async (name) => (await ask(serving.url, `/call/${name}`, calling())).status,
      ),
      ...['HEAD', 'OPTIONS', 'PUT', 'DELETE'].map(
        async (method) => (await ask(serving.url, '/', { method })).status,
      ),
    ]);
    expect([...new Set(statuses)]).toEqual([403]);
  });

  test.each([
    ['a wrong value', () => `dossier-${port()}=${'A'.repeat(43)}`],
    ['another name', () => visitor.cookie.replace('dossier', 'dossier2')],
    ['half of it', () => visitor.cookie.slice(0, -5)],
    ['more than it', () => `${visitor.cookie}A`],
  ])('%s does not do', async (_, cookie) => {
    const { status } = await ask(serving.url, '/call/home.state', calling({ cookie: cookie() }));
    expect(status).toBe(403);
  });

  test('it is found among the cookies of other programs', async () => {
    const cookie = `a=b; ${visitor.cookie}; c="d"`;
    expect((await ask(serving.url, '/', { headers: { cookie } })).status).toBe(200);
  });
});

// Only root can be another user for the time of a test.
test('another user of this machine is refused although they have the cookie', async ({ skip }) => {
  skip(process.platform !== 'linux' || process.getuid?.() !== 0, 'only root on Linux can be another user');
  const script = `fetch(process.argv[1], { headers: { cookie: process.argv[2] } }).then((a) => process.stdout.write(String(a.status)))`;
  const asked = (uid: number) =>
    promisify(execFile)(process.execPath, ['-e', script, serving.url.origin, visitor.cookie], { uid });
  expect([(await asked(0)).stdout, (await asked(65_534)).stdout]).toEqual(['200', '403']);
});

describe('a page of somebody else', () => {
  test.each([
    ['a name that was made to point here', () => ({ host: `rebind.example:${port()}` })],
    ['the name of this machine', () => ({ host: `localhost:${port()}` })],
    ['our address with another port', () => ({ host: '127.0.0.1:1' })],
    ['our address without a port', () => ({ host: '127.0.0.1' })],
    ['our address in front of another name', () => ({ host: `127.0.0.1:${port()}.rebind.example` })],
    ['another origin', () => ({ origin: 'https://evil.example' })],
    ['the origin of another program on this machine', () => ({ origin: 'http://127.0.0.1:1' })],
    ['an origin that it hides', () => ({ origin: 'null' })],
    ['another site, as the browser says', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['another port of this machine, as the browser says', () => ({ 'sec-fetch-site': 'same-site' })],
  ])('is refused although it has the cookie: %s', async (_, headers) => {
    const given = { cookie: visitor.cookie, ...headers() };
    const answers = [
      await ask(serving.url, '/', { headers: given }),
      await ask(serving.url, '/call/home.state', calling(given)),
      await ask(serving.url, `/enter?key=${'A'.repeat(43)}`, { headers: given }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  test('our own is let in, as a browser calls it', async () => {
    const headers = { origin: `http://127.0.0.1:${port()}`, 'sec-fetch-site': 'same-origin' };
    expect(await visitor.call('home.state', {}, { headers })).toMatchObject({
      ok: true,
      value: { kind: 'open' },
    });
  });
});

describe('a path', () => {
  test.each([
    '/../package.json',
    '/assets/../../../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '//etc/passwd',
    '/etc/passwd',
    '/renderer.stamp',
    '/index.html',
    '/assets',
    '/assets/',
    'http://127.0.0.1/etc/passwd',
    '/\u0000',
  ])('that is none of ours is not there: %j', async (path) => {
    const { status, body } = await visitor
      .ask(path)
      .catch((error: unknown) => ({ status: 404, body: String(error) }));
    expect({ status, leaks: /root:|"name"/.test(body) }).toEqual({ status: 404, leaks: false });
  });

  test('of the window is answered with its type', async () => {
    const { status, headers, body } = await visitor.ask('/');
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    });
    expect(body).toContain('<div id="app">');
  });

  test.each(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'])('takes no %s', async (method) => {
    expect((await visitor.ask('/', { method })).status).toBe(405);
  });
});

test('every answer says what a browser may do with it', async () => {
  const answers = [
    await visitor.ask('/'),
    await visitor.ask('/nothing'),
    await visitor.ask('/', { method: 'PUT' }),
    await visitor.ask('/call/home.state', calling()),
    await visitor.ask('/call/nothing', calling()),
  ];
  const inWords = [await ask(serving.url, '/'), entered];
  const wanted = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
  const policies = [...answers, ...inWords].map(({ headers }) => headers['content-security-policy']);
  const ofPages = /^default-src 'none'; script-src 'self'; .*require-trusted-types-for 'script'/;
  // A page of words has a style and nothing else, whoever is let in.
  const ofWords =
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-/;
  expect(policies).toEqual([
    ...answers.map(() => expect.stringMatching(ofPages)),
    ...inWords.map(() => expect.stringMatching(ofWords)),
  ]);
  for (const { headers } of [...answers, ...inWords]) expect(headers).toMatchObject(wanted);
});

describe('a call', () => {
  test('of a procedure that nobody knows is an outcome, another path is not there', async () => {
    expect(await visitor.call('no.such')).toMatchObject({ ok: false, error: { code: 'usage' } });
    expect((await visitor.ask('/call/../home.state', calling())).status).toBe(404);
  });

  test('says where its input is wrong', async () => {
    expect(await visitor.call('home.unlock', { passphrase: 1 })).toEqual({
      ok: false,
      error: {
        code: 'usage',
        message: expect.stringContaining('passphrase: '),
      },
    });
    const broken = await visitor.ask('/call/home.state', { ...calling(), body: '{' });
    expect(JSON.parse(broken.body)).toMatchObject({ ok: false, error: { code: 'usage' } });
  });

  test('names no file of this computer', async () => {
    const out = join(tmpdir(), 'dossier-from-a-page.pdf');
    expect([await visitor.call('report.export', { project: 'p', out }), existsSync(out)]).toEqual([
      {
        ok: false,
        error: { code: 'refused', message: 'A page of the browser names no files of this computer.' },
      },
      false,
    ]);
    expect(await visitor.call('import.preview', { project: 'p', files: [{ path: out }] })).toMatchObject({
      error: { code: 'refused' },
    });
  });

  test('is JSON, as no form of another page can send it', async () => {
    const { status } = await visitor.ask('/call/home.state', calling({ 'content-type': 'text/plain' }));
    expect(status).toBe(415);
  });

  test('of more than 64 MB is refused in words, told or not told before', async () => {
    const told = await visitor.ask('/call/home.state', calling({ 'content-length': '67108865' }));
    const words = { ok: false, error: { code: 'usage', message: tooLargeWords } };
    expect([told.status, JSON.parse(told.body)]).toEqual([413, words]);
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (let sent = 0; sent < 80; sent += 1) yield chunk;
    }
    // A page that still sends as the refusal comes reads it, and meets no broken connection.
    for (let time = 0; time < 10; time += 1) {
      const flood = await visitor.ask('/call/home.state', { ...calling(), body: chunks() });
      expect([flood.status, JSON.parse(flood.body)]).toEqual([413, words]);
    }
  });

  test('ends in the service too when its page goes away', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port: at } = silent.address() as AddressInfo;
    const connected = once(silent, 'connection');
    const gone = new AbortController();
    const call = visitor
      .call(
        'home.connect',
        { baseUrl: `http://127.0.0.1:${String(at)}/api/`, token: 'x' },
        { signal: gone.signal },
      )
      .catch((error: unknown) => error);
    const [socket] = await connected;
    socket.resume().on('error', () => undefined);
    const closed = once(socket, 'close');
    gone.abort();
    expect(await call).toMatchObject({ name: 'AbortError' });
    await closed;
    silent.close();
  });
});

test('the event stream tells how far a call is, and that something changed', async () => {
  const events = await visitor.events();
  const opened = visitor.call('sample.open', {}, { headers: { 'x-call': 'call-1' } });
  const seen = new Set<string>();
  for await (const { event, data } of events) {
    seen.add(event === 'progress' ? `progress of ${data.call}: ${data.event.kind}` : `desk: ${data.kind}`);
    if (seen.has('progress of call-1: sync') && seen.has('desk: changed') && seen.has('desk: sync')) break;
  }
  expect(await opened).toMatchObject({ ok: true });
});

test('a page that shows another account than the one that is open is told so, and nothing is done', async () => {
  const { value } = await visitor.call('desk.status');
  const add = (account: string) =>
    visitor.call('engagement.add', { project: 'from-a-page' }, { headers: { 'x-account': account } });
  const told = [await add('f'.repeat(32)), await add('nonsense'), await add(value.connection.account)];
  expect(told).toMatchObject([
    { ok: false, error: { code: 'other-account' } },
    { ok: false, error: { code: 'other-account' } },
    { ok: true },
  ]);
});

test('what a page sends as it goes is answered before it is done, and done although the page is gone', async () => {
  const appearance = { theme: 'dark', text: 'large' };
  const answer = await open(serving.url, '/call/setting.write', {
    method: 'POST',
    headers: { cookie: visitor.cookie, 'content-type': 'application/json', 'x-leaving': '1' },
    body: JSON.stringify({ name: 'appearance', value: appearance }),
  });
  answer.resume();
  answer.destroy();
  expect(answer.statusCode).toBe(202);
  await expect
    .poll(async () => (await visitor.call('setting.read')).value.appearance)
    .toMatchObject(appearance);
});

test('event streams have a bound, and one that ends makes room', async () => {
  const listening = await Promise.all(
    Array.from({ length: 70 }, () => open(serving.url, '/events', { headers: { cookie: visitor.cookie } })),
  );
  const refused = listening.filter(({ statusCode }) => statusCode === 503).length;
  for (const stream of listening) stream.destroy();
  expect([refused > 0, await visitor.call('home.state')]).toMatchObject([true, { ok: true }]);
  await vi.waitFor(async () => {
    const stream = await open(serving.url, '/events', { headers: { cookie: visitor.cookie } });
    stream.destroy();
    expect(stream.statusCode).toBe(200);
  }, patienceMs);
});

test('the token is in no output', async () => {
  const home = join(folder, 'quiet');
  const other = await startServing(home, {
    args: ['--debug'],
    env: { DOSSIER_TOKEN: 'a-token-that-nobody-sees' },
  });
  const visitor = await visit(other.url);
  await visitor.call('home.create', { passphrase: null });
  const answer = await visitor.call('home.connect', { baseUrl: 'http://127.0.0.1:9/api/', token: null });
  await other.stop();
  const { stdout, stderr } = await other.running.ended;
  expect(answer).toMatchObject({ ok: false, error: { code: 'unreachable' } });
  expect(JSON.stringify([answer, stdout, stderr])).not.toContain('nobody-sees');
});
