import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { callFrom } from '../e2e/support/calls.ts';
import { launchBrowser } from '../e2e/support/browser.ts';
import { tell } from './support/report.ts';
import { installStopwatch, stopwatch } from './support/stopwatch.ts';
import { openWaiting, project, rowsIn } from './support/waiting.ts';

const decisions = 60;

/** Deciding on candidates among 100,000 findings with a long queue, in a real browser. */
export async function reviewOf2000(scratch: string): Promise<void> {
  const browser = await launchBrowser();
  const waiting = await openWaiting(browser, join(scratch, 'review'));
  const { page } = waiting.opened;
  try {
    await page.reload();
    await page.getByRole('grid').getByRole('row').nth(10).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('article').getByRole('heading', { level: 2 }).waitFor();
    await pause(3_000);
    await installStopwatch(page);
    await decide(page, 300, 'one after the other');
    await decide(page, 60, 'as fast as keys are pressed');
    await similar(page);
    for (const complaint of waiting.opened.complaints) console.log(`      the page complained: ${complaint}`);
  } finally {
    await waiting.close();
    await browser.close();
  }
}

async function decide(page: Page, restMs: number, when: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < decisions; round += 1) {
    await stopwatch(page, 'decided');
    await page.keyboard.press(round % 3 === 0 ? 'r' : 'a');
    await pause(restMs);
    times.push(...(await stopwatch(page, 'decided-end')));
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? NaN;
  tell(`a decision shows the next candidate, 95 of 100, ${when}`, at(0.95), 50, ' ms');
  console.log(
    `      ${String(times.length)} of ${String(decisions)} seen, half within ${at(0.5).toFixed(0)} ms`,
  );
}

/** Looking for what a candidate may repeat, as the page hears of it. */
async function similar(page: Page): Promise<void> {
  const { rows } = await callFrom(page, 'review.list', { project });
  const times: number[] = [];
  for (const row of rowsIn(rows).slice(0, 30)) {
    const from = performance.now();
    await callFrom(page, 'review.similar', { row });
    times.push(performance.now() - from);
  }
  tell('what a candidate may repeat is found, the longest', Math.max(...times), null, ' ms');
}
