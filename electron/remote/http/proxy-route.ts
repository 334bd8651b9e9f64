import { BlockList, isIP } from 'node:net';
import type { ProxySetting } from '#contract/network.ts';
import { isLoopback } from '#domain/connection/base-url.ts';

/** A proxy to ask. `authorization` is a secret. */
export interface Proxy {
  /** `http://HOST:PORT` or `https://HOST:PORT`, without name and password. */
  readonly origin: string;
  /** HOST:PORT, for messages. */
  readonly name: string;
  /** The value of Proxy-Authorization, or null. */
  readonly authorization: string | null;
}

/** Which way requests to one service take, and who said so. */
export type Route =
  | { readonly kind: 'direct'; readonly source: string }
  | { readonly kind: 'proxy'; readonly proxy: Proxy; readonly source: string }
  /** What was set cannot be used: nothing is sent, since a way around a proxy may not be wanted. */
  | { readonly kind: 'unusable'; readonly message: string; readonly advice: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** What decides over a route. */
export interface RouteParts {
  readonly setting: ProxySetting;
  readonly environment: Environment;
  /** What the system answers for this service, as `session.resolveProxy` of Electron has it; null if nobody asked it. */
  readonly system: string | null;
}

/**
 * Chooses the way to a service: never a proxy for this machine, then the setting of the connection, then the
 * environment, then the system.
 *
 * @param target as `parseBaseUrl` gives it
 */
export function chooseRoute(target: URL, { setting, environment, system }: RouteParts): Route {
  if (isLoopback(target.hostname)) return direct('the service is on this computer');
  switch (setting.kind) {
    case 'none':
      return direct('the setting of this connection');
    case 'manual': {
      const credentials = { name: setting.name, password: setting.password };
      return through(setting.address, 'the setting of this connection', credentials);
    }
    case 'automatic':
      return fromEnvironment(target, environment) ?? fromSystem(system) ?? direct('no proxy is set');
  }
}

/** The address of a proxy as a person typed it: what is wrong with it, or null. Never repeats the text. */
export function proxyAddressProblem(address: string): string | null {
  const route = through(address, 'the setting of this connection');
  if (route.kind === 'unusable') return `${capital(route.message)}. ${route.advice}`;
  if (route.kind === 'proxy' && route.proxy.authorization !== null) {
    return 'The address of the proxy holds a name or a password. Give these separately.';
  }
  // Guessed as 80 or 443, a typing mistake would be noticed as a service that does not answer.
  if (!/:\d+\/?$/u.test(address.trim()))
    return 'The address of the proxy has no port. Give it as http://HOST:PORT.';
  return null;
}

/** Names the route in a sentence without a secret. */
export function routeText(route: Route): string {
  switch (route.kind) {
    case 'direct':
      return `Directly, without a proxy (${route.source}).`;
    case 'proxy':
      return `Through the proxy ${route.proxy.name} (${route.source}).`;
    case 'unusable':
      return `${capital(route.message)}. ${route.advice}`;
  }
}

/** The first of these that is set wins; in lower case first, as other programs have it. */
const variables = ['HTTPS_PROXY', 'ALL_PROXY', 'HTTP_PROXY'];

function fromEnvironment(target: URL, environment: Environment): Route | null {
  for (const name of variables) {
    const found = [name.toLowerCase(), name].find((one) => (environment[one] ?? '').trim() !== '');
    const value = found === undefined ? undefined : environment[found];
    if (found === undefined || value === undefined) continue;
    const exceptions = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
    if (isExcepted(target, exceptions)) return direct('NO_PROXY of the environment');
    return through(value, `${found} of the environment`);
  }
  return null;
}

/** `PROXY a:80; DIRECT` and its kin: the first entry that can be used. */
function fromSystem(system: string | null): Route | null {
  const source = 'the setting of the system';
  const entries = (system ?? '').split(';').map((entry) => entry.trim());
  for (const entry of entries) {
    const [kind = '', address = ''] = entry.split(/\s+/u);
    if (/^direct$/iu.test(kind)) return direct(source);
    if (/^proxy$/iu.test(kind)) return through(`http://${address}`, source);
    if (/^https$/iu.test(kind)) return through(`https://${address}`, source);
  }
  return entries.some((entry) => /^socks/iu.test(entry)) ? through('socks5://proxy', source) : null;
}

function direct(source: string): Route {
  return { kind: 'direct', source };
}

function through(
  address: string,
  source: string,
  given: { readonly name: string | null; readonly password: string | null } | null = null,
): Route {
  const trimmed = address.trim();
  const [scheme = 'http://'] = /^[a-z][a-z0-9+.-]*:\/\//iu.exec(trimmed) ?? [];
  const rest = trimmed.startsWith(scheme) ? trimmed.slice(scheme.length) : trimmed;
  const wrongCredentials: Route = {
    kind: 'unusable',
    message: `name or password of the proxy (${source}) cannot be read`,
    advice: 'Write % in them as %25, @ as %40, # as %23, / as %2F and ? as %3F.',
  };
  // A parser takes what stands before one of these signs for the host: a piece of a password would go to a name server.
  if (/[/?#].*@/su.test(rest)) return wrongCredentials;
  const url = URL.parse(`${scheme}${withEscapedDomain(rest)}`);
  const advice = 'Give it as http://HOST:PORT.';
  if (url === null || url.hostname === '' || /[\s\p{Cc}]/u.test(trimmed)) {
    return { kind: 'unusable', message: `the address of the proxy (${source}) cannot be read`, advice };
  }
  if (/^socks/u.test(url.protocol)) {
    return {
      kind: 'unusable',
      message: `the proxy (${source}) is a SOCKS proxy, which Dossier cannot use`,
      advice: 'Name an HTTP proxy, or choose "No proxy" in the network settings.',
    };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { kind: 'unusable', message: `the proxy (${source}) is neither http: nor https:`, advice };
  }
  const credentials = given ?? credentialsIn(url);
  if (credentials === null) return wrongCredentials;
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const name = `${url.hostname}:${port}`;
  const authorization = basic(credentials);
  return { kind: 'proxy', source, proxy: { origin: `${url.protocol}//${name}`, name, authorization } };
}

/** Names of Windows have their domain before a backslash, which a parser takes for a slash. */
function withEscapedDomain(rest: string): string {
  const end = rest.lastIndexOf('@');
  return `${rest.slice(0, Math.max(0, end)).replaceAll('\\', '%5C')}${rest.slice(Math.max(0, end))}`;
}

function credentialsIn(url: URL): { readonly name: string | null; readonly password: string | null } | null {
  if (url.username === '' && url.password === '') return { name: null, password: null };
  try {
    return { name: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  } catch {
    return null;
  }
}

function basic({ name, password }: { readonly name: string | null; readonly password: string | null }) {
  if (name === null || name === '') return null;
  return `Basic ${Buffer.from(`${name}:${password ?? ''}`, 'utf8').toString('base64')}`;
}

/** Whether NO_PROXY names the host: `*`, a host with all below it, HOST:PORT, an address, or a range as 10.0.0.0/8. */
function isExcepted(target: URL, exceptions: string): boolean {
  const host = bare(target.hostname.toLowerCase());
  const port = target.port === '' ? '443' : target.port;
  return exceptions
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      if (entry.includes('/')) return isInRange(host, entry);
      if (isIP(bare(entry)) !== 0) return bare(entry) === host;
      const [, name = entry, onPort] = /^(.*):(\d+)$/u.exec(entry) ?? [];
      if (onPort !== undefined && onPort !== port) return false;
      const domain = bare(name).replace(/^\*?\./u, '');
      return host === domain || host.endsWith(`.${domain}`);
    });
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/gu, '');
}

function isInRange(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const family = isIP(host) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(host) === 0 || isIP(network) !== isIP(host) || !/^\d{1,3}$/u.test(bits)) return false;
  if (Number(bits) > (family === 'ipv6' ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(host, family);
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
