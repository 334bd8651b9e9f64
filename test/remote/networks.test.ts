import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import { failureText } from '#domain/answers/failure.ts';
import { trustMachine } from '#remote/http/certificates.ts';
import { createServiceClient } from '#remote/endpoints/service-client.ts';
import { createHttpTransport } from '#remote/http/http-transport.ts';
import { createRateLimiters } from '#remote/rate-limit/rate-limiters.ts';
import type { NetworkTime } from '#remote/http/network-time.ts';
import { chooseRoute, type Route } from '#remote/http/proxy-route.ts';
import { call } from '../faults/client.ts';
import {
  hasOpenssl,
  makeAuthority,
  noOpenssl,
  type Issued,
  type TestAuthority,
} from '../support/authority.ts';
import { temporaryFolder } from '../support/desk.ts';
import { startProxy, type ProxyOptions, type TestProxy } from '../support/proxy.ts';
import { leapingClock } from './support/clocks.ts';

/* Networks as offices have them: proxy kinds, certificates and answers, with the sentence that the person reads. */

const host = 'service.test';
const json: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"u1"}');
};

let provider: TestAuthority;
let office: TestAuthority;
let good: Issued;
let answers: RequestListener = json;
let requests: string[] = [];
let closing: (() => Promise<unknown>)[] = [];
beforeAll(() => {
  if (!hasOpenssl) return;
  provider = makeAuthority('Provider Root');
  office = makeAuthority('Office Root');
  good = provider.issue([host, 'localhost']);
});
beforeEach(({ skip }) => {
  skip(!hasOpenssl, noOpenssl);
});
afterEach(async () => {
  answers = json;
  requests = [];
  const these = closing;
  closing = [];
  for (const close of these) await close();
});

interface ServiceOptions extends Partial<Issued> {
  readonly wantsClientsOf?: TestAuthority;
}

/** @returns the port of a service over TLS */
async function serve({ key = good.key, cert = good.cert, wantsClientsOf }: ServiceOptions = {}) {
  const wants =
    wantsClientsOf === undefined
      ? {}
      : { ca: wantsClientsOf.certificate, requestCert: true, rejectUnauthorized: true };
  const server = createServer({ key, cert, ...wants }, (request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    answers(request, response);
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  return (server.address() as AddressInfo).port;
}

async function proxyTo(port: number, options: ProxyOptions = {}): Promise<TestProxy> {
  const proxy = await startProxy({ port, ...options });
  closing.push(() => proxy.close());
  return proxy;
}

interface Asking {
  readonly baseUrl?: string;
  readonly trusts?: readonly TestAuthority[];
  readonly shows?: { readonly file: Uint8Array; readonly passphrase: string };
  readonly networkTime?: NetworkTime;
}

/** What the person reads, or 'reached'. */
async function ask(route: Route | undefined, asking: Asking = {}): Promise<string> {
  const { baseUrl = `https://${host}/api/`, trusts = [provider], shows = null, networkTime } = asking;
  const clock = leapingClock();
  const authorities = trusts.map(({ certificate }) => certificate).join('\n');
  const transport = createHttpTransport({
    baseUrl,
    ...(route === undefined ? {} : { route }),
    ...(networkTime === undefined ? {} : { networkTime }),
    secureContext: () => trustMachine(undefined)({ authorities, clientCertificate: shows }),
    connectTimeoutMs: 1_500,
  });
  onTestFinished(() => transport.close());
  const limiters = createRateLimiters(clock, 4);
  const wire = { transport, baseUrl, profile: defaultProfile, clock };
  const client = createServiceClient({ ...wire, limiter: limiters.findings, aiLimiter: limiters.ai });
  const result = await client.me(call);
  return result.kind === 'ok' ? 'reached' : failureText(result.failure);
}

/** By the setting of a connection. */
function by(address: string, name: string | null = null, password: string | null = null): Route {
  const setting = { kind: 'manual', address, name, password } as const;
  return chooseRoute(new URL(`https://${host}/api/`), { setting, environment: {}, system: null });
}

describe('through a proxy', () => {
  test('a service is reached whose name this computer cannot look up', async () => {
    const proxy = await proxyTo(await serve());
    expect(await ask(by(proxy.url))).toBe('reached');
    expect(proxy.asked).toEqual([{ authority: `${host}:443`, authorization: undefined }]);
    expect(requests).toEqual(['GET /api/users/me']);
  });

  test('another port of the service is asked for', async () => {
    const proxy = await proxyTo(await serve());
    expect(await ask(by(proxy.url), { baseUrl: `https://${host}:8443/api/` })).toBe('reached');
    expect(proxy.asked[0]?.authority).toBe(`${host}:8443`);
  });

  test('that wants a name and a password, both are given, whatever letters they have', async () => {
    const wants = { name: 'mara', password: 'grün@:%' };
    const proxy = await proxyTo(await serve(), { wants });
    expect(await ask(by(proxy.url, wants.name, wants.password))).toBe('reached');
  });

  test('that is reached over TLS itself, its certificate is verified', async () => {
    const secure = office.issue(['127.0.0.1']);
    const proxy = await proxyTo(await serve(), { secure });
    expect(await ask(by(proxy.url), { trusts: [provider, office] })).toBe('reached');
    const refused = await ask(by(proxy.url));
    expect(refused).toMatch(
      /^The connection is not safe: the certificate of the proxy 127\.0\.0\.1:\d+ is signed/u,
    );
  });

  test('the setting of the environment is used by the same way', async () => {
    const proxy = await proxyTo(await serve());
    const environment = { https_proxy: proxy.url };
    const setting = { kind: 'automatic' } as const;
    const route = chooseRoute(new URL(`https://${host}/api/`), { setting, environment, system: null });
    expect(await ask(route)).toBe('reached');
  });

  test.each<[string, ProxyOptions, RegExp]>([
    [
      'that wants a name',
      { wants: { name: 'mara', password: 'x' } },
      /: the proxy NAME, asked for service\.test, wants a name and password that it accepts \(407\)\. Enter them in the network settings/u,
    ],
    [
      'that speaks NTLM alone',
      { refuses: { status: 407, headers: { 'Proxy-Authenticate': 'NTLM' } } },
      /wants to be signed in to by NTLM \(407\), which Dossier cannot do\. Run a local forwarding proxy/u,
    ],
    [
      'that speaks Kerberos alone',
      { refuses: { status: 407, headers: { 'Proxy-Authenticate': 'Negotiate' } } },
      /by Kerberos or NTLM \(Negotiate\) \(407\), which Dossier cannot do/u,
    ],
    [
      'that forbids it',
      { refuses: { status: 403 } },
      /NAME, asked for service\.test, does not allow it \(403\)/u,
    ],
    [
      'that finds no service',
      { refuses: { status: 502 } },
      /NAME, asked for service\.test, could not reach it \(502\)/u,
    ],
    [
      'that says something else',
      { refuses: { status: 418 } },
      /NAME, asked for service\.test, refused \(418\)/u,
    ],
    ['that hangs up', { instead: 'hangs-up' }, /the proxy NAME ended the connection without an answer/u],
    ['that never answers', { instead: 'hangs' }, /the proxy NAME did not answer in time/u],
    ['that is none', { instead: 'other-protocol' }, /what answers as the proxy NAME is not an HTTP proxy/u],
  ])('%s, nothing is sent and the person reads who refused', async (_what, options, expected) => {
    const proxy = await proxyTo(await serve(), options);
    const said = await ask(by(proxy.url, 'mara', 'hunter2-secret'));
    expect(said.replace(proxy.name, 'NAME')).toMatch(expected);
    expect(said).toMatch(/^The service cannot be reached: /u);
    expect(said).not.toMatch(/secret|hunter2/u);
    expect(requests).toEqual([]);
  });

  test('that is not there, it is named', async () => {
    const proxy = await startProxy();
    await proxy.close();
    expect(await ask(by(proxy.url))).toBe(
      `The service cannot be reached: nothing answers at the proxy ${proxy.name} (ECONNREFUSED). Check the proxy in the network settings.`,
    );
    expect(await ask(by('http://proxy.invalid:3128'))).toMatch(
      /the name the proxy proxy\.invalid:3128|proxy\.invalid:3128 (?:is not known|cannot be looked up)/u,
    );
  });

  test('that cannot be used, nothing goes around it', async () => {
    const port = await serve();
    const said = await ask(by('socks5://127.0.0.1:1080'), {
      baseUrl: `https://${host}:${String(port)}/api/`,
    });
    expect(said).toMatch(/SOCKS proxy, which Dossier cannot use\. Name an HTTP proxy/u);
  });
});

const direct: Route = { kind: 'direct', source: 'the test' };
const here = (port: number): string => `https://localhost:${String(port)}/api/`;

describe.each(['directly', 'through a proxy'])('%s', (way) => {
  /** The same service by both ways. */
  async function reach(service: ServiceOptions = {}, asking: Asking = {}, options: ProxyOptions = {}) {
    const port = await serve(service);
    if (way === 'directly') return ask(direct, { ...asking, baseUrl: here(port) });
    return ask(by((await proxyTo(port, options)).url), asking);
  }
  const name = way === 'directly' ? /localhost:\d+/u : /service\.test/u;

  test('a certificate that nobody known here signed is shown with what to do', async () => {
    const said = await reach({}, { trusts: [] });
    expect(said.replace(name, 'NAME')).toMatch(
      /^The connection is not safe: the certificate of NAME is signed by nobody known here \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\): issued to service\.test \(Office of Tests\) by Provider Root \(Office of Tests\), valid from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, SHA-256 (?:[0-9A-F]{2}:){31}[0-9A-F]{2}\. If your office opens TLS/u,
    );
    expect(requests).toEqual([]);
  });

  test('a certificate that has expired is told with the clock', async () => {
    const said = await reach(provider.issue([host, 'localhost'], { from: -40, to: -2 }));
    expect(said).toMatch(
      /has expired, and this computer's clock says \d{4}-\d\d-\d\d \d\d:\d\d UTC \(CERT_HAS_EXPIRED\)/u,
    );
    expect(said).toMatch(/if not, set the clock\.$/u);
  });

  test('a certificate that is not valid yet is told with the clock', async () => {
    const said = await reach(provider.issue([host, 'localhost'], { from: 5, to: 40 }));
    expect(said).toMatch(/is not valid yet, and this computer's clock says/u);
    expect(said).toMatch(/Set the clock of this computer/u);
  });

  test('a clock that the network contradicts is what is wrong', async () => {
    const networkTime = { note: () => undefined, nowMs: () => Date.now() + 90 * 86_400_000 };
    const service = provider.issue([host, 'localhost'], { from: 60, to: 120 });
    expect(await reach(service, { networkTime })).toMatch(
      /^The connection is not safe: this computer's clock says .* UTC, the network says .* UTC; .* Set the clock of this computer, then try again\.$/u,
    );
  });

  test('a certificate of another host is told with the sign-in of a guest network', async () => {
    const said = await reach(provider.issue(['elsewhere.test']));
    expect(said).toMatch(/has the certificate of another host .*sign in to the network in a browser\.$/u);
  });

  test('a service that wants a client certificate is reached with it, and asks for it without', async () => {
    const clients = makeAuthority('Client Root');
    const shows = { file: clients.clientFile('mara', 'open sesame'), passphrase: 'open sesame' };
    expect(await reach({ wantsClientsOf: clients }, { shows })).toBe('reached');
    expect(await reach({ wantsClientsOf: clients })).toMatch(
      /wants a client certificate \(ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED\)\. If you were given one/u,
    );
    answers = (_request, response) =>
      void response.writeHead(400).end('<html><h1>400</h1>No required SSL certificate was sent</html>');
    expect(await reach()).toBe(
      'The connection is not safe: the service wants a client certificate. If you were given one (.p12 or .pfx), add it in the network settings.',
    );
  });

  test.each<[string, RequestListener, RegExp]>([
    [
      'a sign-in page of a network by a redirect',
      (_request, response) =>
        void response.writeHead(302, { Location: 'https://portal.test/login?u=1' }).end(),
      /^Another host answers: the request was pointed to https:\/\/portal\.test \(302\), which is never followed\. Open a page in your browser/u,
    ],
    [
      'a web page in the place of data',
      (_request, response) =>
        void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Welcome</html>'),
      /^The answer is not that of the service: it is a web page instead of data\. Open a page in your browser/u,
    ],
    [
      'a network that says it wants a sign-in',
      (_request, response) => void response.writeHead(511).end('<html>'),
      /^This network wants you to sign in \(511\)\. Open a page/u,
    ],
    [
      'maintenance with a page',
      (_request, response) => void response.writeHead(503).end('<html><h1>Back soon</h1></html>'),
      /^The service is closed for now, as for maintenance \(503\)\. Nothing is lost\. Try again later\.$/u,
    ],
    [
      'maintenance with an end',
      (_request, response) =>
        void response.writeHead(503, { 'Retry-After': '1800' }).end('{"error":"Upgrade"}'),
      /^The service is closed for now, as for maintenance \(503\): Upgrade\. Nothing is lost\. Try again in 30 min\.$/u,
    ],
    [
      'a failure of its own',
      (_request, response) => void response.writeHead(500).end(),
      /^Service error \(500\)\. Try again later\.$/u,
    ],
  ])('%s is told apart', async (_what, answer, expected) => {
    answers = answer;
    expect(await reach()).toMatch(expected);
  });
});

describe('an office that opens TLS', () => {
  test('is refused with its certificate shown, and works once its root is given', async () => {
    const proxy = await proxyTo(await serve(), { opensWith: office.issue([host]) });
    const said = await ask(by(proxy.url));
    expect(said).toContain('by Office Root (Office of Tests)');
    expect(said).toContain('add its root certificate in the network settings');
    expect(requests).toEqual([]);
    expect(await ask(by(proxy.url), { trusts: [office] })).toBe('reached');
  });

  test('tells a wrong clock by the time of its proxy', async () => {
    const date = new Date(Date.now() + 90 * 86_400_000).toUTCString();
    const proxy = await proxyTo(await serve(provider.issue([host], { from: 60, to: 120 })), { date });
    expect(await ask(by(proxy.url))).toMatch(/the network says .*Set the clock of this computer/u);
  });
});

test('the file that NODE_EXTRA_CA_CERTS names is trusted; one that is not there is left out', async () => {
  const file = join(temporaryFolder(), 'extra.pem');
  writeFileSync(file, provider.certificate);
  const baseUrl = here(await serve());
  const reach = async (extra: string) => {
    const secureContext = () => trustMachine(extra)({ authorities: null, clientCertificate: null });
    const transport = createHttpTransport({ baseUrl, secureContext });
    onTestFinished(() => transport.close());
    const answer = await transport.send({ method: 'GET', url: `${baseUrl}users/me`, headers: {} });
    return answer.kind === 'response' ? answer.status : answer.reason;
  };
  expect([await reach(file), await reach(`${file}.gone`)]).toEqual([200, 'tls']);
});

test('an authority of the machine (Linux) is trusted', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only on Linux does a variable name the authorities of the machine');
  const file = join(temporaryFolder(), 'machine.pem');
  writeFileSync(file, provider.certificate);
  const baseUrl = here(await serve());
  const script = `
    const { createHttpTransport } = await import('#remote/http/http-transport.ts');
    const transport = createHttpTransport({ baseUrl: '${baseUrl}' });
    const answer = await transport.send({ method: 'GET', url: '${baseUrl}users/me', headers: {} });
    console.log(answer.kind === 'response' ? answer.status : answer.reason);
    await transport.close();`;
  const reach = async (env: NodeJS.ProcessEnv) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, ...env },
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child, 'close');
    return said.trim();
  };
  // Where OpenSSL, and with it Node, looks for the store of a Linux machine.
  expect([await reach({ SSL_CERT_FILE: file }), await reach({})]).toEqual(['200', 'tls']);
});

test('a service that ends the handshake for want of a client certificate is told by what to add', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'key'), good.key);
  writeFileSync(join(folder, 'cert'), good.cert);
  const verify = ['-Verify', '1', '-verify_return_error', '-tls1_2'];
  const server = spawn(
    'openssl',
    ['s_server', '-accept', '127.0.0.1:0', '-key', 'key', '-cert', 'cert', '-www', ...verify],
    { cwd: folder },
  );
  closing.push(async () => {
    server.kill();
    await once(server, 'exit');
  });
  let told = '';
  server.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()));
  await expect.poll(() => told, { timeout: 10_000 }).toMatch(/ACCEPT \S+:\d+\s/u);
  const port = Number(/ACCEPT \S+:(\d+)/u.exec(told)?.[1]);
  expect(await ask(direct, { baseUrl: here(port) })).toMatch(
    /ended the handshake, as services do that want another client certificate \(ERR_SSL_[\w/]+\)\. If you were given one/u,
  );
});

test('a write that may no longer leave when the tunnel stands is not sent', async () => {
  const proxy = await proxyTo(await serve());
  const transport = createHttpTransport({
    baseUrl: `https://${host}/api/`,
    route: by(proxy.url),
    secureContext: () =>
      trustMachine(undefined)({ authorities: provider.certificate, clientCertificate: null }),
  });
  onTestFinished(() => transport.close());
  let tunnels = 0;
  const answer = await transport.send({
    method: 'PUT',
    url: `https://${host}/api/scans/p`,
    headers: {},
    body: '{}',
    mayLeave: () => {
      tunnels = proxy.asked.length;
      return false;
    },
  });
  expect([answer, tunnels, requests]).toMatchObject([
    { kind: 'failed', phase: 'before-send', reason: 'cancelled' },
    1,
    [],
  ]);
});

test('a request that is cancelled while the proxy keeps it waiting ends at once, unsent', async () => {
  const proxy = await proxyTo(await serve(), { instead: 'hangs' });
  const transport = createHttpTransport({ baseUrl: `https://${host}/api/`, route: by(proxy.url) });
  onTestFinished(() => transport.close());
  const giveUp = new AbortController();
  const asked = transport.send({
    method: 'POST',
    url: `https://${host}/api/x`,
    headers: {},
    body: '{}',
    signal: giveUp.signal,
  });
  await expect.poll(() => proxy.asked.length).toBe(1);
  giveUp.abort();
  expect(await asked).toMatchObject({ kind: 'failed', phase: 'before-send', reason: 'cancelled' });
});
