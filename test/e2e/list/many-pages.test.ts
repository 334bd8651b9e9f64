import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { callFrom } from '../support/calls.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';

/*
 * A browser opens six connections to one address. More pages than that are open at once here.
 */

let browser: Browser;
let opened: Opened;
const pages: Page[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser);
  pages.push(opened.page);
  while (pages.length < 8) {
    const page = await opened.context.newPage();
    await page.goto(new URL('/', opened.serving.url).href);
    pages.push(page);
  }
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

/** How many pages show a screen with this heading. */
async function showing(name: string): Promise<number> {
  const counts = await Promise.all(pages.map((page) => page.getByRole('heading', { name }).count()));
  return counts.filter((count) => count === 1).length;
}

it('eight pages are answered, and hear what happens in one of them', async () => {
  await eventually(() => showing('Create your vault')).toBe(8);
  for (const page of pages) await callFrom(page, 'home.state', {});
  await callFrom(pages[7]!, 'home.create', { passphrase: 'four words of mine' });
  await eventually(() => showing('Connect to your service')).toBe(8);
});

it('they hear it when the page that was first has been closed', async () => {
  await pages.shift()?.close();
  await callFrom(pages[6]!, 'home.lock', {});
  await eventually(() => showing('Locked')).toBe(7);
});
