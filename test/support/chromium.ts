import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserServer, type LaunchOptions } from 'playwright-core';

const isWindows = process.platform === 'win32';
const places = isWindows
  ? ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((variable) =>
      ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((path) =>
        join(process.env[variable] ?? '', path),
      ),
    )
  : ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Names the address of a browser that was started for these tests by another system, where they have none (Wine). */
const browserVariable = 'DOSSIER_TEST_BROWSER';

/**
 * Of the browser's own invisible window: each new context would load the two popups of its address bar, for as much
 * work as a page of ours.
 */
const ofItsWindow = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** What Playwright switches off. The browser heeds one such list alone, the last one. */
const asPlaywright = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'OptimizationHints'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'NetworkTimeServiceQuerying'],
  ...['AimEnabled', 'PreconnectToSearch'],
];

/** The browser that the test files of this process have one after the other. */
let kept: Promise<Browser> | undefined;

/**
 * The browser of this machine, for a file of tests: files that follow each other share it, since starting one takes
 * longer than opening a page. Its `close` ends what the file has opened; the browser ends with this process. A program
 * that is no test, behind which nobody comes, gets one of its own.
 */
export async function borrowChromium(): Promise<Browser> {
  if (process.env['VITEST'] === undefined) return launchChromium();
  if ((await kept?.catch(() => undefined))?.isConnected() !== true) kept = launchChromium();
  const browser = await kept;
  if (browser === undefined) throw new Error('There is no browser.');
  return new Proxy(browser, {
    get(target, name) {
      if (name === 'close')
        return async () => {
          await Promise.all(target.contexts().map((context) => context.close()));
        };
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** Starts the browser of this machine, without a window and without a network of its own. @param args more of its switches */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const address = process.env[browserVariable];
  return address === undefined ? chromium.launch(launchOptions(args)) : chromium.connect(address);
}

/** Starts the browser of this machine for tests that reach it by an address alone. @param args more of its switches */
export async function serveChromium(args: readonly string[]): Promise<BrowserServer> {
  return chromium.launchServer({ ...launchOptions(args), host: '127.0.0.1' });
}

function launchOptions(args: readonly string[]): LaunchOptions {
  // Looked for when it is wanted: it may be installed after this file was loaded.
  const executablePath = places.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('No Chromium is installed on this machine.');
  return {
    executablePath,
    headless: true,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      `--disable-features=${[...asPlaywright, ...ofItsWindow].join(',')}`,
      ...args,
    ],
  };
}
