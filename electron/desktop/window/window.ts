import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { WebPreferences } from 'electron';
import { placeWindow, readWindowState, smallestWindow } from './bounds.ts';
import type { ShellElectron, ShellWindow } from '../electron.ts';

/**
 * Held in memory alone (no `persist:` before it): what Chromium would keep on disk of a page, from caches to typed
 * texts, would lie there in clear.
 */
export const partition = 'dossier';

/** What pages may do. The defaults of Electron are spelled out, so that a change of them changes nothing here. */
export function webPreferences(preload: string, isPackaged: boolean): WebPreferences {
  return {
    preload,
    partition,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    plugins: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    // alert() and its kin: hostile text must not speak in the program's name.
    disableDialogs: true,
    // Its dictionaries are fetched from the network, and its word list is kept in clear.
    spellcheck: false,
    devTools: !isPackaged,
  };
}

/**
 * Makes the window where it was last, without loading its page yet. It is shown with its first picture, when its page
 * has loaded or failed, or after `shownAfterMs`: under Wayland the first may never come.
 */
export function makeWindow(
  { BrowserWindow, screen, app }: Pick<ShellElectron, 'BrowserWindow' | 'screen' | 'app'>,
  {
    preload,
    stateFile,
    icon,
    shownAfterMs,
    onShown,
  }: {
    readonly preload: string;
    readonly stateFile: string;
    readonly icon: string;
    readonly shownAfterMs: number;
    readonly onShown: () => void;
  },
): ShellWindow {
  const state = readState(stateFile);
  const window = new BrowserWindow({
    ...placeWindow(
      state,
      screen.getAllDisplays().map(({ workArea }) => workArea),
    ),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: 'Dossier',
    icon,
    show: false,
    webPreferences: webPreferences(preload, app.isPackaged),
  });
  let isShown = false;
  function showOnce(): void {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    clearTimeout(timer);
    if (state?.maximized === true) window.maximize();
    window.show();
    onShown();
  }
  const timer = setTimeout(showOnce, shownAfterMs);
  window.once('ready-to-show', showOnce);
  window.webContents.on('did-finish-load', showOnce);
  window.webContents.on('did-fail-load', showOnce);
  window.on('closed', () => {
    clearTimeout(timer);
  });
  window.on('close', () => {
    keepState(stateFile, window);
  });
  return window;
}

function readState(file: string): ReturnType<typeof readWindowState> {
  try {
    return readWindowState(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** If it cannot be written the next window opens in its usual place, which is no reason to disturb anybody. */
function keepState(file: string, window: ShellWindow): void {
  try {
    const state = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  } catch {
    return;
  }
}
