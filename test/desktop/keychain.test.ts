import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/desk.ts';
import { passwordStoreFor } from '../../electron/desktop/security/password-store.ts';
import { prepareShell, startDouble } from './support/desk.ts';
import type { Desk } from './support/desk.ts';

prepareShell();

const passphrase = 'correct horse battery';
const newHome = () => join(temporaryFolder(), 'home');
const keychainSecret = randomBytes(32);
const value = (answer: unknown) => (answer as { value: unknown }).value;

async function standing(desk: Desk): Promise<string> {
  return (value(await desk.call('home.state')) as { kind: string }).kind;
}

/** A home that the keychain opens; the program has been ended since. */
async function keptHome(): Promise<string> {
  const home = newHome();
  const { desk } = await startDouble(home, { keychainSecret });
  await desk.call('home.create', { passphrase });
  expect(value(await desk.call('shell.keychain'))).toEqual({ kind: 'off' });
  expect(value(await desk.call('shell.keepKey', { passphrase }))).toEqual({ kind: 'on' });
  await desk.close();
  return home;
}

describe('a key in the keychain', () => {
  it('opens the home at the next start, and a lock keeps it from doing so until the passphrase was given', async () => {
    const home = await keptHome();
    const seen: string[] = [];
    const second = (await startDouble(home, { keychainSecret })).desk;
    seen.push(await standing(second));
    await second.call('home.lock');
    seen.push(await standing(second));
    await second.close();
    const third = (await startDouble(home, { keychainSecret })).desk;
    seen.push(await standing(third));
    await third.call('home.unlock', { passphrase });
    await third.close();
    seen.push(await standing((await startDouble(home, { keychainSecret })).desk));
    expect(seen).toEqual(['open', 'locked', 'locked', 'open']);
  });

  it('leads to the question for the passphrase where it is another', async () => {
    const home = await keptHome();
    const { desk } = await startDouble(home, { keychainSecret: randomBytes(32) });
    expect(await standing(desk)).toBe('locked');
    await desk.call('home.unlock', { passphrase });
    expect(await standing(desk)).toBe('open');
  });

  it('is forgotten when it is told to, and with another passphrase', async () => {
    const home = await keptHome();
    const { desk } = await startDouble(home, { keychainSecret });
    expect(await standing(desk)).toBe('open');
    expect(value(await desk.call('shell.forgetKey'))).toEqual({ kind: 'off' });
    await desk.call('shell.keepKey', { passphrase });
    await desk.call('home.protect', { current: passphrase, passphrase: 'another long one' });
    expect(value(await desk.call('shell.keychain'))).toEqual({ kind: 'off' });
  });
});

describe('a lock that cannot be noted', () => {
  it('deletes the kept key and says so, so that the passphrase is asked', async () => {
    const home = await keptHome();
    const { desk, double } = await startDouble(home, { keychainSecret });
    expect(await standing(desk)).toBe('open');
    // The mark of the lock cannot be written over a folder with something in it.
    mkdirSync(join(home, 'keychain.held', 'in the way'), { recursive: true });
    await desk.call('home.lock');
    expect(await standing(desk)).toBe('locked');
    expect(double.asked.map(({ title }) => title)).toEqual(['The keychain no longer opens this vault.']);
    expect(existsSync(join(home, 'keychain.bin'))).toBe(false);
    await desk.close();
    const again = (await startDouble(home, { keychainSecret })).desk;
    expect(await standing(again)).toBe('locked');
  });
});

describe('a keychain', () => {
  it('that asks its user first keeps no window waiting', async () => {
    const home = await keptHome();
    const answered = Promise.withResolvers<undefined>();
    const { desk, double } = await startDouble(home, { keychainSecret, keychainAnswers: answered.promise });
    const page = await desk.page();
    await page.waitForSelector('h1');
    expect(double.windows[0]!.shown).toBe(true);
    answered.resolve(undefined);
    expect(await standing(desk)).toBe('open');
  });

  it('takes nothing for a wrong passphrase, or for a home without one', async () => {
    const home = newHome();
    const { desk } = await startDouble(home, { keychainSecret });
    await desk.call('home.create', { passphrase: null });
    const code = async (text: string) =>
      ((await desk.call('shell.keepKey', { passphrase: text })) as { error: { code: string } }).error.code;
    const bare = await code('anything at all');
    await desk.call('home.protect', { current: null, passphrase });
    expect([bare, await code('wrong one here'), value(await desk.call('shell.keychain'))]).toEqual([
      'wrong-state',
      'wrong-passphrase',
      { kind: 'off' },
    ]);
  });

  it('makes passphrases that are tried out wait, together with those of the lock', async () => {
    const { desk } = await startDouble(newHome(), { keychainSecret });
    await desk.call('home.create', { passphrase });
    const said = async (name: string, input: object) =>
      ((await desk.call(name, input)) as { error: { message: string } }).error.message;
    await said('shell.keepKey', { passphrase: 'wrong one here' });
    await said('home.renewCode', { passphrase: 'wrong one here' });
    expect(await said('shell.keepKey', { passphrase: 'wrong one here' })).toMatch(/next attempt waits 1 s/);
  });

  it('that does not answer is told as such', async () => {
    const { desk } = await startDouble(newHome(), { hasKeychain: false });
    await desk.call('home.create', { passphrase });
    expect(value(await desk.call('shell.keychain'))).toEqual({
      kind: 'unavailable',
      why: 'The keychain of this computer does not answer.',
    });
  });

  it('that encrypts with a password known to everybody is refused', async () => {
    const { desk } = await startDouble(newHome(), { keychainBackend: 'basic_text' });
    await desk.call('home.create', { passphrase });
    expect(value(await desk.call('shell.keychain'))).toEqual({
      kind: 'unavailable',
      why: expect.stringContaining('no keychain'),
    });
    expect(await desk.call('shell.keepKey', { passphrase })).toMatchObject({
      error: { code: 'wrong-state' },
    });
  });
});

describe('on a Linux desktop that Chromium does not know', () => {
  const bus = (path: string) => path === '/usr/share/dbus-1/services/org.freedesktop.secrets.service';

  it('the keychain that the session bus can start is named, elsewhere Chromium chooses by itself', () => {
    const asked = (XDG_CURRENT_DESKTOP: string | undefined, XDG_DATA_DIRS?: string) =>
      passwordStoreFor('linux', { XDG_CURRENT_DESKTOP, XDG_DATA_DIRS }, bus);
    expect([
      asked('sway'),
      asked('Hyprland', '/opt/share:/usr/share'),
      asked(undefined),
      asked('sway', '/opt/share'),
      asked('ubuntu:GNOME'),
      asked('KDE'),
      passwordStoreFor('darwin', {}, bus),
      passwordStoreFor('win32', {}, bus),
    ]).toEqual(['gnome-libsecret', 'gnome-libsecret', 'gnome-libsecret', null, null, null, null, null]);
  });

  it('Chromium is told before it reads its switches, and not if the user has chosen', async ({ skip }) => {
    skip(process.platform === 'win32', 'folders of XDG_DATA_DIRS have paths of Unix');
    const environment = { XDG_CURRENT_DESKTOP: 'sway', XDG_DATA_DIRS: temporaryFolder() };
    const services = join(environment.XDG_DATA_DIRS, 'dbus-1', 'services');
    mkdirSync(services, { recursive: true });
    writeFileSync(join(services, 'org.freedesktop.secrets.service'), '');
    const first = await startDouble(newHome(), { shell: { environment } });
    const second = await startDouble(newHome(), { shell: { environment }, switches: ['password-store'] });
    expect([first, second].map(({ double }) => [...double.electron.app.appended])).toEqual([
      [['password-store', 'gnome-libsecret']],
      [],
    ]);
  });
});
