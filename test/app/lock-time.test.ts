import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDoor } from '#app/client/home-gateway.ts';
import type { Door } from '#app/client/home-gateway.ts';

const passphrase = 'correct horse battery';
const signal = new AbortController().signal;

let home: string;
let doors: Door[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dossier-lock-time-'));
  doors = [];
});
afterEach(async () => {
  await Promise.all(doors.map((door) => door.close()));
  rmSync(home, { recursive: true, force: true });
});

function open(): Door {
  const started = { version: '1.0.0', passphrase: null, showRecoveryCode: null, token: null, debug: false };
  const door = openDoor({ ...started, home, tell: () => undefined });
  doors.push(door);
  return door;
}

async function call(door: Door, name: string, input: unknown = {}) {
  return JSON.parse(await door.call(name, JSON.stringify(input), { signal }));
}

/** The next start of the program. */
async function reopened(): Promise<Door> {
  await Promise.all(doors.splice(0).map((door) => door.close()));
  const door = open();
  await call(door, 'home.unlock', { passphrase });
  return door;
}

const minutesOf = async (door: Door): Promise<unknown> =>
  (await call(door, 'home.state')).value.lockAfterMinutes;

describe('the time until a home locks', () => {
  test('is what the person chose, now and after the next start, and 15 minutes where they chose none', async () => {
    const door = open();
    await call(door, 'home.create', { passphrase });
    const first = await minutesOf(door);
    expect(await call(door, 'home.configure', { lockAfterMinutes: 45 })).toMatchObject({
      value: { kind: 'open', lockAfterMinutes: 45 },
    });
    expect(await call(door, 'home.touch')).toEqual({ ok: true, value: { lockAfterMinutes: 45 } });
    expect([first, await minutesOf(await reopened())]).toEqual([15, 45]);
  });

  test('is told to the other programs that have the home open', async () => {
    const door = open();
    await call(door, 'home.create', { passphrase });
    const other = open();
    await call(other, 'home.unlock', { passphrase });
    const told = new Promise((resolve) => {
      other.subscribe((event) => {
        if (event.kind === 'home') resolve(event.state);
      });
    });
    await call(door, 'home.configure', { lockAfterMinutes: 45 });
    expect(await told).toEqual({ kind: 'open', home, protected: true, lockAfterMinutes: 45 });
  });

  test('is between five minutes and four hours: a home with a passphrase never stays open for ever', async () => {
    const door = open();
    await call(door, 'home.create', { passphrase });
    const codes = [];
    for (const lockAfterMinutes of [0, 4, 241, 7.5, null]) {
      codes.push((await call(door, 'home.configure', { lockAfterMinutes })).error?.code);
    }
    expect([codes, await minutesOf(door)]).toEqual([Array(5).fill('usage'), 15]);
  });

  test('is not what somebody wrote who can write into the home and not open it', async () => {
    const door = open();
    await call(door, 'home.create', { passphrase });
    await call(door, 'home.configure', { lockAfterMinutes: 5 });
    const path = join(home, 'lock-time.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"minutes":5', '"minutes":240'));
    expect(await minutesOf(await reopened())).toBe(15);
  });
});

describe('a new recovery code', () => {
  test('opens the home in the place of the old one, for the passphrase alone', async () => {
    const door = open();
    const { recoveryCode: old } = (await call(door, 'home.create', { passphrase })).value;
    const refused = await call(door, 'home.renewCode', { passphrase: old });
    const { recoveryCode: fresh } = (await call(door, 'home.renewCode', { passphrase })).value;
    await call(door, 'home.lock');
    const byOld = await call(door, 'home.unlock', { passphrase: old });
    const byFresh = await call(door, 'home.unlock', { passphrase: fresh });
    expect([refused.error.code, byOld.error.code, byFresh.value.kind]).toEqual([
      'wrong-passphrase',
      'wrong-passphrase',
      'open',
    ]);
    expect(await call(door, 'home.slots')).toEqual({
      ok: true,
      value: { slots: ['passphrase', 'recovery'] },
    });
  });

  test('is nothing for a home without a passphrase', async () => {
    const door = open();
    await call(door, 'home.create', { passphrase: null });
    expect(await call(door, 'home.renewCode', { passphrase })).toMatchObject({
      error: { code: 'wrong-state' },
    });
    expect(await call(door, 'home.slots')).toEqual({ ok: true, value: { slots: ['bare'] } });
  });
});
