import { join } from 'node:path';
import type { DeskEvent } from '#contract/door.ts';
import { startReportsHere } from '#host/client/door.ts';
import type { Door } from '#host/client/door.ts';
import { answerCalls, send } from './calls.ts';
import { guardClosing } from './closing.ts';
import type { Closing } from './closing.ts';
import { createCrashCounter } from './crash.ts';
import type { ShellElectron, ShellWindow } from './electron.ts';
import { guardContents, guardSession } from './guards.ts';
import { createKeychain } from './keychain.ts';
import { createLinkOpener } from './links.ts';
import { menuTemplate, type MenuKeys } from './menu.ts';
import { createNativeCalls } from './native.ts';
import { pageUrl } from './origin.ts';
import { registerScheme, servePages } from './pages.ts';
import { startByElectron } from './reports.ts';
import { makeWindow, partition } from './window.ts';

export interface ShellOptions {
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Absolute paths of what was built: the folder of the pages, the preload script, the window's icon. */
  readonly pages: string;
  readonly preload: string;
  readonly icon: string;
  /** Opens the door of the home. @param keychainKey what opens it without a question */
  readonly openDoor: (keychainKey: () => Uint8Array | null) => Door;
  /** A clock that does not run backwards, milliseconds. */
  readonly nowMs: () => number;
  /** How long the end of the program waits for calls that are under way, milliseconds. */
  readonly patienceMs: number;
}

/**
 * Runs the desktop application until it is quit. To be called at once at the start of the program: some of what it
 * does has to be done before Electron is ready.
 */
export async function startShell(electron: ShellElectron, options: ShellOptions): Promise<void> {
  const { app, dialog, powerMonitor } = electron;
  // A second start brings the window of the first one to the front and ends.
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  app.enableSandbox();
  registerScheme(electron.protocol);
  if (options.platform === 'win32') app.setAppUserModelId('net.dossier.desk');

  let window: ShellWindow | null = null;
  let closing: Closing | null = null;
  const openLink = createLinkOpener(electron, () => window);
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, (address) => void openLink(address));
  });
  app.on('second-instance', () => {
    if (window === null) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  });

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
  // Before the door, since the host's thread learns of it when it starts.
  const endReports = startReportsHere(startByElectron(electron.utilityProcess));
  const door = options.openDoor(keychain.key);
  const calls = answerCalls(electron.ipcMain, {
    door,
    keychain,
    native: createNativeCalls(
      electron,
      keychain,
      () => window,
      (attempt, signal) => door.attempt(attempt, signal),
      showMenu,
    ),
    isWindow: (contents) => contents === window?.webContents,
  });
  door.subscribe((event) => {
    followHome(event);
    if (window !== null) send(window.webContents, { kind: 'desk', event });
  });

  function followHome(event: DeskEvent): void {
    if (event.kind !== 'home') return;
    if (event.state.kind === 'locked') keychain.hold();
    if (event.state.kind === 'open') keychain.release();
  }

  function lock(): void {
    void door.call('home.lock', '{}', { signal: new AbortController().signal });
  }
  powerMonitor.on('suspend', lock);
  powerMonitor.on('lock-screen', lock);

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
    });
    window = made;
    closing = guardClosing(made, {
      dialog,
      settled: settledSoon,
      onStuck: () => void offerReload(made, 'The window does not answer.', 'Wait'),
      onGone: () => void recover(made),
    });
    made.on('closed', () => {
      window = null;
      closing = null;
    });
    try {
      await made.loadURL(pageUrl);
    } catch (error) {
      // One that was closed while it was loading is no failure.
      if (!made.isDestroyed()) throw error;
    }
  }

  async function recover(gone: ShellWindow): Promise<void> {
    if (onCrash() === 'ask') {
      await offerReload(gone, 'The window ended several times in a minute.', 'Quit', () => {
        app.quit();
      });
    } else if (!gone.isDestroyed()) {
      gone.webContents.reload();
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
      buttons: ['Load Again', otherwise],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    if (response !== 0) onOther();
    else if (!over.isDestroyed()) over.webContents.reload();
  }

  let ending: 'no' | 'under-way' | 'done' = 'no';
  app.on('before-quit', (event) => {
    if (ending === 'done') return;
    event.preventDefault();
    if (ending === 'no') void end();
  });

  /** The window first: what is typed in it is saved through the door. Where the person stays, the program does. */
  async function end(): Promise<void> {
    ending = 'under-way';
    if ((await closing?.close()) === false) {
      ending = 'no';
      return;
    }
    // The last edits of the window; a sync is stopped at a safe point by the door.
    await settledSoon();
    await door.close().catch(() => undefined);
    endReports();
    ending = 'done';
    app.quit();
  }

  /** When the calls that are under way are answered, or have taken too long to be waited for. */
  async function settledSoon(): Promise<void> {
    const patience = AbortSignal.timeout(options.patienceMs);
    await Promise.race([
      calls.settled(),
      new Promise((resolve) => {
        patience.addEventListener('abort', resolve, { once: true });
      }),
    ]);
  }

  app.on('window-all-closed', () => {
    if (options.platform !== 'darwin') app.quit();
  });
  app.on('activate', () => {
    if (window !== null) return;
    openWindow().catch(() => {
      dialog.showErrorBox('The window cannot be opened', 'Quit Dossier and start it again.');
    });
  });
  await openWindow();
}
