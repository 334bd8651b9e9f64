import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from '../chromium.ts';
import { createElectronDouble } from './double.ts';

/**
 * The double as the module `electron` of a separate program, as `import … from 'electron'` sees it: built or packed
 * code runs on it unchanged (see `register.ts`).
 */
const browser = await launchChromium();

export const double = createElectronDouble({
  browser,
  userData: join(tmpdir(), 'electron-double'),
  isPackaged: process.env['ELECTRON_DOUBLE_UNPACKED'] !== '1',
  platform: process.platform,
  switches: process.argv.flatMap((word) => /^--([a-z-]+)/.exec(word)?.[1] ?? []),
});
// As Electron's own: if the program does not, it shows what was thrown.
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') > 1) return;
  double.electron.dialog.showErrorBox('A JavaScript error occurred in the main process', String(error.stack));
});
Reflect.set(globalThis, Symbol.for('electron-double'), double.electron);
export const {
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
} = double.electron;

void double.ended.then(async (code) => {
  await double.dispose();
  await browser.close();
  process.exitCode = code;
});
