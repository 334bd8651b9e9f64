import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { procedures } from '#contract/procedures/index.ts';
import type { Procedure } from '#contract/procedure.ts';
import { buildIfStale } from '#build/build-if-stale.js';
import { writeTar } from '#app/platform/tar.ts';
import { createVault } from '#db/store/vault.ts';
import { createOpenedBackups } from '../../electron/desktop/restore/opened-backups.ts';
import { restoreFolder } from '../../electron/desktop/restore/opened-backups.ts';
import { barriers } from '../e2e/support/axe.ts';
import { temporaryFolder } from '../support/desk.ts';
import { patienceMs } from '../support/patience.ts';
import { eventually, onDouble, prepareShell, startDouble } from './support/desk.ts';
import type { Desk, DoubleDeskOptions } from './support/desk.ts';

/* A backup that is opened with the desktop application: the real pages on the stand-in for Electron. */

const root = join(import.meta.dirname, '..', '..');
const passphrase = 'correct horse battery';

prepareShell();
beforeAll(async () => {
  await buildIfStale(root, 'renderer');
});

const newHome = (): string => join(temporaryFolder(), 'home');

async function start(home: string, { shell, ...options }: DoubleDeskOptions = {}) {
  const started = await startDouble(home, {
    ...options,
    shell: { pages: join(root, 'dist', 'renderer'), ...shell },
  });
  const page = await started.desk.page();
  page.setDefaultTimeout(patienceMs);
  const dialog = page.getByRole('dialog');
  const press = (name: string): Promise<void> => dialog.getByRole('button', { name, exact: true }).click();
  return { ...started, page, dialog, press };
}

/** Calls what cannot fail here; if it does, the test says why. */
async function succeeds(desk: Desk, name: string, input?: unknown): Promise<void> {
  expect([name, await desk.call(name, input)]).toEqual([name, expect.objectContaining({ ok: true })]);
}

/** A backup of a vault with the sample in it, made in the window. */
async function backup(protection: string | null = passphrase): Promise<string> {
  const file = join(temporaryFolder(), 'acme.dossier');
  const { desk, double } = await start(newHome());
  await succeeds(desk, 'home.create', { passphrase: protection });
  await succeeds(desk, 'sample.open');
  double.electron.dialog.showSaveDialog = async () => ({ canceled: false, filePath: file });
  await desk.call('shell.saveBackup', { suggested: 'acme.dossier' });
  await succeeds(desk, 'home.backUp', { path: file });
  await desk.close();
  return file;
}

const heading = {
  offered: 'Restore backup',
  restored: 'Backup restored',
  refused: 'Backup can’t be restored',
};

describe.runIf(onDouble)('a backup that the program is started with', () => {
  it('is restored beside the vault in use, which stays as it is, and is opened by a restart', async () => {
    const file = await backup();
    const home = newHome();
    const { double, page, dialog, press } = await start(home, { shell: { backup: file } });
    await dialog.getByRole('heading', { name: heading.offered }).waitFor();
    const folder = join(home, '..', 'home-acme');
    const shown = await dialog.innerText();
    for (const text of ['acme.dossier', folder, 'Its own passphrase']) expect(shown).toContain(text);
    expect(await barriers(page)).toEqual([]);
    expect(existsSync(folder)).toBe(false);

    const before = readdirSync(home);
    await page.keyboard.press('Enter');
    await dialog.getByText(`Restored to ${folder}`).waitFor();
    expect([await barriers(page), readdirSync(home)]).toEqual([[], before]);
    await press('Restart with restored vault');
    expect([await double.ended, double.electron.app.relaunched]).toEqual([0, [{ args: ['--home', folder] }]]);

    const again = await start(folder);
    await again.desk.call('home.unlock', { passphrase });
    await eventually(() => again.desk.call('engagement.list')).toMatchObject({
      value: expect.arrayContaining([expect.objectContaining({ name: 'Internal network' })]),
    });
  });

  it('is offered over a locked vault too, and left alone by Escape', async () => {
    const file = await backup(null);
    const home = newHome();
    const first = await start(home);
    await first.desk.call('home.create', { passphrase });
    await first.desk.close();
    const { desk, page, dialog } = await start(home, { shell: { backup: file } });
    await dialog.getByText('Nothing: it has no passphrase, so keep the file safe').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect([await desk.call('home.state'), readdirSync(join(home, '..'))]).toMatchObject([
      { value: { kind: 'locked' } },
      ['home'],
    ]);
    await page.reload();
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it('goes to the folder that the user chooses, and to none that is there or lies in a vault', async () => {
    const file = await backup();
    const home = newHome();
    const { desk, double, dialog, press } = await start(home, { shell: { backup: file } });
    await desk.call('home.create', { passphrase: null });
    const elsewhere = temporaryFolder();
    for (const [path, words] of [
      [elsewhere, 'is there already'],
      [join(home, 'inside'), 'lies in a vault'],
    ] as const) {
      double.electron.dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
      await press('Choose folder…');
      await dialog.getByRole('alert').getByText(words).waitFor();
    }
    const folder = join(elsewhere, 'vault');
    double.electron.dialog.showSaveDialog = async () => ({ canceled: false, filePath: folder });
    await press('Choose folder…');
    await dialog.getByText(folder).waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    // It is taken meanwhile.
    mkdirSync(folder);
    await press('Restore backup');
    await dialog.getByRole('alert').getByText('is there already').waitFor();
    expect(readdirSync(folder)).toEqual([]);
    double.electron.dialog.showSaveDialog = async () => ({
      canceled: false,
      filePath: join(elsewhere, 'free'),
    });
    await press('Choose folder…');
    await dialog.getByText(join(elsewhere, 'free')).waitFor();
    await press('Restore backup');
    await dialog.getByRole('heading', { name: heading.restored }).waitFor();
    expect(readdirSync(join(elsewhere, 'free'))).toContain('key.json');
    await press('Done');
    await dialog.waitFor({ state: 'detached' });
  });

  it('that was cut short, is none or is not there is told as that', async () => {
    const cut = await backup();
    truncateSync(cut, readFileSync(cut).length - 512);
    const folder = temporaryFolder();
    const none = join(folder, 'none.dossier');
    writeFileSync(none, 'Dear diary');
    const other = join(folder, 'notes.txt');
    writeFileSync(other, 'Dear diary');
    const { double, dialog, page, press } = await start(newHome(), { shell: { backup: cut } });
    for (const [file, words] of [
      [cut, 'is no backup of a vault, or was cut short'],
      [none, 'is no backup of a vault, or was cut short'],
      [join(folder, 'gone.dossier'), 'cannot be read. Is it there?'],
      [other, 'does not end with .dossier'],
    ] as const) {
      if (file !== cut) double.openFile(file);
      await dialog.getByText(words).waitFor();
      await dialog.getByRole('heading', { name: heading.refused }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await press('OK');
      await dialog.waitFor({ state: 'detached' });
    }
  });
});

describe.runIf(onDouble)('a backup that is opened while the program runs', () => {
  it('is handed over by a second start, whose window is that of the first', async () => {
    const home = newHome();
    const file = await backup();
    const { double, dialog } = await start(home);
    double.windows[0]!.minimized = true;
    const second = await startDouble(home, {
      secondOf: double,
      words: ['--home', home, file],
      shell: { backup: file },
    });
    await dialog.getByText('acme.dossier').waitFor();
    expect([await second.double.ended, second.double.windows, double.windows[0]!.minimized]).toEqual([
      0,
      [],
      false,
    ]);
  });

  it('comes from the Finder of a Mac: before it is ready, later, and after the window was closed', async () => {
    const file = await backup();
    const early = await start(newHome(), { openedFiles: [file], shell: { platform: 'darwin' } });
    await early.dialog.getByText('acme.dossier').waitFor();
    expect(early.double.asked).toEqual([]);
    await early.press('Cancel');
    await early.dialog.waitFor({ state: 'detached' });
    early.double.openFile(file);
    await early.dialog.getByText('acme.dossier').waitFor();
    await early.press('Cancel');
    await early.dialog.waitFor({ state: 'detached' });
    await early.double.windows[0]!.close();
    early.double.openFile(file);
    const page = await early.desk.page();
    await page.getByRole('dialog').getByText('acme.dossier').waitFor();
  });
});

describe.runIf(onDouble)('the page', () => {
  it('names neither the backup nor the folder, and restores nothing that the user did not open', async () => {
    const file = await backup();
    const home = newHome();
    const { desk } = await start(home);
    const to = join(home, '..', 'made');
    const answers = [];
    for (const name of ['shell.restoreBackup', 'shell.openRestored', 'shell.chooseRestoreFolder'])
      answers.push(await desk.call(name), await desk.call(name, { file, path: file, folder: to, to }));
    expect(answers.map((answer) => (answer as { error: { code: string } }).error.code)).toEqual(
      Array(3).fill(['wrong-state', 'usage']).flat(),
    );
    expect([await desk.call('shell.openedBackup'), existsSync(to)]).toEqual([
      { ok: true, value: { kind: 'none' } },
      false,
    ]);
  });

  it('has no file written by a call but where the user said so', async () => {
    const { desk } = await start(newHome());
    await desk.call('home.create', { passphrase: null });
    const writing = Object.entries<Procedure>(procedures).flatMap(([name, { writesPath }]) =>
      writesPath === undefined ? [] : [[name, writesPath] as const],
    );
    expect(writing.map(([name]) => name)).toEqual(expect.arrayContaining(['home.backUp', 'report.export']));
    const path = join(temporaryFolder(), 'out');
    for (const [name, member] of writing)
      expect(await desk.call(name, { project: 'p', [member]: path })).toMatchObject({
        error: { code: 'refused' },
      });
    expect(existsSync(path)).toBe(false);
  });

  it('has no file read by a call but those that the user chose', async () => {
    const { desk, double } = await start(newHome());
    await desk.call('home.create', { passphrase: null });
    const path = join(temporaryFolder(), 'secret.csv');
    writeFileSync(path, 'title\nsecret');
    for (const files of [[{ path }], { path }, [path], [], undefined])
      expect(await desk.call('import.preview', { project: 'p', files })).toMatchObject({ ok: false });
    const read = { project: 'p', files: [{ path }] };
    expect(await desk.call('import.preview', read)).toMatchObject({ error: { code: 'refused' } });
    // One more beside a file that was chosen is refused too; the host alone knows that there is no such engagement.
    double.electron.dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    const files = [{ path, name: 'secret.csv' }];
    expect(await desk.call('shell.chooseScans')).toEqual({ ok: true, value: { files } });
    const more = { ...read, files: [{ path }, { path: `${path}.key` }] };
    expect(await desk.call('import.preview', more)).toMatchObject({ error: { code: 'refused' } });
    expect(await desk.call('import.preview', read)).toMatchObject({ error: { code: 'not-connected' } });
  });
});

describe.runIf(onDouble)('the settings and the first page', () => {
  it('back the vault up into a file, and restore one that the user chooses', async () => {
    const { desk, double, page, dialog, press } = await start(newHome());
    const folder = temporaryFolder();
    const none = join(folder, 'none.dossier');
    writeFileSync(none, 'Dear diary');
    double.electron.dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [none] });
    await page.getByRole('button', { name: 'Restore backup…' }).click();
    await dialog.getByRole('heading', { name: heading.refused }).waitFor();
    await press('OK');
    await succeeds(desk, 'home.create', { passphrase: null });
    await succeeds(desk, 'sample.open');
    await page.reload();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Storage' }).click();
    // The ending is the program's, whatever the dialog of the system leaves out.
    double.electron.dialog.showSaveDialog = async () => ({ canceled: false, filePath: join(folder, 'mine') });
    await page.getByRole('button', { name: 'Back up vault…' }).click();
    const file = join(folder, 'mine.dossier');
    await page.getByText(`The vault is backed up to ${file}`).waitFor();
    double.electron.dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [file] });
    await page.getByRole('button', { name: 'Restore backup…' }).click();
    await dialog.getByText('mine.dossier').waitFor();
    await press('Restore backup');
    await dialog.getByRole('heading', { name: heading.restored }).waitFor();
  });
});

describe('a backup on its way into a vault', () => {
  /** An archive as a backup writes it, with a store of several pieces. */
  function archive(name: string): string {
    const folder = temporaryFolder();
    const file = join(folder, name);
    const to = openSync(file, 'wx');
    const tar = writeTar(to);
    for (const [inside, length] of [
      [`stores/${'0a'.repeat(16)}/store.db`, 3_000_000],
      ['key.json', 0],
    ] as const) {
      const content = join(folder, 'content');
      if (length === 0) createVault(join(folder, 'home'), { random: randomBytes });
      writeFileSync(
        content,
        length === 0 ? readFileSync(join(folder, 'home', 'key.json')) : 'x'.repeat(length),
      );
      tar.append({ path: content, name: inside });
    }
    tar.end();
    closeSync(to);
    return file;
  }

  /** The backups of a program whose user chooses nothing. */
  function backups(home: string) {
    const told: string[] = [];
    const opened = createOpenedBackups({
      home,
      askFile: async () => null,
      askFolder: async () => null,
      onOpened: () => told.push('opened'),
      restart: (vault) => told.push(vault),
    });
    return { opened, told };
  }

  it('is given up by the user or the end of the program, leaves nothing, and can be restored then', async () => {
    const home = newHome();
    mkdirSync(home);
    const { opened } = backups(home);
    opened.open(archive('acme.dossier'));
    const stop = new AbortController();
    const onProgress = (): void => {
      stop.abort();
    };
    const cancelled = { code: 'cancelled' };
    await expect(opened.restore({ signal: stop.signal, onProgress })).rejects.toMatchObject(cancelled);
    expect([await opened.state(), readdirSync(join(home, '..'))]).toMatchObject([
      { kind: 'offered' },
      ['home'],
    ]);
    const { signal } = new AbortController();
    expect(await opened.restore({ signal, onProgress: () => undefined })).toMatchObject({ kind: 'restored' });

    const ending = backups(home);
    ending.opened.open(archive('other.dossier'));
    const atEnd = ending.opened.restore({
      signal,
      onProgress: () => {
        ending.opened.stop();
      },
    });
    await expect(atEnd).rejects.toMatchObject(cancelled);
    expect(readdirSync(join(home, '..')).toSorted()).toEqual(['home', 'home-acme']);
  });

  it('is restored once, and one that is opened meanwhile comes behind it', async () => {
    const home = newHome();
    mkdirSync(home);
    const { opened, told } = backups(home);
    opened.open(archive('first.dossier'));
    const { signal } = new AbortController();
    const steps: unknown[] = [];
    const second = archive('second.dossier');
    const restored = await opened.restore({
      signal,
      onProgress: ({ done }) => {
        if (steps.length > 0) return;
        steps.push(done);
        opened.open(second);
        steps.push(opened.restore({ signal, onProgress: () => undefined }).catch((error: unknown) => error));
      },
    });
    expect([restored, await steps[1], told]).toMatchObject([
      { kind: 'restored', name: 'first.dossier', vault: home },
      { code: 'busy' },
      ['opened'],
    ]);
    opened.openRestored();
    expect([await opened.dismiss(), told]).toMatchObject([
      { kind: 'offered', name: 'second.dossier', needsPassphrase: false },
      ['opened', join(home, '..', 'home-first'), 'opened'],
    ]);
    expect(await opened.dismiss()).toEqual({ kind: 'none' });
  });
});

describe('the folder that is suggested', () => {
  it('lies beside the vault in use, is named after both and is free', () => {
    const data = resolve('/data');
    const suggest = (file: string, ...taken: string[]) =>
      restoreFolder(join(data, 'dossier'), file, (path) => taken.includes(path));
    expect([
      suggest('/mnt/acme.dossier'),
      suggest('/mnt/acme.dossier', join(data, 'dossier-acme'), join(data, 'dossier-acme-2')),
      suggest('/mnt/dossier.dossier', join(data, 'dossier')),
      dirname(suggest('/mnt/../..dossier')),
    ]).toEqual([join(data, 'dossier-acme'), join(data, 'dossier-acme-3'), join(data, 'dossier-2'), data]);
    expect(basename(suggest('/mnt/../..dossier'))).toMatch(/^dossier/);
  });
});
