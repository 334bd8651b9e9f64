import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RelaunchOptions } from 'electron';
import { backupEnding } from '#contract/window/shell.ts';
import type { DeskEvent } from '#contract/procedures/vault.ts';
import { startReportsHere } from '#app/client/home-gateway.ts';
import type { HomeGateway } from '#app/client/home-gateway.ts';
import { answerCalls, send } from './calls/calls.ts';
import { guardClosing } from './window/closing.ts';
import type { Closing } from './window/closing.ts';
import { contextMenuTemplate } from './window/context-menu.ts';
import { createCrashCounter } from './window/crash-counter.ts';
import { lazyGateway } from './calls/lazy-gateway.ts';
import type { Refusable, ShellElectron, ShellWindow } from './electron.ts';
import { guardContents, guardSession } from './security/guards.ts';
import { createKeychain } from './security/keychain.ts';
import { passwordStoreFor } from './security/password-store.ts';
import { createLinkOpener } from './security/links.ts';
import { menuTemplate, type MenuKeys } from './window/menu.ts';
import { createNativeCalls } from './calls/native.ts';
import { backupOfStart, dataOfStart } from './options.ts';
import { createOpenedBackups } from './restore/opened-backups.ts';
import { pageIn } from './security/origin.ts';
import { registerScheme, servePages } from './security/pages.ts';
import { startByElectron } from './report-process.ts';
import type { Installation } from './updates/policy.ts';
import { whyByHand } from './updates/policy.ts';
import { createUpdates, readActivity, type LoadedUpdater } from './updates/updates.ts';
import { makeWindow, partition } from './window/window.ts';

export interface ShellOptions {
  readonly home: string;
  /** The backup that the user opened with the program; null if they opened none. */
  readonly backup: string | null;
  /** How the program is started with another vault. */
  readonly restartWith: (home: string) => RelaunchOptions;
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute paths of what was built: the folder of the pages, the preload script, the window's icon. */
  readonly pages: string;
  readonly preload: string;
  readonly icon: string;
  /** Opens the home's gateway. @param keychainKey what opens it without a question */
  readonly openGateway: (
    keychainKey: () => Uint8Array | null,
    systemProxy: (url: string) => Promise<string>,
  ) => HomeGateway;
  /** A clock that does not run backwards, milliseconds. */
  readonly nowMs: () => number;
  /** How long the end of the program waits for calls that are under way, milliseconds. */
  readonly closeTimeoutMs: number;
  /** How often Linux is asked whether the screen is locked, which it does not tell, milliseconds. */
  readonly screenPollMs: number;
  /** When the window is shown though nothing has told of its page, milliseconds. */
  readonly shownAfterMs: number;
  /** What is read of this copy of the program beside it; the updater is loaded when it is first needed. */
  readonly installation: Omit<Installation, 'platform' | 'isPackaged'>;
  readonly loadUpdater: () => Promise<LoadedUpdater>;
  /** How often it is asked whether to look for a new version, milliseconds. */
  readonly updatePollMs: number;
  /** The time of day. */
  readonly now: () => Date;
  /** The window can be seen. */
  readonly onShown: () => void;
}

const debuggerSwitches = ['remote-debugging-port', 'remote-debugging-pipe'] as const;
/** How long the system waits for a program when it shuts down, with some to spare. */
const shutdownMs = 3_000;
/** How long a source of updates may be silent. */
const updateSilenceMs = 60_000;

/**
 * Gives each vault its own folder for the browser's data: it holds the single-instance lock, and the default on Windows
 * and macOS is the vault itself. A home that cannot be written keeps the default.
 */
function keepBrowserDataApart(app: ShellElectron['app'], home: string): void {
  const folder = join(home, 'browser');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    app.setPath('userData', folder);
  } catch {
    return;
  }
}

/**
 * Runs the desktop application until it is quit. To be called at once at the start of the program: some of what it
 * does has to be done before Electron is ready.
 */
export async function startShell(electron: ShellElectron, options: ShellOptions): Promise<void> {
  const { app, dialog, powerMonitor } = electron;
  // With these switches, any local program could read every page. No fuse covers them.
  if (app.isPackaged && debuggerSwitches.some((name) => app.commandLine.hasSwitch(name))) {
    app.exit(1);
    return;
  }
  keepBrowserDataApart(app, options.home);
  let window: ShellWindow | null = null;
  let isStarted = false;
  const backups = createOpenedBackups({
    home: options.home,
    async askFile() {
      if (window === null) return null;
      const { filePaths } = await dialog.showOpenDialog(window, {
        title: 'Restore a Backup',
        filters: [{ name: 'Backup of a vault', extensions: [backupEnding] }],
        properties: ['openFile'],
      });
      return filePaths[0] ?? null;
    },
    async askFolder(suggested) {
      if (window === null) return null;
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        title: 'New Folder for the Vault',
        defaultPath: suggested,
        buttonLabel: 'Choose',
        properties: ['createDirectory'],
      });
      return canceled || filePath === '' ? null : filePath;
    },
    onOpened() {
      if (window !== null) send(window.webContents, { kind: 'backup' });
    },
    restart(vault) {
      endSoon(() => {
        app.relaunch(options.restartWith(vault));
        app.quit();
      });
    },
  });
  // A Mac hands over a file that was opened before the program is ready, and only once.
  app.on('open-file', (event, file) => {
    event.preventDefault();
    backups.open(file);
    showWindow();
  });
  // A second start brings the window of the first one to the front and ends.
  if (!app.requestSingleInstanceLock(dataOfStart(options.backup))) {
    app.quit();
    return;
  }
  if (options.backup !== null) backups.open(options.backup);
  app.enableSandbox();
  const passwordStore = passwordStoreFor(options.platform, options.environment);
  if (passwordStore !== null && !app.commandLine.hasSwitch('password-store'))
    app.commandLine.appendSwitch('password-store', passwordStore);
  registerScheme(electron.protocol);
  if (options.platform === 'win32') app.setAppUserModelId('net.dossier.desk');

  let closing: Closing | null = null;
  const openLink = createLinkOpener(electron, () => window);
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, (address) => void openLink(address));
    contents.on('context-menu', (_choice, choice) => {
      const template = contextMenuTemplate(choice, (text) => {
        electron.clipboard.writeText(text);
      });
      if (template.length > 0) electron.Menu.buildFromTemplate(template).popup();
    });
  });
  app.on('second-instance', (_event, _words, _folder, data) => {
    const backup = backupOfStart(data);
    if (backup !== null) backups.open(backup);
    showWindow();
  });

  /** Brings the window to the front; where it was closed and the program runs on, another one comes. */
  function showWindow(): void {
    if (window === null) {
      if (isStarted && ending === 'no') reopenWindow();
      return;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  await app.whenReady();
  const session = electron.session.fromPartition(partition);
  guardSession(session);
  try {
    servePages(session, options.pages);
  } catch {
    dialog.showErrorBox('Dossier cannot start', 'The files of its window are missing. Install it again.');
    app.exit(1);
    return;
  }

  const keychain = createKeychain(electron.safeStorage, options);
  // Before the gateway, since the host's thread learns of it when it starts.
  const endReports = startReportsHere(startByElectron(electron.utilityProcess));
  const gateway = lazyGateway(
    keychain.load().then(() => options.openGateway(keychain.key, (url) => session.resolveProxy(url))),
  );
  const updates = createUpdates({
    platform: options.platform,
    version: app.getVersion(),
    file: join(app.getPath('userData'), 'updates.json'),
    load: options.loadUpdater,
    byHand: whyByHand({
      ...options.installation,
      platform: options.platform,
      isPackaged: app.isPackaged,
    }),
    key: options.installation.updateKey,
    async activity() {
      const { signal } = new AbortController();
      const status = readActivity(await gateway.call('desk.status', '{}', { signal }));
      return status === null ? null : { ...status, reporting: calls.isRunning('report.export') };
    },
    async confirm(message, detail, button) {
      if (window === null) return false;
      const { response } = await dialog.showMessageBox(window, {
        type: 'question',
        message,
        detail,
        buttons: ['Cancel', button],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      return response === 1;
    },
    endThen: endSoon,
    onInstallFailed() {
      dialog.showErrorBox(
        'The update was not installed',
        'Dossier is unchanged, and your vault too. Start Dossier again, then try again or install the update by hand.',
      );
      app.quit();
    },
    onFound(version) {
      if (window !== null) send(window.webContents, { kind: 'update', version });
    },
    now: options.now,
    silenceMs: updateSilenceMs,
  });
  const calls = answerCalls(electron.ipcMain, {
    gateway,
    keychain,
    native: createNativeCalls(
      electron,
      keychain,
      updates,
      backups,
      () => window,
      (attempt, signal) => gateway.attempt(attempt, signal),
      showMenu,
      (theme) => {
        electron.nativeTheme.themeSource = theme;
      },
    ),
    isWindow: (contents) => contents === window?.webContents,
  });
  gateway.subscribe((event) => {
    followHome(event);
    if (window !== null) send(window.webContents, { kind: 'desk', event });
  });

  let isHomeOpen = false;
  function followHome(event: DeskEvent): void {
    if (event.kind !== 'home') return;
    isHomeOpen = event.state.kind === 'open';
    if (event.state.kind === 'open') keychain.release();
    if (event.state.kind === 'locked' && keychain.hold() === 'forgotten' && window !== null) {
      void dialog.showMessageBox(window, {
        type: 'warning',
        message: 'The keychain no longer opens this vault.',
        detail:
          'The lock could not be noted in the vault’s folder, so the kept key was deleted. Let the keychain keep it again in the settings.',
        buttons: ['OK'],
      });
    }
  }

  function lock(): void {
    void gateway.call('home.lock', '{}', { signal: new AbortController().signal });
  }
  powerMonitor.on('suspend', lock);
  powerMonitor.on('lock-screen', lock);
  // macOS: another user has the screen now.
  powerMonitor.on('user-did-resign-active', lock);
  if (options.platform === 'linux') {
    let wasLocked = false;
    setInterval(() => {
      const isLocked = powerMonitor.getSystemIdleState(60) === 'locked';
      if (isLocked && !wasLocked) lock();
      wasLocked = isLocked;
    }, options.screenPollMs).unref();
  }

  function showMenu(keys: MenuKeys): void {
    const template = menuTemplate(options.platform, app.isPackaged, {
      keys,
      lock,
      command(command) {
        if (window !== null) send(window.webContents, { kind: 'command', command });
      },
    });
    electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(template));
  }
  showMenu({});

  const onCrash = createCrashCounter(options.nowMs);

  async function openWindow(): Promise<void> {
    const made = makeWindow(electron, {
      preload: options.preload,
      icon: options.icon,
      stateFile: join(app.getPath('userData'), 'window.json'),
      shownAfterMs: options.shownAfterMs,
      onShown: options.onShown,
    });
    window = made;
    closing = guardClosing(made, {
      dialog,
      settled: settledSoon,
      onStuck: () => void offerReload(made, 'The window does not answer.', 'Wait'),
      onGone: () => void recover(made),
    });
    // Windows logs off without telling the program to quit: what is typed is saved while others are still asked.
    made.on('query-session-end', () => {
      send(made.webContents, { kind: 'save' });
    });
    made.on('session-end', () => void endWithSystem());
    made.on('closed', () => {
      window = null;
      closing = null;
    });
    try {
      await made.loadURL(pageIn(app.getSystemLocale()));
    } catch {
      // One that was closed while it was loading is no failure.
      if (!made.isDestroyed()) await offerReload(made, 'The window could not be loaded.', 'Wait');
    }
  }

  async function recover(gone: ShellWindow): Promise<void> {
    if (onCrash() === 'ask') {
      await offerReload(gone, 'The window ended several times in a minute.', 'Quit', () => {
        app.quit();
      });
    } else if (!gone.isDestroyed()) {
      closing?.reload();
      await dialog.showMessageBox(gone, {
        type: 'warning',
        message: 'The window ended unexpectedly and was loaded again.',
        detail: 'What was shown as saved is saved.',
        buttons: ['OK'],
      });
    }
  }

  async function offerReload(
    over: ShellWindow,
    message: string,
    otherwise: string,
    onOther: () => void = () => undefined,
  ): Promise<void> {
    if (over.isDestroyed()) return;
    const { response } = await dialog.showMessageBox(over, {
      type: 'warning',
      message,
      detail: 'What was shown as saved is saved.',
      buttons: ['Load again', otherwise],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    if (response !== 0) onOther();
    else if (!over.isDestroyed()) closing?.reload();
  }

  let ending: 'no' | 'under-way' | 'done' = 'no';
  let isSystemEnding = false;
  app.on('before-quit', (event) => {
    // A quit of the system that is refused cancels its shutdown.
    if (ending === 'done' || isSystemEnding) return;
    event.preventDefault();
    if (ending === 'no') void end();
  });

  /** Later: the call that asks for it is answered first. */
  function endSoon(last: () => void): void {
    setImmediate(() => {
      if (ending === 'no') void end(last);
    });
  }

  /**
   * The window first: what is typed in it is saved through the gateway. If the user stays, the program does.
   * @param last what ends the program itself
   */
  async function end(last: () => void = () => app.quit()): Promise<void> {
    ending = 'under-way';
    if ((await closing?.close()) === false) {
      ending = 'no';
      return;
    }
    backups.stop();
    // The last edits of the window; a sync is stopped at a safe point by the gateway.
    await settledSoon();
    await gateway.close().catch(() => undefined);
    endReports();
    ending = 'done';
    // A quit that is asked for inside of one that was refused is swallowed on macOS.
    setImmediate(last);
  }

  powerMonitor.on('shutdown', (...told: readonly Refusable[]) => {
    // Electron's types say nothing of this event, its documents do: refused, the system waits a little.
    told[0]?.preventDefault();
    void endWithSystem();
  });

  /** The system ends: nobody is asked, and nothing keeps it waiting. */
  async function endWithSystem(): Promise<void> {
    if (isSystemEnding) return;
    isSystemEnding = true;
    backups.stop();
    await soon(
      (async () => {
        await closing?.closeUnasked();
        await calls.settled();
        await gateway.close().catch(() => undefined);
      })(),
      shutdownMs,
    );
    endReports();
    ending = 'done';
    app.exit(0);
  }

  /** Waits for the calls that are under way: whether there were any, and all were answered in time. */
  async function settledSoon(): Promise<boolean> {
    return (await soon(calls.settled(), options.closeTimeoutMs)) ?? false;
  }

  app.on('window-all-closed', () => {
    if (options.platform !== 'darwin') app.quit();
  });
  function reopenWindow(): void {
    openWindow().catch(() => {
      dialog.showErrorBox('The window cannot be opened', 'Quit Dossier and start it again.');
    });
  }
  app.on('activate', () => {
    if (window === null) reopenWindow();
  });
  isStarted = true;
  await openWindow();
  setInterval(() => {
    // Behind a lock nobody could be told.
    if (isHomeOpen) void updates.lookIfDue();
  }, options.updatePollMs).unref();
}

/** Waits for something, but no longer than that: its answer, or undefined if it took too long. */
async function soon<Answer>(work: Promise<Answer>, ms: number): Promise<Answer | undefined> {
  const timeout = AbortSignal.timeout(ms);
  return Promise.race([
    work,
    new Promise<undefined>((resolve) => {
      timeout.addEventListener('abort', () => resolve(undefined), { once: true });
    }),
  ]);
}
