import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { openSample } from '../support/calls.ts';
import { holdableHost, holdHost } from '../support/host-hold.ts';

let browser: Browser;
let opened: Opened;
beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser, { width: 1500, env: holdableHost });
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
    // As somebody does who sees nothing happen: more is asked than a browser has connections.
    for (const key of ['ArrowDown', 'Enter', 'g', 'q', 'g', 'r', 'g', 'e', 'g', 'a', 'g', 'f'])
      await page.keyboard.press(key);
    await page.reload();
    expect(await page.getByRole('row').count()).toBe(0);
  } finally {
    // Also after a failure: closing would wait for the program otherwise.
    release();
  }
  await page.getByRole('row').nth(10).waitFor();
  expect(opened.complaints).toEqual([]);
});
