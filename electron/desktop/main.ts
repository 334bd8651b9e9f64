import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron';
import type { RelaunchOptions } from 'electron';
import { homeFolder, resolvePath } from '#app/client/home-folder.ts';
import { openHomeGateway } from '#app/client/home-gateway.ts';
import { readStartOptions, wordsToOpen } from './options.ts';
import { startShell } from './shell.ts';
import { loadElectronUpdater } from './updates/electron-updater.ts';

/*
 * The entry of the desktop application, and the one place where Electron itself is imported. Beside this file the
 * build puts the preload script and the icon, and the pages into the folder next to its own.
 */

// Unpacked, the first word is the folder of the program.
const own = app.isPackaged ? 1 : 2;
const words = process.argv.slice(own);
const options = readStartOptions(words);
const home = homeFolder(options.home, process.env, process.cwd());
const here = import.meta.dirname;

/** An AppImage is started from its file: what runs now lies in a folder that goes with this process. */
function restartOf(program: readonly string[], behind: readonly string[]): RelaunchOptions {
  const execPath = process.env['APPIMAGE'];
  if (!app.isPackaged || execPath === undefined) return { args: [...program, ...behind] };
  return { execPath, args: ['--appimage-extract-and-run', ...behind] };
}

/** The text of a file that the package of the program put beside its archive; empty if it did not. */
function besideProgram(name: string): string {
  try {
    return app.isPackaged ? readFileSync(join(process.resourcesPath, name), 'utf8') : '';
  } catch {
    return '';
  }
}

// Electron's own dialog would quote the error, and with it perhaps a client's text.
process.on('uncaughtException', (error) => {
  if (options.verbose) process.stderr.write(`${error.stack ?? String(error)}\n`);
  dialog.showErrorBox(
    'Dossier has to end',
    'Something unforeseen went wrong. What was shown as saved is saved.',
  );
  app.exit(1);
});

// A start without a terminal has nobody who reads this.
process.stdout.on('error', () => undefined);

void startShell(
  {
    app,
    BrowserWindow,
    clipboard,
    dialog,
    ipcMain,
    Menu,
    nativeTheme,
    powerMonitor,
    protocol,
    safeStorage,
    screen,
    session,
    shell,
    utilityProcess,
  },
  {
    home,
    backup: options.backup === undefined ? null : resolvePath(process.cwd(), options.backup),
    restartWith: (vault) => restartOf(process.argv.slice(1, own), wordsToOpen(words, vault)),
    platform: process.platform,
    environment: process.env,
    pages: join(here, '..', 'renderer'),
    preload: join(here, 'preload.cjs'),
    icon: join(here, 'icon.png'),
    nowMs: () => performance.now(),
    closeTimeoutMs: 2_000,
    screenPollMs: 5_000,
    shownAfterMs: 2_000,
    installation: {
      executable: process.execPath,
      packageType: besideProgram('package-type').trim(),
      isAppImage: process.env['APPIMAGE'] !== undefined,
      updateConfig: besideProgram('app-update.yml'),
      updateKey: besideProgram('update-key.pem').trim(),
    },
    loadUpdater: loadElectronUpdater,
    updatePollMs: 60_000,
    now: () => new Date(),
    // `npm start` waits for this line; without it, it opens the browser.
    onShown: () => void process.stdout.write('Dossier: the window is open.\n'),
    openGateway: (keychainKey, systemProxy) =>
      openHomeGateway({
        home,
        version: app.getVersion(),
        passphrase: null,
        showRecoveryCode: null,
        token: null,
        tell(line) {
          if (options.verbose) process.stderr.write(`dossier: ${line}\n`);
        },
        debug: options.verbose,
        keychainKey,
        systemProxy,
      }),
  },
).catch((error: unknown) => {
  if (options.verbose)
    process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
  dialog.showErrorBox('Dossier cannot start', 'Start it with --verbose in a terminal to see why.');
  app.exit(1);
});
