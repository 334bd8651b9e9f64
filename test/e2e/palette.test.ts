import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { barriers } from './support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from './support/browser.ts';
import { callFrom, openSample } from './support/calls.ts';

/*
 * Reaching everything from the keyboard: the palette, keys that were changed, the parts of the window.
 */

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

const field = () => page.getByRole('combobox', { name: 'Find a command, a finding, a list' });
const options = () => page.getByRole('option');
const title = () => page.getByLabel('Title', { exact: true });
const current = () => page.locator('nav [aria-current=page]').innerText();
/** What has the keys: its name, or the name of its part of the window. */
const focused = () =>
  page.evaluate(() => document.activeElement?.closest('[aria-label]')?.getAttribute('aria-label'));
const region = () =>
  page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('aria-label'));

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function find(words: string): Promise<void> {
  await press('Control+k');
  await field().fill(words);
}

describe('the palette', () => {
  it('opens with the keys in it, offers what there is under headings, and gives the keys back', async () => {
    await eventually(focused).toBe('Findings');
    await press('Control+k');
    await field().waitFor();
    const seen = [await field().evaluate((input) => input === document.activeElement)];
    const groups = await page.getByRole('group').evaluateAll((all) => all.length > 1);
    expect(await barriers(page)).toEqual([]);
    await press('Escape');
    await eventually(() => field().count()).toBe(0);
    expect([...seen, groups, await focused()]).toEqual([true, true, 'Findings']);
  });

  it('leads to every screen that the side bar offers', async () => {
    const names = await page.locator('nav[aria-label=Screens] button .name').allInnerTexts();
    const reached: string[] = [];
    for (const name of [...names.slice(1), names[0] ?? '']) {
      await find(`go to ${name}`);
      await press('Enter');
      await eventually(current).toContain(name);
      reached.push(name);
    }
    expect(reached.toSorted()).toEqual(names.toSorted());
  });

  it('opens a finding by words of its title, the newest typing wins', async () => {
    const { rows } = await callFrom(page, 'finding.list', { project, sort: 'title' });
    const wanted = rows[5]?.title ?? '';
    await press('Control+k');
    await field().pressSequentially(wanted.slice(0, 24));
    await options().filter({ hasText: wanted }).first().waitFor();
    const group = page.getByRole('group', { name: 'Findings' });
    await group.getByRole('option').filter({ hasText: wanted }).first().click();
    await eventually(() => title().inputValue()).toBe(wanted);
    await press('Escape');
  });

  it('says that nothing fits, and offers first what was used last', async () => {
    await find('zzqqxx');
    await page.getByText('Nothing fits.').waitFor();
    await field().fill('dark theme');
    await press('Enter');
    await eventually(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await find('theme of the system');
    await press('Enter', 'Control+k');
    const first = page.getByRole('group').first();
    expect(await first.innerText()).toContain('Used last');
    expect(await barriers(page)).toEqual([]);
    await press('Control+k');
    await eventually(() => field().count()).toBe(0);
  });
});

describe('the parts of the window', () => {
  it('are gone round with F6, both ways, and each remembers where the keys were', async () => {
    await press('l', 'Home', 'Enter');
    await title().waitFor();
    await press('l');
    const seen = [await region()];
    for (const key of ['F6', 'F6', 'F6', 'F6', 'Shift+F6']) {
      await press(key);
      seen.push(await region());
    }
    await press('F6', 'e');
    expect(seen).toEqual([
      'Findings',
      'Finding',
      'Status bar',
      'Lists and settings',
      'Findings',
      'Lists and settings',
    ]);
    await press('Escape');
  });
});
