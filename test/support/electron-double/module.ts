import { launchChromium } from '../chromium.ts';
import { createElectronDouble } from './double.ts';

/**
 * The double as the module `electron` of a program of its own, as `import … from 'electron'` sees it: what was built
 * or packed runs on it as it is (see `register.ts`).
 */
const browser = await launchChromium();

export const double = createElectronDouble({
  browser,
  userData: process.env['DOSSIER_HOME'] ?? '',
  isPackaged: true,
});
export const {
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
} = double.electron;

void double.ended.then(async (code) => {
  await double.dispose();
  await browser.close();
  process.exitCode = code;
});
