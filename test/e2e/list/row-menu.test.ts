import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { openSample } from '../support/calls.ts';

/* The menu of a row, and files that are dropped where nothing takes them. */

let browser: Browser;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser);
  page = opened.page;
  await openSample(page);
  await row(4).getByRole('gridcell').nth(2).getByText(/\w/).waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

afterEach(() => {
  expect(opened.complaints).toEqual([]);
});

const grid = () => page.getByRole('grid', { name: 'Findings' });
const row = (place: number) => grid().locator(`[aria-rowindex="${String(place + 2)}"]`);
const menu = () => page.getByRole('menu', { name: 'Finding', exact: true });
const lines = async (): Promise<string[]> =>
  (await menu().getByRole('menuitem').allTextContents()).map((text) => text.trim());

it('opens with the right button of the mouse for that row alone, and does what the bar does', async () => {
  await row(2).click({ button: 'right' });
  await menu().waitFor();
  expect(await lines()).toEqual([
    'Open',
    expect.stringContaining('Duplicate'),
    expect.stringContaining('Copy ID'),
    'Copy link',
    ...['Set the status', 'Set the severity', 'Change the tags', 'Change the assets'].map((name) =>
      expect.stringContaining(name),
    ),
    ...['Find and replace', 'Delete', 'Set the retest result', 'Mark as read'].map((name) =>
      expect.stringContaining(name),
    ),
    expect.stringContaining('Assign to a person'),
    ...['Mark as in progress', 'Mark as ready for review', 'Mark as reviewed'].map((name) =>
      expect.stringContaining(name),
    ),
  ]);
  expect(await barriers(page)).toEqual([]);
  await menu()
    .getByRole('menuitem', { name: /^Set the status/ })
    .click();
  await page
    .getByRole('dialog')
    .getByText(/^Set the status of “/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

it('is closed by Escape, which gives the keys back to the list, and leads by arrows', async () => {
  await row(1).click({ button: 'right' });
  await eventually(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Open');
  await page.keyboard.press('End');
  await eventually(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toMatch(
    /^Mark as reviewed/,
  );
  await page.keyboard.press('Escape');
  await menu().waitFor({ state: 'hidden' });
  await eventually(() => grid().evaluate((element) => element === document.activeElement)).toBe(true);
});

it('opens with the key for menus at the row under the cursor, and "Open" opens that finding', async () => {
  await grid().focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+F10');
  await menu().waitFor();
  const title = await row(1).getByRole('gridcell').nth(2).locator('[title]').last().getAttribute('title');
  await menu().getByRole('menuitem', { name: 'Open' }).click();
  await eventually(() => page.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).toBe(title);
});

it('is for all chosen findings, if it is asked for on one of them', async () => {
  await page.keyboard.press('Escape');
  await row(1).getByRole('gridcell').first().click();
  await row(3).getByRole('gridcell').first().click();
  await page.getByText(/^2 findings selected/).waitFor();
  await row(3).click({ button: 'right' });
  await menu()
    .getByRole('menuitem', { name: /propose a merge/ })
    .waitFor();
  await page.keyboard.press('Escape');
  await menu().waitFor({ state: 'hidden' });
  await page.getByText(/^2 findings selected/).waitFor();
});

it('a file that is dropped where nothing takes one leaves the page, and says where images go', async () => {
  const refused = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'x.png', { type: 'image/png' }));
    const drop = (type: string): boolean => {
      const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
      return !(document.querySelector('[role=grid]')?.dispatchEvent(event) ?? true);
    };
    return [drop('dragover'), drop('drop')];
  });
  expect(refused).toEqual([true, true]);
  await page.getByText('Files cannot be dropped there.').waitFor();
});
