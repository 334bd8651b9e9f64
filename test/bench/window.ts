import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { callFrom } from '../e2e/support/calls.ts';
import { launchBrowser, openWindow } from '../e2e/support/browser.ts';
import { bareTable } from './bare/table.ts';
import { benchData } from './support/data.ts';
import { connectedHome, dossier } from './support/home.ts';
import { tell } from './support/report.ts';
import { tellStarts } from './support/starting.ts';
import { startService, type BenchService } from './support/service.ts';
import { installStopwatch } from './support/stopwatch.ts';
import { heapMb, scrolledFrames, use, useBesideSync } from './support/using.ts';

const findings = 100_000;

/** The window over 100,000 findings in a real browser: when all is quiet, and while all of them are synced. */
export async function windowOver100000(scratch: string): Promise<void> {
  const browser = await launchBrowser();
  const service = await startService(benchData(findings, scratch), 0, true);
  const home = join(scratch, 'window');
  try {
    await connectedHome(service, home);
    const env = { DOSSIER_TOKEN: service.token };
    await dossier(home, ['sync', '--pull-only'], { env });

    const opened = await tellStarts((tabFirst) =>
      openWindow(browser, { home, env, width: 1440, height: 900, tabFirst }),
    );
    const { page } = opened;
    try {
      await installStopwatch(page);
      await use(page, 'when all is quiet');
      await tellBare(browser);
      await useBesideSync(page, 'while 100,000 are synced', () => callFrom(page, 'sync.run', {}));
      tell('heap of the page', await heapMb(page), 150, ' MB');
      for (const complaint of opened.complaints) console.log(`      the page complained: ${complaint}`);
    } finally {
      await opened.close();
    }
    await firstSync(browser, service, join(scratch, 'first'));
  } finally {
    await browser.close();
    await service.close();
  }
}

/** What the browser itself takes on this machine, at this hour, for a table that does nothing but show words. */
async function tellBare(browser: Browser): Promise<void> {
  const page = await bareTable(browser, findings);
  const frames = await scrolledFrames(page);
  tell(`longest frame of ${String(frames.length)} of a bare table`, Math.max(...frames), null, ' ms');
  await page.context().close();
}

/** The harder half: a home that is still empty fills up under the hands of the person. */
async function firstSync(browser: Browser, service: BenchService, home: string): Promise<void> {
  await connectedHome(service, home);
  const opened = await openWindow(browser, {
    home,
    env: { DOSSIER_TOKEN: service.token },
    width: 1440,
    height: 900,
  });
  const { page } = opened;
  try {
    await page.getByRole('grid').waitFor();
    const sync = (): Promise<unknown> => callFrom(page, 'sync.run', {});
    const first = sync();
    await page.getByRole('grid').getByRole('row').nth(20).waitFor();
    await installStopwatch(page);
    await useBesideSync(page, 'while 100,000 arrive', sync, first);
  } finally {
    await opened.close();
  }
}
