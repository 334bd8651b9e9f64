import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => existsSync(path),
);

/**
 * Of the browser's own window, which nobody sees: each new context would load the two popups of its address bar as
 * pages, for as much work as a page of ours takes.
 */
const ofItsWindow = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** What Playwright switches off. The browser heeds one such list alone, the last one. */
const asPlaywright = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'OptimizationHints'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'NetworkTimeServiceQuerying'],
  ...['AimEnabled', 'PreconnectToSearch'],
];

/** Starts the browser of this machine, without a window and without a network of its own. @param args more of its switches */
export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  if (executablePath === undefined) throw new Error('No Chromium is installed on this machine.');
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      `--disable-features=${[...asPlaywright, ...ofItsWindow].join(',')}`,
      ...args,
    ],
  });
}
