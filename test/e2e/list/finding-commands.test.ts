import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';

/* What is done with one finding of the list: a copy, its ID, who works on it. */

let browser: Browser;
let opened: Opened;
let page: Page;
let project = '';
const title = 'SQL injection in the sort order of the shipment search';

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser, { width: 1500, height: 900 });
  ({ page } = opened);
  [project = ''] = await openSample(page);
  await row(title).waitFor();
  await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

afterEach(() => {
  expect(opened.complaints).toEqual([]);
});

const row = (name: string): Locator => page.getByRole('row').filter({ hasText: name }).first();
const query = (): Locator => page.getByLabel('Query', { exact: true });
const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

async function menuOf(name: string, item: string): Promise<void> {
  await row(name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
}

it('a copy is queued, listed, selected and opened', async () => {
  await menuOf(title, 'Duplicate');
  const field = page.locator('.editor').getByLabel('Title', { exact: true });
  await eventually(() => field.inputValue()).toBe(`${title} (copy)`);
  await eventually(() => row(`${title} (copy)`).getAttribute('aria-selected')).toBe('true');
  const { rows } = await callFrom(page, 'finding.list', { project, query: 'title:"(copy)"' });
  expect(rows.map(({ sync }) => sync)).toEqual(['queued']);
  await page.keyboard.press('Escape');
});

it('the ID and a link to it are copied', async () => {
  const { rows } = await callFrom(page, 'finding.list', { project, query: `title:"${title}" is:synced` });
  const id = rows[0]?.id ?? '';
  await query().fill('is:synced');
  await query().press('Escape');
  await query().press('Escape');
  await menuOf(title, 'Copy ID');
  await eventually(clipboard).toBe(id);
  await menuOf(title, 'Copy link');
  await eventually(clipboard).toBe(`[${title}](finding:${id})`);
});

it('findings are assigned to a name by a key, which can be undone, and found by it', async () => {
  await row(title).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+A');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Assignee').fill('Mara Lindqvist');
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page
    .getByText(/assigned to .*Mara Lindqvist/u)
    .first()
    .waitFor();
  const assigned = async (): Promise<string[]> =>
    (await callFrom(page, 'finding.list', { project, query: 'assignee:mara' })).rows.map((one) => one.title);
  await eventually(assigned).toEqual([title]);
  await query().fill('assignee:mara');
  await eventually(() => page.getByRole('row').count()).toBeGreaterThan(1);
  await query().press('Escape');
  await query().press('Escape');
  await row(title).dblclick();
  const field = page.locator('.editor').getByLabel('Assignee', { exact: true });
  await eventually(() => field.inputValue()).toBe('Mara Lindqvist');
  await field.fill('');
  await page.keyboard.type('lindq');
  const known = page.getByRole('listbox', { name: 'Names used before' });
  await known.getByRole('option', { name: 'Mara Lindqvist' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await known.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('Mara Lindqvist');
  await field.fill('Jonas');
  await field.press('Enter');
  await eventually(async () => {
    const { rows } = await callFrom(page, 'finding.list', { project, query: 'assignee:jonas' });
    return rows.map(({ assignee }) => assignee);
  }).toEqual(['Jonas']);
  expect(await barriers(page)).toEqual([]);
});

it('Space shows a finding without opening it, arrows move on, Escape closes and Enter opens', async () => {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await query().fill('');
  await query().press('Escape');
  await query().press('Escape');
  const { rows } = await callFrom(page, 'finding.list', { project, query: 'is:synced' });
  const unread = (await callFrom(page, 'finding.list', { project, query: 'is:unread' })).rows.length;
  await page.keyboard.press('l');
  await page.keyboard.press('Home');
  const preview = page.getByRole('dialog');
  const heading = (): Promise<string> => preview.getByRole('heading', { level: 2 }).first().innerText();
  await page.keyboard.press('Space');
  await preview.getByRole('heading', { name: 'Description' }).waitFor();
  const first = await heading();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  // Until the next one is there, the dialog is called after what it is.
  await eventually(async () => ![first, 'Preview'].includes(await heading())).toBe(true);
  const second = await heading();
  await page.keyboard.press('Escape');
  await preview.waitFor({ state: 'detached' });
  expect((await callFrom(page, 'finding.list', { project, query: 'is:unread' })).rows).toHaveLength(unread);
  await page.keyboard.press('Space');
  await preview.getByRole('heading', { name: 'Description' }).waitFor();
  await page.keyboard.press('Enter');
  await preview.waitFor({ state: 'detached' });
  const field = page.locator('.editor').getByLabel('Title', { exact: true });
  await eventually(() => field.inputValue()).toBe(second);
  expect(rows.length).toBeGreaterThan(2);
});
