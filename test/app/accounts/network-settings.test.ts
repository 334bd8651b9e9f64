import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readNetworkSettings } from '#db/tables/accounts/network-settings.ts';
import { hasOpenssl, makeAuthority, noOpenssl } from '../../support/authority.ts';
import { openDesk } from '../../support/desk.ts';

const baseUrl = 'https://service.test/api/';
const manual = {
  kind: 'manual',
  address: 'proxy.test:3128',
  name: 'mara',
  password: 'hunter2-secret',
} as const;

describe('the network settings of a connection', () => {
  test('are kept for its service alone, before there is a connection, and over a restart', async () => {
    const desk = openDesk();
    await desk.call('network.keepProxy', { baseUrl, proxy: manual });
    desk.restart();
    const view = await desk.call('network.read', { baseUrl });
    expect(view).toMatchObject({
      baseUrl,
      proxy: { kind: 'manual', address: 'proxy.test:3128', name: 'mara', hasPassword: true },
    });
    const other = await desk.call('network.read', { baseUrl: 'https://other.test/api/' });
    expect(other.proxy).toEqual({ kind: 'automatic' });
  });

  test('tell no face and no file a password, a key or a passphrase', async ({ skip }) => {
    skip(!hasOpenssl, noOpenssl);
    const desk = openDesk();
    const file = makeAuthority('Client Root').clientFile('mara', 'open-sesame');
    await desk.call('network.keepProxy', { baseUrl, proxy: manual });
    const certificate = { file: file.toString('base64'), passphrase: 'open-sesame' };
    const view = await desk.call('network.keepClientCertificate', { baseUrl, certificate });
    expect(view.clientCertificate).toMatchObject({ subject: 'mara (Office of Tests)' });
    const kept = readFileSync(join(desk.home, 'network.json'), 'utf8');
    for (const secret of ['hunter2', 'open-sesame', certificate.file.slice(0, 40), 'proxy.test']) {
      expect(kept).not.toContain(secret);
      if (secret !== 'proxy.test') expect(JSON.stringify(view)).not.toContain(secret);
    }
  });

  test('keep a password that was not typed again, for the same name at the same proxy alone', async () => {
    const desk = openDesk();
    const passwordAfter = async (proxy: object) => {
      await desk.call('network.keepProxy', { baseUrl, proxy: manual });
      const view = await desk.call('network.keepProxy', {
        baseUrl,
        proxy: { ...manual, password: null, ...proxy },
      });
      return view.proxy.kind === 'manual' && view.proxy.hasPassword;
    };
    expect(await passwordAfter({})).toBe(true);
    expect(await passwordAfter({ address: 'evil.test:3128' })).toBe(false);
    expect(await passwordAfter({ name: 'bob' })).toBe(false);
  });

  test.each([
    ['no certificate in it', 'hello', /no certificate in the file\. Give it as PEM/u],
    ['a key in it', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', /holds a private key/u],
    [
      'a damaged one',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      /Certificate 1 in the file is damaged/u,
    ],
  ])('refuse an authority file with %s, and stay as they were', async (_what, pem, message) => {
    const desk = openDesk();
    await expect(desk.call('network.keepAuthorities', { baseUrl, pem })).rejects.toThrow(message);
    expect((await desk.call('network.read', { baseUrl })).authorities).toEqual([]);
  });

  test('take the certificates of authorities, and no certificate of a service', async ({ skip }) => {
    skip(!hasOpenssl, noOpenssl);
    const desk = openDesk();
    const office = makeAuthority('Office Root');
    const pem = `Bag Attributes\n${office.certificate}\n${makeAuthority('Second Root').certificate}`;
    const view = await desk.call('network.keepAuthorities', { baseUrl, pem });
    expect(view.authorities.map(({ subject }) => subject)).toEqual([
      'Office Root (Office of Tests)',
      'Second Root (Office of Tests)',
    ]);
    const leaf = office.issue(['service.test']).cert;
    await expect(desk.call('network.keepAuthorities', { baseUrl, pem: leaf })).rejects.toThrow(
      /"service\.test \(Office of Tests\)" is not the certificate of an authority/u,
    );
    expect((await desk.call('network.keepAuthorities', { baseUrl, pem: null })).authorities).toEqual([]);
  });

  test('say what is wrong with a client certificate', async ({ skip }) => {
    skip(!hasOpenssl, noOpenssl);
    const desk = openDesk();
    const authority = makeAuthority('Client Root');
    const keep = (file: Buffer, passphrase: string) =>
      desk.call('network.keepClientCertificate', {
        baseUrl,
        certificate: { file: file.toString('base64'), passphrase },
      });
    const file = authority.clientFile('mara', 'right');
    await expect(keep(file, 'wrong')).rejects.toThrow(/passphrase does not open the file/u);
    await expect(keep(authority.clientFile('mara', 'right', true), 'right')).rejects.toThrow(/with AES-256/u);
    await expect(keep(Buffer.from('hello'), '')).rejects.toThrow(
      /not a client certificate\. Give a PKCS#12/u,
    );
    expect((await keep(file, 'right')).clientCertificate?.issuer).toBe('Client Root (Office of Tests)');
  });

  test('that were changed by somebody else stop requests, until they are chosen anew', async () => {
    const desk = openDesk();
    await desk.call('network.keepProxy', { baseUrl, proxy: { kind: 'none' } });
    const path = join(desk.home, 'network.json');
    const key = new Uint8Array(32).fill(7);
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { sealed: string };
    const sealed = `${kept.sealed.startsWith('A') ? 'B' : 'A'}${kept.sealed.slice(1)}`;
    writeFileSync(path, JSON.stringify({ ...kept, sealed }));
    expect(readNetworkSettings(desk.home, key, baseUrl)).toEqual({ kind: 'damaged' });
    await desk.call('network.keepProxy', { baseUrl, proxy: { kind: 'none' } });
    expect(readNetworkSettings(desk.home, key, baseUrl)).toMatchObject({
      settings: { proxy: { kind: 'none' } },
    });
  });
});
