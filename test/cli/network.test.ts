import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasOpenssl, makeAuthority, noOpenssl } from '../support/authority.ts';
import { startProxy } from '../support/proxy.ts';
import { run } from './support/dossier.ts';

/* From outside: an office that lets nothing out but through its proxy, which opens TLS. */

let home: string;
const closing: (() => unknown)[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dossier-network-'));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  rmSync(home, { recursive: true });
});

const baseUrl = 'https://service.test/api/';

test('a service is connected through the office proxy once its root is given, and no file holds the password', async ({
  skip,
}) => {
  skip(!hasOpenssl, noOpenssl);
  const office = makeAuthority('Office Root');
  const provider = makeAuthority('Provider Root');
  const service = createServer(provider.issue(['service.test']), (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"u1","name":"Mara"}');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  closing.push(() => service.close());
  const proxy = await startProxy({
    port: (service.address() as AddressInfo).port,
    wants: { name: 'mara', password: 'hunter2-secret' },
    opensWith: office.issue(['service.test']),
  });
  closing.push(() => proxy.close());
  const root = join(home, 'office.pem');
  const password = join(home, 'password');
  writeFileSync(root, office.certificate);
  writeFileSync(password, 'hunter2-secret\n');
  const vault = join(home, 'vault');
  const env = { DOSSIER_HOME: vault, DOSSIER_PASSPHRASE: 'four words of mine', DOSSIER_TOKEN: 'any-token' };
  const connect = () => run(['connect', '--base-url', baseUrl], { env: { ...env, HTTPS_PROXY: proxy.url } });

  const first = await connect();
  expect([first.code, first.stderr]).toEqual([
    5,
    expect.stringContaining('wants a name and password that it accepts (407)'),
  ]);

  const setProxy = ['network', 'proxy', proxy.url, '--base-url', baseUrl, '--name', 'mara'];
  const kept = await run([...setProxy, '--password-fd', '0', '--json'], { env, input: 'hunter2-secret\n' });
  expect(JSON.parse(kept.stdout)).toMatchObject({
    proxy: { kind: 'manual', name: 'mara', hasPassword: true },
  });

  const second = await connect();
  expect([second.code, second.stderr]).toEqual([
    5,
    expect.stringContaining('by Office Root (Office of Tests)'),
  ]);

  const trusted = await run(['network', 'authorities', root, '--base-url', baseUrl], { env });
  expect(trusted.stdout).toMatch(
    /^Service: .*\nProxy: http:\/\/127\.0\.0\.1:\d+, as mara\nWay: Through the proxy 127\.0\.0\.1:\d+ .*\nTrusted besides: Office Root/u,
  );
  const third = await connect();
  expect([third.code, third.stderr]).toEqual([0, '']);
  expect(proxy.asked.at(-1)?.authority).toBe('service.test:443');
  for (const file of filesOf(vault)) expect(readFileSync(file).includes('hunter2'), file).toBe(false);
  for (const { stdout, stderr } of [first, kept, second, trusted, third]) {
    expect(stdout + stderr).not.toContain('hunter2');
  }
}, 60_000);

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
