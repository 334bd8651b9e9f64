import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron';
import { openDoor } from '#host/client/door.ts';
import { homeFolder } from '#host/client/home.ts';
import { startShell } from './shell.ts';

/*
 * The entry of the desktop application, and the one place where Electron itself is imported. Beside this file the
 * build puts the preload script and the icon, and the pages into the folder next to its own.
 */

const debug = process.argv.includes('--debug');
const home = homeFolder(undefined, process.env, process.cwd());
const here = import.meta.dirname;

void startShell(
  {
    app,
    BrowserWindow,
    dialog,
    ipcMain,
    Menu,
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
    platform: process.platform,
    pages: join(here, '..', 'renderer'),
    preload: join(here, 'preload.cjs'),
    icon: join(here, 'icon.png'),
    nowMs: () => performance.now(),
    patienceMs: 2_000,
    openDoor: (keychainKey) =>
      openDoor({
        home,
        version: app.getVersion(),
        passphrase: null,
        showRecoveryCode: null,
        token: null,
        tell(line) {
          if (debug) process.stderr.write(`dossier: ${line}\n`);
        },
        debug,
        keychainKey,
      }),
  },
).catch((error: unknown) => {
  if (debug) process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
  dialog.showErrorBox('Dossier cannot start', 'Start it with --debug in a terminal to see why.');
  app.exit(1);
});
