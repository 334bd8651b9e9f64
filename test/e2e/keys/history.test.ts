import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';

/* Back and Forward of the browser, by its buttons and by keys. */

let browser: Browser;
let opened: Opened;
let page: Page;
let project = '';

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser, { width: 1500 });
  page = opened.page;
  [project = ''] = await openSample(page);
  await page.getByRole('row').nth(20).waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

afterEach(() => {
  expect(opened.complaints).toEqual([]);
});

const title = () => page.getByLabel('Title', { exact: true });
const current = () =>
  page.locator('nav:is([aria-label=Screens], [aria-label=Program]) [aria-current=page]').innerText();
const back = () => page.evaluate(() => window.history.back());
const forward = () => page.evaluate(() => window.history.forward());

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

it('move between screens and the open finding', async () => {
  await press('l', 'Home', 'Enter');
  await title().waitFor();
  const name = await title().inputValue();
  await press('g', 'p');
  await eventually(current).toContain('Report');
  await press('g', 'q');
  await eventually(current).toContain('Pending changes');
  await back();
  await eventually(current).toContain('Report');
  await press('Alt+ArrowLeft');
  await eventually(current).toContain('Findings');
  expect(await title().inputValue()).toBe(name);
  await back();
  await eventually(() => title().count()).toBe(0);
  await forward();
  await eventually(() => title().inputValue()).toBe(name);
  await press('Alt+ArrowRight');
  await eventually(current).toContain('Report');
});

it('lead to where the user was after the page was loaded again', async () => {
  await page.reload();
  await eventually(current).toContain('Report');
  await back();
  await title().waitFor();
  expect(await current()).toContain('Findings');
});

it('save what is typed in the finding that they leave', async () => {
  await title().fill('Left by Back');
  await back();
  await eventually(() => title().count()).toBe(0);
  await eventually(async () => {
    const { rows } = await callFrom(page, 'finding.list', { project, query: 'title:"Left by Back"' });
    return rows.length;
  }).toBe(1);
});

it('close a dialog instead, which asks if something in it is unsaved', async () => {
  await press('g', 'p');
  await eventually(current).toContain('Report');
  await press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Not saved yet');
  await back();
  await page.getByText('You have unsaved changes.').waitFor();
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  expect([await dialog.getByLabel('Title').inputValue(), await current()]).toEqual([
    'Not saved yet',
    expect.stringContaining('Report'),
  ]);
  await back();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await eventually(() => dialog.count()).toBe(0);
  await back();
  await eventually(current).toContain('Findings');
});
