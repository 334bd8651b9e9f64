import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { CancellationToken } from 'electron-updater';
import { describe, expect, it } from 'vitest';
import { serveFolder } from '../../electron/desktop/updates/folder-feed.ts';
import {
  defaultUpdateSettings,
  isLookDue,
  isVersion,
  readFeed,
  readNotes,
  readUpdateSettings,
  whyByHand,
  whyNotInstall,
} from '../../electron/desktop/updates/policy.ts';
import type { Installation, UpdateSettings } from '../../electron/desktop/updates/policy.ts';
import { isSigned } from '../../electron/desktop/updates/signature.ts';
import { createUpdates } from '../../electron/desktop/updates/updates.ts';
import type { DownloadCall, LoadedUpdater, UpdatesParts } from '../../electron/desktop/updates/updates.ts';
import { writeFeed } from '#build/feed.js';
import { temporaryFolder } from '../support/desk.ts';

describe('a feed of new versions', () => {
  it.each([
    ['https://updates.example.test/dossier', 'linux'],
    ['http://127.0.0.1:8080/updates/', 'linux'],
    ['http://[::1]:8080/', 'darwin'],
    ['http://localhost/', 'win32'],
  ] as const)('is the address %s', (text, platform) => {
    expect(readFeed(` ${text} `, platform)).toMatchObject({ kind: 'address' });
  });

  it.each([
    ['/srv/updates', 'linux'],
    ['D:\\updates', 'win32'],
    ['\\\\server\\share\\updates', 'win32'],
  ] as const)('is the folder %s', (text, platform) => {
    expect(readFeed(text, platform)).toEqual({ kind: 'folder', path: text });
  });

  it.each([
    ['', 'linux'],
    ['updates', 'linux'],
    ['D:\\updates', 'linux'],
    ['http://updates.example.test/', 'linux'],
    ['http://127.0.0.1.example.test/', 'linux'],
    ['https://mara:secret@updates.example.test/', 'linux'],
    ['https://updates.example.test/?token=1', 'linux'],
    ['file:///srv/updates', 'linux'],
    ['ftp://updates.example.test/', 'linux'],
  ] as const)('is not %j', (text, platform) => {
    expect(readFeed(text, platform).kind).toBe('refused');
  });
});

describe('looking for a new version', () => {
  const at = (hours: number): Date => new Date(Date.UTC(2026, 0, 10) + hours * 3_600_000);
  const looked = (outcome: UpdateSettings['outcome']): UpdateSettings => ({
    mode: 'ask',
    feed: 'https://updates.example.test/',
    lookedAt: at(0).toISOString(),
    outcome,
  });

  it('is off by itself, and after settings that cannot be read', () => {
    expect(isLookDue(defaultUpdateSettings, at(0))).toBe(false);
    expect(readUpdateSettings('{"mode":"always"}')).toEqual(defaultUpdateSettings);
    expect(readUpdateSettings(JSON.stringify(looked('newest')))).toEqual(looked('newest'));
  });

  it('is done once a day, an hour after a failure, and never while it is off', () => {
    expect([23, 24].map((hours) => isLookDue(looked('newest'), at(hours)))).toEqual([false, true]);
    expect([0.9, 1].map((hours) => isLookDue(looked('failed'), at(hours)))).toEqual([false, true]);
    expect(isLookDue({ ...looked('failed'), mode: 'off' }, at(100))).toBe(false);
    expect(isLookDue({ ...looked('newest'), lookedAt: null }, at(0))).toBe(true);
  });

  it('goes on after the clock was set back', () => {
    expect(isLookDue(looked('newest'), at(-1))).toBe(true);
  });
});

describe('installing', () => {
  const idle = { pending: 0, syncing: false, reporting: false, unsaved: false };

  it('may be done while nothing is unsent or open', () => {
    expect(whyNotInstall(idle)).toBeNull();
  });

  it.each([
    [null, /^Unlock the vault/],
    [{ ...idle, pending: 1 }, /^1 change is pending/],
    [{ ...idle, pending: 3 }, /^3 changes are pending/],
    [{ ...idle, syncing: true }, /^A sync is running/],
    [{ ...idle, reporting: true }, /^A report is being made/],
    [{ ...idle, unsaved: true }, /is not saved/],
  ])('waits with %j', (activity, why) => {
    expect(whyNotInstall(activity)).toMatch(why);
  });

  const packed: Installation = {
    platform: 'linux',
    isPackaged: true,
    executable: '/opt/Dossier/dossier-desktop',
    packageType: 'deb',
    isAppImage: false,
    updateConfig: '',
    updateKey: 'A key.',
  };
  const windows = { ...packed, platform: 'win32', packageType: '' } as const;
  const mac = { ...packed, platform: 'darwin', packageType: '' } as const;

  it.each([
    packed,
    { ...packed, packageType: 'rpm' },
    { ...packed, packageType: '', isAppImage: true },
    { ...windows, updateConfig: 'provider: generic\npublisherName:\n  - Example Ltd\n' },
    { ...mac, executable: '/Applications/Dossier.app/Contents/MacOS/Dossier' },
  ])('is done by the program itself: %j', (installation) => {
    expect(whyByHand(installation)).toBeNull();
  });

  it.each([
    { ...packed, isPackaged: false },
    { ...packed, packageType: '' },
    { ...packed, updateKey: '' },
    // Nobody would look at the signature of what it installs.
    { ...windows, updateConfig: 'provider: generic\n' },
    { ...mac, executable: '/Volumes/Dossier/Dossier.app/Contents/MacOS/Dossier' },
    { ...mac, executable: '/private/var/folders/x/AppTranslocation/1/d/Dossier.app/Contents/MacOS/Dossier' },
  ])('is left to the user: %j', (installation) => {
    expect(whyByHand(installation)).toMatch(/^[A-Z].*\.$/);
  });
});

describe('what is new', () => {
  it('is plain text of bounded length, whatever the feed says', () => {
    expect(readNotes('One\r\ntwo\u0000\u202Ethree\u001B[31m')).toBe('One\ntwothree[31m');
    expect(readNotes([{ version: '2.0.0', note: 'a' }, { note: null }, null, { note: 'b' }])).toBe(
      'a\n\n\n\n\n\nb',
    );
    expect([readNotes(7), readNotes(undefined), readNotes({ note: 'a' })]).toEqual(['', '', '']);
    expect(readNotes('x'.repeat(30_000))).toHaveLength(20_001);
  });

  it('is of a version that can be compared', () => {
    expect(['1.2.3', '1.2.3-beta.1', '10.0.0+5'].every(isVersion)).toBe(true);
    expect(['1.2', 'latest', '1.2.3 <b>', 7, null].some(isVersion)).toBe(false);
  });
});

describe('a folder of new versions', () => {
  /** As it is written: an address would be tidied up before it leaves. */
  const get = async (url: string, path: string, method = 'GET'): Promise<[number | undefined, string]> => {
    const { hostname, port } = new URL(url);
    const asked = request({ hostname, port, path, method }).end();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.once('response', resolve).once('error', reject);
    });
    let text = '';
    for await (const piece of response.setEncoding('utf8')) text += String(piece);
    return [response.statusCode, text];
  };

  it('is read by the plain names of its files, and nothing beside or below it', async () => {
    const folder = join(temporaryFolder(), 'updates');
    mkdirSync(join(folder, 'inner'), { recursive: true });
    writeFileSync(join(folder, 'latest-linux.yml'), 'version: 9.9.0');
    writeFileSync(join(folder, 'inner', 'secret'), 'inner');
    writeFileSync(join(folder, '..', 'secret'), 'beside');
    const feed = await serveFolder(folder);
    try {
      const base = new URL(feed.url).pathname;
      expect(await get(feed.url, `${base}latest-linux.yml?noCache=1`)).toEqual([200, 'version: 9.9.0']);
      for (const path of [
        '/latest-linux.yml',
        `${base}../secret`,
        `${base}%2e%2e%2fsecret`,
        `${base}..%5Csecret`,
        `${base}inner/secret`,
        `${base}inner`,
        `${base}none`,
        `${base}%zz`,
        base,
      ]) {
        expect((await get(feed.url, path))[0], path).toBe(404);
      }
      expect((await get(feed.url, `${base}latest-linux.yml`, 'POST'))[0]).toBe(404);
    } finally {
      feed.close();
    }
    await expect(get(feed.url, '/')).rejects.toThrow();
  });
});

describe('the signature of a release', () => {
  const pair = () =>
    generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
  const ours = pair();

  it('covers version, notes, names and sums, as a feed is written', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'Dossier-1.2.0-linux-amd64.deb'), 'A package.');
    const date = '2026-03-01T10:00:00.000Z';
    writeFeed(folder, { version: '1.2.0', notes: 'Quicker lists.', date, key: ours.privateKey });
    const { version, releaseNotes, files, signature } = JSON.parse(
      readFileSync(join(folder, 'latest-linux.yml'), 'utf8'),
    );
    const release = { version, notes: releaseNotes, files };
    expect(isSigned(release, signature, ours.publicKey)).toBe(true);
    const changed = [
      { ...release, version: '1.2.1' },
      { ...release, notes: '' },
      { ...release, files: [{ ...files[0], url: 'other.deb' }] },
      { ...release, files: [{ ...files[0], sha512: 'AAAA' }] },
      { ...release, files: [] },
    ];
    expect(changed.filter((one) => isSigned(one, signature, ours.publicKey))).toEqual([]);
    expect(isSigned(release, signature, pair().publicKey)).toBe(false);
    expect([isSigned(release, '', ours.publicKey), isSigned(release, signature, 'no key')]).toEqual([
      false,
      false,
    ]);
  });
});

describe('updates', () => {
  const call: DownloadCall = { signal: new AbortController().signal, onProgress: () => undefined };
  /** The package as far as its edge, without a network. */
  const loaded = async (log: string[], change: Partial<LoadedUpdater['updater']> = {}) => ({
    updater: {
      setFeedURL: ({ url }: { url: string }) => void log.push(`feed ${url}`),
      checkForUpdates: (): ReturnType<LoadedUpdater['updater']['checkForUpdates']> =>
        Promise.reject(new Error('ENOTFOUND')),
      downloadUpdate: async (): Promise<unknown> => log.push('download'),
      quitAndInstall: () => void log.push('install'),
      on: () => undefined,
      netSession: { closeAllConnections: async () => undefined },
      ...change,
    },
    newToken: () => new CancellationToken(),
  });
  const found = (updateInfo: object) => async () => ({ isUpdateAvailable: true, updateInfo });
  const info = { version: '9.9.0', files: [{ url: 'Dossier.deb', sha512: 'AAAA' }] };

  /** An updater as far as its edge: what it does itself is seen in updates.test.ts. */
  function begin(change: Partial<UpdatesParts> = {}) {
    const file = join(temporaryFolder(), 'updates.json');
    const log: string[] = [];
    const updates = createUpdates({
      platform: 'linux',
      version: '0.1.0',
      file,
      byHand: null,
      key: '',
      silenceMs: 1_000,
      load: () => loaded(log),
      activity: async () => ({ pending: 0, syncing: false, reporting: false }),
      confirm: async () => true,
      endThen: (install) => {
        install();
      },
      onInstallFailed: () => void log.push('failed'),
      onFound: (version) => void log.push(`found ${version}`),
      now: () => new Date(Date.UTC(2026, 0, 10)),
      ...change,
    });
    return { updates, log, file };
  }

  it('of a computer without network are a line in the settings, and no message', async () => {
    const { updates, log } = begin();
    const state = await updates.configure('ask', 'https://updates.example.test/');
    expect(state).toMatchObject({ outcome: 'failed', lookedAt: '2026-01-10T00:00:00.000Z', found: null });
    await updates.lookIfDue();
    expect(log).toEqual(['feed https://updates.example.test/']);
  });

  it('look nowhere once they are off again, and at the next start neither', async () => {
    const { updates, log, file } = begin();
    await updates.configure('ask', 'https://updates.example.test/');
    await updates.configure('off', 'https://updates.example.test/');
    const before = log.length;
    await updates.look();
    const next = begin({ file }).updates;
    await next.look();
    expect([log.length, next.state().mode]).toEqual([before, 'off']);
  });

  it('tell of the source that was chosen last, also where the one before is still being asked', async () => {
    const before = Promise.withResolvers<void>();
    const asked: string[] = [];
    const { updates, log } = begin({
      load: () =>
        loaded([], {
          checkForUpdates: async () => {
            asked.push('asked');
            if (asked.length > 1) return null;
            await before.promise;
            return found(info)();
          },
        }),
    });
    const first = updates.configure('ask', 'https://one.example.test/');
    await expect.poll(() => asked.length).toBe(1);
    const second = updates.configure('ask', 'https://two.example.test/');
    before.resolve();
    await first;
    expect([await second, asked.length, log]).toMatchObject([{ found: null, outcome: 'newest' }, 2, []]);
  });

  it('install nothing that the feed no longer has, or that was not shown', async () => {
    const { updates, log } = begin();
    await updates.configure('ask', 'https://updates.example.test/');
    await expect(updates.install('9.9.0', false, call)).rejects.toThrow(/no longer has this version/);
    await expect(updates.install('9.9.0', true, call)).rejects.toThrow(/is not saved/);
    await expect(begin({ byHand: 'Run it.' }).updates.install('9.9.0', false, call)).rejects.toThrow(
      'Updates are off.',
    );
    expect(log.filter((line) => line === 'download' || line === 'install')).toEqual([]);
  });

  it('offer nothing that is not signed with the key of this copy', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const log: string[] = [];
    for (const updateInfo of [info, { ...info, signature: 'AAAA' }, { ...info, signature: 7 }]) {
      const { updates } = begin({ key, load: () => loaded(log, { checkForUpdates: found(updateInfo) }) });
      const state = await updates.configure('ask', '/srv/updates');
      expect(state).toMatchObject({ outcome: 'unsigned', found: null });
      await expect(updates.install('9.9.0', false, call)).rejects.toThrow();
    }
    expect(log.filter((line) => line === 'download' || line === 'install')).toEqual([]);
  });

  /** A download that ends only if it is cancelled. */
  const endless = (token: CancellationToken) => token.createPromise(() => undefined);

  it('install nothing whose download the user cancelled, and can be asked again', async () => {
    const log: string[] = [];
    const stop = new AbortController();
    const { updates } = begin({
      load: () => loaded(log, { checkForUpdates: found(info), downloadUpdate: endless }),
    });
    await updates.configure('ask', '/srv/updates');
    const install = updates.install('9.9.0', false, {
      signal: stop.signal,
      onProgress: () => {
        stop.abort();
      },
    });
    await expect(install).rejects.toMatchObject({ code: 'cancelled' });
    expect([updates.state().working, log.includes('install')]).toEqual([null, false]);
  });

  it('end a download whose source falls silent', async () => {
    const { updates } = begin({
      silenceMs: 20,
      load: () => loaded([], { checkForUpdates: found(info), downloadUpdate: endless }),
    });
    await updates.configure('ask', '/srv/updates');
    await expect(updates.install('9.9.0', false, call)).rejects.toMatchObject({ code: 'unreachable' });
  });
});
