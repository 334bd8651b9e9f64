import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildIfStale } from '#build/build-if-stale.js';
import { onDouble } from './support/desk.ts';

/* An update from outside: the built program with the real electron-updater, a feed on loopback, and a `dpkg` that notes. */

const isWindows = process.platform === 'win32';
const root = join(import.meta.dirname, '..', '..');
const work = mkdtempSync(join(tmpdir(), 'dossier-updates-'));
let seen: Record<string, unknown> = {};

afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

describe.runIf(onDouble)('an update of the desktop application', () => {
  beforeAll(async () => {
    if (isWindows) return;
    for (const product of ['renderer', 'shell'] as const) {
      expect((await buildIfStale(root, product)).kind).toMatch(/fresh|built/);
    }
    const put = (path: string, text: string, mode = 0o644): void => {
      mkdirSync(join(work, path, '..'), { recursive: true });
      writeFileSync(join(work, path), text, { mode });
    };
    put('resources/package-type', 'deb\n');
    put(
      'resources/app-update.yml',
      'provider: generic\nurl: https://dossier.invalid/\nupdaterCacheDirName: dossier-updater\n',
    );
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    put('resources/update-key.pem', publicKey.export({ type: 'spki', format: 'pem' }).toString());
    put('private-key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    put(
      'bin/dpkg',
      [
        '#!/bin/sh',
        `find '${join(work, 'home')}' -name '*-wal' > '${join(work, 'open-stores')}'`,
        `echo "dpkg $*" > '${join(work, 'installed')}'\n`,
      ].join('\n'),
      0o755,
    );
    // For a user other than root: what asks the system for a password.
    put('bin/pkexec', '#!/bin/sh\nshift\nexec "$@"\n', 0o755);
    mkdirSync(join(work, 'home'));
    const program = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        '--import',
        pathToFileURL(join(root, 'test', 'support', 'electron-double', 'register.ts')).href,
        join(import.meta.dirname, 'support', 'drive-updates.ts'),
        root,
        work,
      ],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: {
          ...process.env,
          DOSSIER_HOME: join(work, 'home'),
          XDG_CACHE_HOME: join(work, 'cache'),
          NODE_DISABLE_COMPILE_CACHE: '1',
          PATH: `${join(work, 'bin')}:${process.env['PATH'] ?? ''}`,
        },
        timeout: 200_000,
      },
    );
    let complaint = '';
    program.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    const [code] = (await once(program, 'close')) as [number | null];
    expect(code, complaint).toBe(0);
    seen = JSON.parse(readFileSync(join(work, 'seen.json'), 'utf8')) as typeof seen;
  }, 260_000);
  beforeEach(({ skip }) => {
    skip(
      isWindows,
      'the update is a package of Debian; Windows takes a signed installer alone, see update-rules.test.ts',
    );
  });

  it('looks nowhere until the user has allowed it, in a dialog of the system', () => {
    expect(seen).toMatchObject({
      off: true,
      readsWhileOff: 0,
      declined: { asked: { title: 'Check for updates there?' }, reads: 0 },
    });
  });

  it('takes no feed over plain HTTP but from this computer', () => {
    expect(seen['plainHttp']).toMatch(/^Enter an https:\/\/ address/);
  });

  it('tells what is new as plain text, and when it was looked', () => {
    expect(seen).toMatchObject({
      notes: 'Quicker lists.\n<b>No markup</b> <img src=x onerror=alert(1)>',
      notesMarkup: 0,
      toastInSection: 0,
      looked: expect.stringContaining('a new version was found'),
    });
  });

  it('waits while a change is pending, and asks nothing', () => {
    const pending = seen['pending'] as Record<string, unknown>;
    expect([pending['edited'], pending['why']]).toEqual([
      true,
      '1 change is pending. Sync or discard it, then install.',
    ]);
  });

  it('fetches nothing where the user does not agree', () => {
    expect(seen['notAgreed']).toMatchObject({
      synced: true,
      asked: { title: 'Install Dossier 9.9.0?', buttons: ['Cancel', 'Install and restart'] },
      fetched: 0,
    });
  });

  it('installs no file but the one that the feed promised', () => {
    expect(seen['changedFile']).toEqual({
      why: 'The update could not be downloaded whole and unchanged. Nothing was installed. Check the network, then try again.',
      installed: false,
    });
  });

  it('shows how far a download is, and installs nothing after it was cancelled', () => {
    expect(seen['cancelled']).toEqual({
      why: 'The download was cancelled. Nothing was installed.',
      installed: false,
      closed: true,
    });
  });

  it('offers nothing that is not signed with the key of this copy', () => {
    expect(seen['unsigned']).toEqual({ offered: 0, installed: false });
  });

  it('is installed only when the vault is closed', () => {
    expect(seen['openWhileRunning']).toBeGreaterThan(0);
    expect(readFileSync(join(work, 'open-stores'), 'utf8')).toBe('');
  });

  it('is installed when the program has ended its work, which then starts again', () => {
    expect(seen).toMatchObject({
      code: 0,
      relaunches: 1,
      installed: `dpkg -i ${join(work, 'cache', 'dossier-updater', 'pending', 'Dossier-9.9.0-linux-amd64.deb')}`,
    });
  });

  it('tells the feed nothing that names this computer', () => {
    expect(seen['headers']).toEqual(['']);
    expect(seen['reads']).toEqual(['/updates/latest-linux.yml', '/updates/Dossier-9.9.0-linux-amd64.deb']);
  });
});
