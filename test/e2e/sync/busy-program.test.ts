import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Request } from 'playwright-core';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { openSample } from '../support/calls.ts';
import { holdableHost, holdHost } from '../support/host-hold.ts';

/** Screens and their keys behind `g`: each asks the program as it comes. */
const screens = [
  ['q', 'Pending changes'],
  ['r', 'Review'],
  ['e', 'Engagement'],
  ['a', 'Activity'],
  ['p', 'Report'],
] as const;

let browser: Browser;
let opened: Opened;
/** Calls of the page that have no answer yet. */
const asked = new Set<Request>();
beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser, { width: 1500, env: holdableHost });
  opened.page.on('request', (request) => {
    if (request.url().includes('/call/')) asked.add(request);
  });
  opened.page.on('requestfinished', (request) => void asked.delete(request));
  opened.page.on('requestfailed', (request) => void asked.delete(request));
  await openSample(opened.page);
  await opened.page.getByRole('row').nth(10).waitFor();
});
afterAll(async () => {
  await opened.close();
  await browser.close();
});

it('a window that waits for a busy program can be loaded again meanwhile, and shows its list once it is answered', async () => {
  const { page, serving } = opened;
  const release = await holdHost(serving);
  try {
    // As a user does who sees nothing happen: more is asked than a browser has connections.
    for (const [key, screen] of screens) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.getByRole('heading', { level: 1, name: screen }).waitFor({ state: 'attached' });
      // The news that a call has ended comes after the news that the next one has begun.
      await eventually(() => asked.size).toBeLessThanOrEqual(3);
    }
    for (const key of ['g', 'f']) await page.keyboard.press(key);
    await eventually(() => asked.size).toBe(3);
    await page.reload();
    expect(await page.getByRole('row').count()).toBe(0);
  } finally {
    // Also after a failure: closing would wait for the program otherwise.
    release();
  }
  await page.getByRole('row').nth(10).waitFor();
  expect(opened.complaints).toEqual([]);
});
