import { describe, expect, test } from 'vitest';
import type { ProxySetting } from '#contract/network.ts';
import { chooseRoute, proxyAddressProblem, routeText, type Route } from '#remote/http/proxy-route.ts';

const automatic: ProxySetting = { kind: 'automatic' };

function route(
  environment: Record<string, string>,
  {
    url = 'https://service.test/api/',
    setting = automatic,
    system = null,
  }: { readonly url?: string; readonly setting?: ProxySetting; readonly system?: string | null } = {},
): Route {
  return chooseRoute(new URL(url), { setting, environment, system });
}

const nameOf = (way: Route): string => (way.kind === 'proxy' ? way.proxy.origin : way.kind);

describe('the way to a service', () => {
  test.each<[Record<string, string>, string]>([
    [{}, 'direct'],
    [{ HTTPS_PROXY: 'http://proxy.test:3128' }, 'http://proxy.test:3128'],
    [{ https_proxy: 'http://low.test:1', HTTPS_PROXY: 'http://high.test:1' }, 'http://low.test:1'],
    [{ https_proxy: '', HTTPS_PROXY: 'http://high.test:1' }, 'http://high.test:1'],
    [{ ALL_PROXY: 'proxy.test:8080' }, 'http://proxy.test:8080'],
    [{ HTTP_PROXY: 'http://proxy.test' }, 'http://proxy.test:80'],
    [{ all_proxy: 'https://proxy.test' }, 'https://proxy.test:443'],
    [{ HTTPS_PROXY: 'http://[fd00::1]:3128' }, 'http://[fd00::1]:3128'],
    [{ HTTPS_PROXY: 'socks5://proxy.test:1080' }, 'unusable'],
    [{ HTTPS_PROXY: 'http://' }, 'unusable'],
    [{ HTTPS_PROXY: 'ftp://proxy.test' }, 'unusable'],
    [{ HTTPS_PROXY: 'http://a%zz:b@proxy.test' }, 'unusable'],
    [{ HTTPS_PROXY: 'http://user:p@Sommer#1@127.0.0.1:9' }, 'unusable'],
    [{ HTTPS_PROXY: 'user:12/geheim@proxy.test:8080' }, 'unusable'],
    [{ HTTPS_PROXY: 'http://user:1?geheim@proxy.test:8080' }, 'unusable'],
    [{ HTTPS_PROXY: 'http://user:p@ss@proxy.test:8080' }, 'http://proxy.test:8080'],
    [{ HTTPS_PROXY: ' CORP\\mara:s@proxy.test:8080 ' }, 'http://proxy.test:8080'],
    [{ HTTPS_PROXY: 'http://mara:gr\u00FCn%23@proxy.test:8080/' }, 'http://proxy.test:8080'],
  ])('by the environment %j is %s', (environment, expected) => {
    expect(nameOf(route(environment))).toBe(expected);
  });

  test.each<[string, string, boolean]>([
    ['service.test', 'https://service.test/api/', true],
    ['SERVICE.test', 'https://service.test/api/', true],
    ['.service.test', 'https://eu.service.test/api/', true],
    ['*.service.test', 'https://eu.service.test/api/', true],
    ['service.test', 'https://eu.service.test/api/', true],
    ['service.test', 'https://other-service.test/api/', false],
    ['a.test, service.test:8443', 'https://service.test:8443/api/', true],
    ['service.test:8443', 'https://service.test/api/', false],
    ['a.test service.test:443', 'https://service.test/api/', true],
    ['*', 'https://service.test/api/', true],
    ['10.0.0.0/8', 'https://10.1.2.3/api/', true],
    ['10.0.0.0/8', 'https://11.1.2.3/api/', false],
    ['10.0.0.0/99', 'https://10.1.2.3/api/', false],
    ['fd00::/8', 'https://[fd00::5]/api/', true],
    ['[fd00::5]', 'https://[fd00::5]/api/', true],
    ['', 'https://service.test/api/', false],
  ])('with NO_PROXY=%s to %s is direct: %s', (exceptions, url, isDirect) => {
    const found = route({ HTTPS_PROXY: 'http://proxy.test:3128', no_proxy: exceptions }, { url });
    expect(found.kind).toBe(isDirect ? 'direct' : 'proxy');
  });

  test.each([
    'http://127.0.0.1:8080/api/',
    'https://localhost/api/',
    'https://[::1]/api/',
    'https://127.9.9.9/',
  ])('to this machine (%s) never leads through a proxy', (url) => {
    const setting = { kind: 'manual', address: 'http://proxy.test:1', name: null, password: null } as const;
    expect(route({ ALL_PROXY: 'http://proxy.test:1' }, { url }).kind).toBe('direct');
    expect(route({}, { url, setting, system: 'PROXY proxy.test:1' }).kind).toBe('direct');
  });

  test.each([
    ['DIRECT', 'direct'],
    ['PROXY proxy.test:3128; DIRECT', 'http://proxy.test:3128'],
    ['HTTPS proxy.test:8443', 'https://proxy.test:8443'],
    ['SOCKS5 a.test:1080; PROXY proxy.test:3128', 'http://proxy.test:3128'],
    ['SOCKS a.test:1080', 'unusable'],
    ['', 'direct'],
  ])('as the system answers (%s) is %s', (system, expected) => {
    expect(nameOf(route({}, { system }))).toBe(expected);
  });

  test('by the setting of the connection goes before the environment, and that before the system', () => {
    const environment = { HTTPS_PROXY: 'http://environment.test:1' };
    const setting = { kind: 'manual', address: 'setting.test:1', name: null, password: null } as const;
    const system = 'PROXY system.test:1';
    expect(nameOf(route(environment, { setting, system }))).toBe('http://setting.test:1');
    expect(nameOf(route(environment, { setting: { kind: 'none' }, system }))).toBe('direct');
    expect(nameOf(route(environment, { system }))).toBe('http://environment.test:1');
  });

  test('is told without name and password', () => {
    const secret = route({ HTTPS_PROXY: 'http://mara:s%40cret@proxy.test:3128' });
    expect(secret).toMatchObject({ proxy: { authorization: `Basic ${btoa('mara:s@cret')}` } });
    expect(routeText(secret)).toBe('Through the proxy proxy.test:3128 (HTTPS_PROXY of the environment).');
    const authorizationOf = (address: string): unknown => route({ HTTPS_PROXY: address });
    expect(authorizationOf('CORP\\mara:p@ss@proxy.test')).toMatchObject({
      proxy: { authorization: `Basic ${btoa('CORP\\mara:p@ss')}` },
    });
    const hash = routeText(route({ HTTPS_PROXY: 'http://mara:p@cret#1@proxy.test' }));
    expect(hash).toMatch(/cannot be read.*@ as %40, # as %23/u);
    expect(hash).not.toMatch(/cret|mara/u);
    const broken = routeText(route({ HTTPS_PROXY: 'gopher://mara:s%40cret@proxy.test' }));
    expect(broken).not.toMatch(/cret|mara/u);
  });
});

test.each([
  ['proxy.test:3128', null],
  ['https://proxy.test:443/', null],
  ['https://proxy.test', /no port.*http:\/\/HOST:PORT/u],
  ['proxy.test', /no port/u],
  ['http://mara:secret@proxy.test', /Give these separately/u],
  ['socks5://proxy.test', /SOCKS/u],
  ['two words', /http:\/\/HOST:PORT/u],
  ['', /http:\/\/HOST:PORT/u],
])('the address %j of a proxy is told to be right, or what is wrong', (address, problem) => {
  const found = proxyAddressProblem(address);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
  expect(found ?? '').not.toContain('secret');
});
