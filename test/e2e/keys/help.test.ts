import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { openSample } from '../support/calls.ts';

/* The pages for users inside the window: by F1, by the palette, from page to page, and back where the keys were. */

let browser: Browser;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser, { width: 1280 });
  page = opened.page;
  await openSample(page);
  await page.getByRole('row').nth(20).waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

afterEach(() => {
  expect(opened.complaints).toEqual([]);
});

const help = () => page.getByRole('dialog', { name: 'Help' });
const pages = () => help().getByRole('navigation', { name: 'Pages' }).getByRole('button');
const current = () => help().locator('[aria-current]').innerText();
const title = () => help().getByRole('heading', { level: 1 }).innerText();
const focused = () =>
  page.evaluate(() => document.activeElement?.closest('[aria-label]')?.getAttribute('aria-label'));
const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

it('opens by F1 on its first page, finds words, leads to their heading, and gives the keys back', async () => {
  await eventually(focused).toBe('Findings');
  await press('F1');
  await help().waitFor();
  expect([await pages().count(), await current(), await title()]).toEqual([
    expect.any(Number),
    'Use Dossier',
    'Use Dossier',
  ]);
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.type('read-only');
  await help()
    .getByRole('status')
    .filter({ hasText: /[1-9]\d* parts?/ })
    .waitFor();
  const [name = '', heading] = (await help().locator('section b').first().innerText()).split(' · ');
  expect(await barriers(page)).toEqual([]);
  await press('ArrowDown', 'Enter');
  await eventually(current).toBe(name);
  const target = help().getByRole('heading', { name: heading ?? name, exact: true });
  await eventually(() => target.evaluate((one) => one.getBoundingClientRect().top < window.innerHeight)).toBe(
    true,
  );
  await eventually(focused).toBe(name);
  await press('Escape');
  await eventually(() => help().count()).toBe(0);
  expect(await focused()).toBe('Findings');
});

it('shows every page by arrow keys, and a link between pages stays inside', async () => {
  await press('F1');
  await help().waitFor();
  const names = await pages().allInnerTexts();
  expect(names.length).toBeGreaterThan(10);
  await pages().first().focus();
  for (const name of names) {
    expect(await current()).toBe(name);
    expect(await title()).toBe(name);
    await press('ArrowDown');
  }
  const link = help().locator('a[href^="https://help."]').first();
  const to = await link.innerText();
  await link.click();
  await eventually(title).not.toBe('Use Dossier');
  expect([await page.getByRole('dialog').count(), names.includes(await current())]).toEqual([1, true]);
  expect(names).toContain(to);
  await press('Escape');
});

it('opens a page from the palette with its pictures, and leads to the keys', async () => {
  await press('Control+k');
  await page.keyboard.type('help network');
  await press('Enter');
  await eventually(title).toBe('Networks');
  const picture = help().locator('img').first();
  await eventually(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth > 100)).toBe(true);
  await help().getByRole('button', { name: 'Keyboard' }).click();
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await press('Escape');
  await eventually(() => page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: 'Help (F1)' }).click();
  await help().waitFor();
  await press('Escape');
});
