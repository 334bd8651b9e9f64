import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openHomeGateway } from '#app/client/home-gateway.ts';
import type { HomeGateway } from '#app/client/home-gateway.ts';

const passphrase = 'correct horse battery';
const signal = new AbortController().signal;

let home: string;
let gateways: HomeGateway[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dossier-lock-time-'));
  gateways = [];
});
afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  rmSync(home, { recursive: true, force: true });
});

function open(): HomeGateway {
  const started = { version: '1.0.0', passphrase: null, showRecoveryCode: null, token: null, debug: false };
  const gateway = openHomeGateway({ ...started, home, tell: () => undefined });
  gateways.push(gateway);
  return gateway;
}

async function call(gateway: HomeGateway, name: string, input: unknown = {}) {
  return JSON.parse(await gateway.call(name, JSON.stringify(input), { signal }));
}

/** The next start of the program. */
async function reopened(): Promise<HomeGateway> {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
  const gateway = open();
  await call(gateway, 'home.unlock', { passphrase });
  return gateway;
}

const minutesOf = async (gateway: HomeGateway): Promise<unknown> =>
  (await call(gateway, 'home.state')).value.lockAfterMinutes;

describe('the time until a home locks', () => {
  test('is what the person chose, now and after the next start, and 15 minutes where they chose none', async () => {
    const gateway = open();
    await call(gateway, 'home.create', { passphrase });
    const first = await minutesOf(gateway);
    expect(await call(gateway, 'home.configure', { lockAfterMinutes: 45 })).toMatchObject({
      value: { kind: 'open', lockAfterMinutes: 45 },
    });
    expect(await call(gateway, 'home.touch')).toEqual({ ok: true, value: { lockAfterMinutes: 45 } });
    expect([first, await minutesOf(await reopened())]).toEqual([15, 45]);
  });

  test('is told to the other programs that have the home open', async () => {
    const gateway = open();
    await call(gateway, 'home.create', { passphrase });
    const other = open();
    await call(other, 'home.unlock', { passphrase });
    const told = new Promise((resolve) => {
      other.subscribe((event) => {
        if (event.kind === 'home') resolve(event.state);
      });
    });
    // Its wish to hear crosses a socket, which a call of the first one may overtake; not one of its own.
    await call(other, 'engagement.list');
    await call(gateway, 'home.configure', { lockAfterMinutes: 45 });
    expect(await told).toEqual({ kind: 'open', home, protected: true, lockAfterMinutes: 45 });
  });

  test('is between five minutes and four hours: a home with a passphrase never stays open for ever', async () => {
    const gateway = open();
    await call(gateway, 'home.create', { passphrase });
    const codes = [];
    for (const lockAfterMinutes of [0, 4, 241, 7.5, null]) {
      codes.push((await call(gateway, 'home.configure', { lockAfterMinutes })).error?.code);
    }
    expect([codes, await minutesOf(gateway)]).toEqual([Array(5).fill('usage'), 15]);
  });

  test('is not what somebody wrote who can write into the home and not open it', async () => {
    const gateway = open();
    await call(gateway, 'home.create', { passphrase });
    await call(gateway, 'home.configure', { lockAfterMinutes: 5 });
    const path = join(home, 'lock-time.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"minutes":5', '"minutes":240'));
    expect(await minutesOf(await reopened())).toBe(15);
  });
});

describe('a new recovery code', () => {
  test('opens the home in the place of the old one, for the passphrase alone', async () => {
    const gateway = open();
    const { recoveryCode: old } = (await call(gateway, 'home.create', { passphrase })).value;
    const refused = await call(gateway, 'home.renewCode', { passphrase: old });
    const { recoveryCode: fresh } = (await call(gateway, 'home.renewCode', { passphrase })).value;
    await call(gateway, 'home.lock');
    const byOld = await call(gateway, 'home.unlock', { passphrase: old });
    const byFresh = await call(gateway, 'home.unlock', { passphrase: fresh });
    expect([refused.error.code, byOld.error.code, byFresh.value.kind]).toEqual([
      'wrong-passphrase',
      'wrong-passphrase',
      'open',
    ]);
    expect(await call(gateway, 'home.slots')).toEqual({
      ok: true,
      value: { slots: ['passphrase', 'recovery'] },
    });
  });

  test('is nothing for a home without a passphrase', async () => {
    const gateway = open();
    await call(gateway, 'home.create', { passphrase: null });
    expect(await call(gateway, 'home.renewCode', { passphrase })).toMatchObject({
      error: { code: 'wrong-state' },
    });
    expect(await call(gateway, 'home.slots')).toEqual({ ok: true, value: { slots: ['bare'] } });
  });
});

describe('another account of the vault', () => {
  test('is opened for the passphrase alone, and for no page that leaves it out', async () => {
    const gateway = open();
    await call(gateway, 'home.create', { passphrase });
    const other = { account: 'f'.repeat(32) };
    const codeOf = async (name: string, input: unknown) => (await call(gateway, name, input)).error?.code;
    expect([
      await codeOf('account.open', other),
      await codeOf('home.switchAccount', { ...other, passphrase: null }),
      await codeOf('home.switchAccount', { ...other, passphrase: 'not the passphrase' }),
      await codeOf('home.switchAccount', { ...other, passphrase }),
    ]).toEqual(['usage', 'wrong-passphrase', 'wrong-passphrase', 'not-found']);
  });
});
