import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';

/* Which findings a key of the list means: the focused row, unless rows are ticked. And what Ctrl+Z there undoes. */

let browser: Browser;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser, { width: 1500 });
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

const row = (at: number): Locator => page.locator(`[role=row][aria-rowindex="${String(at + 1)}"]`);
const titleIn = (at: number): Promise<string> =>
  row(at).locator('[aria-colindex="3"] > span').last().innerText();
const dialog = (): Locator => page.getByRole('dialog');
const heading = (): Promise<string> => dialog().getByRole('heading').first().innerText();
const selected = (): Promise<(string | null)[]> =>
  page
    .locator('[role=row][aria-selected=true]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-rowindex')));
const title = (): Locator => page.getByLabel('Title', { exact: true });

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function asked(key: string): Promise<string> {
  await press(key);
  await dialog().waitFor();
  const says = (await heading()).replaceAll(/[\u2066-\u2069]/gu, '');
  await press('Escape');
  await dialog().waitFor({ state: 'detached' });
  return says;
}

it('after a click and an arrow a key means the row that is lit, and the dialog names it', async () => {
  await row(2).click();
  await title().waitFor();
  await page.getByRole('grid').focus();
  await press('ArrowDown');
  await eventually(selected).toEqual(['4']);
  const says = [await asked('v'), await asked('Delete'), await asked('t')];
  const third = await titleIn(3);
  expect(says).toEqual([
    `Set the severity of “${third}”`,
    `Delete “${third}”?`,
    `Change the tags of “${third}”`,
  ]);
});

it('closing the finding ends the selection of one', async () => {
  await press('l', 'Escape');
  await title().waitFor({ state: 'detached' });
  await eventually(selected).toEqual([]);
});

it('behind another filter a key means the row that is lit in its results, never one of the list before', async () => {
  await row(5).click();
  await title().waitFor();
  await press('l', 'Escape');
  await title().waitFor({ state: 'detached' });
  const before = await titleIn(5);
  const query = page.getByLabel('Query', { exact: true });
  await query.fill('severity:low,medium');
  await eventually(() => row(1).innerText()).toMatch(/Medium/);
  await query.press('Enter');
  const first = await titleIn(1);
  const says = await asked('v');
  await query.fill('');
  await query.press('Enter');
  expect([says, before === first]).toEqual([`Set the severity of “${first}”`, false]);
});

it('a row that was opened is not among the ticked', async () => {
  await row(1).click();
  await title().waitFor();
  for (const at of [3, 4]) await row(at).locator('.tick').click();
  await eventually(selected).toEqual(['4', '5']);
  const says = await asked('v');
  await press('l', 'Escape');
  expect(says).toBe('Set the severity of 2 findings');
});

it('Ctrl+Z in the list undoes the last change and says which, and never the words of the filter', async () => {
  const query = page.getByLabel('Query', { exact: true });
  await query.fill('severity:high');
  await query.press('Enter');
  await page.getByRole('grid').focus();
  await row(1).waitFor();
  const first = await titleIn(1);
  await press('s');
  await dialog().waitFor();
  await page.keyboard.type('pending');
  await press('Control+Enter');
  await page.locator('.toast').filter({ hasText: 'Status set to' }).filter({ hasText: first }).waitFor();
  await press('Control+z');
  await page
    .locator('.toast')
    .filter({ hasText: 'Undone: Status set to' })
    .filter({ hasText: first })
    .waitFor();
  const pending = await callFrom(page, 'desk.status', {});
  await press('Control+z');
  await page.locator('.toast').filter({ hasText: 'nothing to undo' }).waitFor();
  expect([pending.waiting, await query.inputValue()]).toEqual([0, 'severity:high']);
});

it('Ctrl+Z in the filter stays the one of its text', async () => {
  const query = page.getByLabel('Query', { exact: true });
  await query.click();
  await query.fill('');
  await page.keyboard.type('xml');
  await press('Control+z');
  await eventually(() => query.inputValue()).not.toBe('xml');
  await query.fill('');
  await query.press('Enter');
});

it('Ctrl+Z in the list undoes an edit of the finding that was made last', async () => {
  await row(1).click();
  const before = await title().inputValue();
  await title().fill('Another title');
  await page.getByText('Saved locally').waitFor();
  await press('Escape', 'Escape');
  await title().waitFor({ state: 'detached' });
  await press('Control+z');
  await page.locator('.toast').filter({ hasText: 'Undone: Title of' }).waitFor();
  await eventually(() => titleIn(1)).toBe(before);
});
