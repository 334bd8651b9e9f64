import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { callFrom } from '../e2e/support/calls.ts';
import { launchBrowser, openWindow } from '../e2e/support/browser.ts';
import { benchData } from './support/data.ts';
import { connectedHome, dossier } from './support/home.ts';
import { tell } from './support/report.ts';
import { startService, type BenchService } from './support/service.ts';
import { installStopwatch, stopwatch } from './support/stopwatch.ts';

const findings = 100_000;

/** Typed letter by letter into the query, as a person would, each after a look at what the last one found. */
const typed = ['severity:high', 'kerberos', 'cross site', 'title:admin -is:candidate'];

/** The window over 100,000 findings in a real browser: when all is quiet, and while all of them are synced. */
export async function windowOver100000(scratch: string): Promise<void> {
  const service = await startService(benchData(findings, scratch), 0);
  const home = join(scratch, 'window');
  const browser = await launchBrowser();
  try {
    await connectedHome(service, home);
    const env = { DOSSIER_TOKEN: service.token };
    await dossier(home, ['sync', '--pull-only'], { env });

    const startedAt = performance.now();
    const opened = await openWindow(browser, { home, env, width: 1440, height: 900 });
    const { page } = opened;
    try {
      await page.getByRole('grid').getByRole('row').nth(20).waitFor();
      tell('usable after the start of serve', performance.now() - startedAt, 1_500, ' ms');
      await installStopwatch(page);
      await use(page, 'when all is quiet');
      const sync = callFrom(page, 'sync.run', {});
      await use(page, 'while 100,000 are synced');
      await sync;
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

/** The harder half: a home that is still empty fills up under the hands of the person. */
async function firstSync(
  browser: Awaited<ReturnType<typeof launchBrowser>>,
  service: BenchService,
  home: string,
): Promise<void> {
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
    const sync = callFrom(page, 'sync.run', {});
    await page.getByRole('grid').getByRole('row').nth(20).waitFor();
    await installStopwatch(page);
    await use(page, 'while 100,000 arrive');
    await sync;
  } finally {
    await opened.close();
  }
}

async function use(page: Page, when: string): Promise<void> {
  await scroll(page, when);
  await query(page, when);
  await open(page, when);
  await type(page, when);
}

async function scroll(page: Page, when: string): Promise<void> {
  const table = page.getByRole('grid');
  const box = await table.boundingBox();
  if (box === null) throw new Error('The table is not shown.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await stopwatch(page, 'frames');
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, turn % 20 === 19 ? 400_000 : 900);
    await pause(30);
  }
  const frames = await stopwatch(page, 'frames-end');
  tell(`longest frame of ${String(frames.length)} while scrolling, ${when}`, Math.max(...frames), 50, ' ms');
  await table.evaluate((element) => element.scrollTo(0, 0));
}

async function query(page: Page, when: string): Promise<void> {
  const times: number[] = [];
  const field = page.getByRole('combobox').or(page.getByRole('searchbox')).first();
  for (const text of typed) {
    await field.fill('');
    await pause(300);
    await field.focus();
    for (const letter of text) {
      await stopwatch(page, 'answer');
      await page.keyboard.type(letter);
      await pause(250);
      times.push(...(await stopwatch(page, 'answer-end')));
    }
  }
  tell(`a letter in the query shows its result, 95 of 100, ${when}`, at(times, 0.95), 100, ' ms');
  console.log(`      ${String(times.length)} letters, half within ${at(times, 0.5).toFixed(0)} ms`);
  await field.fill('');
  await page.keyboard.press('Escape');
  await pause(300);
}

async function open(page: Page, when: string): Promise<void> {
  const times: number[] = [];
  const rows = page.getByRole('grid').getByRole('row');
  for (let round = 0; round < 15; round += 1) {
    const row = rows.nth(2 + round);
    await stopwatch(page, 'opened');
    await row.click({ position: { x: 260, y: 10 } });
    await pause(400);
    times.push(...(await stopwatch(page, 'opened-end')));
  }
  tell(`opening a finding, 95 of 100, ${when}`, at(times, 0.95), 50, ' ms');
  console.log(`      ${String(times.length)} findings, half within ${at(times, 0.5).toFixed(0)} ms`);
}

async function type(page: Page, when: string): Promise<void> {
  const title = page.getByLabel('Title', { exact: true });
  await title.click();
  await page.keyboard.press('End');
  await stopwatch(page, 'keys');
  for (const letter of ' typed without waiting for anything') {
    await page.keyboard.type(letter);
    await pause(60);
  }
  const keys = await stopwatch(page, 'keys-end');
  tell(`a letter in the editor is on the screen, the longest, ${when}`, Math.max(0, ...keys), 50, ' ms');
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 2 ** 20;
}

function at(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
