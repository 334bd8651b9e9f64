import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';
import { reportPart } from '../support/report-panels.ts';

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
const options = () => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const title = () => page.getByLabel('Title', { exact: true });
const current = () =>
  page.locator('nav:is([aria-label=Screens], [aria-label=Program]) [aria-current=page]').innerText();
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
    const bar = page.locator('nav:is([aria-label=Screens], [aria-label=Program]) button .name');
    const names = await bar.allInnerTexts();
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
    await eventually(() => title().evaluate((one) => one === document.activeElement)).toBe(true);
    await press('Escape');
  });

  it('carries out what belongs to the report from every screen, by words for it, and finds settings so', async () => {
    await find('go to findings');
    await press('Enter');
    await eventually(current).toContain('Findings');
    await find('preflight');
    await press('Enter');
    await eventually(current).toContain('Report');
    await eventually(() => reportPart(page, 'check').getAttribute('aria-expanded')).toBe('true');
    await find('backup');
    await press('Enter');
    await page.getByRole('button', { name: 'Back up now' }).waitFor();
    await find('go to findings');
    await press('Enter');
    await eventually(current).toContain('Findings');
  });

  it('carries out what is done with the list and the open finding', async () => {
    await press('l', 'Home', 'Enter');
    await title().waitFor();
    const name = await title().inputValue();
    const sorted = (column: string) =>
      page.getByRole('columnheader', { name: column }).getAttribute('aria-sort');
    await find('sort by title');
    await press('Enter');
    await eventually(() => sorted('Title')).toBe('ascending');
    await find('hide column status');
    await press('Enter');
    await find('show column status');
    await press('Enter');
    await find('cvss calculator');
    await press('Enter');
    await page.getByRole('button', { name: 'Calculator', expanded: true }).waitFor();
    await press('Escape');
    const chooser = page.waitForEvent('filechooser');
    await find('screenshot');
    await press('Enter');
    await chooser;
    await find('hold back');
    await press('Enter');
    await page.getByText('Held back. Not sent').waitFor();
    await find('release held');
    await press('Enter');
    await page.getByText('Released. Its changes go').waitFor();
    await find('disconnect');
    await press('Enter');
    await page.getByRole('heading', { name: 'Disconnect from the service?' }).waitFor();
    await press('Escape', 'Control+k');
    // What is open stands first.
    await eventually(() => options().first().innerText()).toContain(name);
    expect(await barriers(page)).toEqual([]);
    await press('Escape');
    await find('sort by severity');
    await press('Enter');
    // From the field that the calculator belongs to, it is more than one step.
    await eventually(async () => {
      await press('Escape');
      return title().count();
    }).toBe(0);
  });

  it('says that nothing fits, and offers first what was used last', async () => {
    await find('zzqqxx');
    await page.getByText('No results.').waitFor();
    await field().fill('dark theme');
    await press('Enter');
    await eventually(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await find('system theme');
    await press('Enter', 'Control+k');
    const used = page.getByRole('group', { name: 'Recently used' });
    await used.getByRole('option').filter({ hasText: 'Dark theme' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await press('Control+k');
    await eventually(() => field().count()).toBe(0);
  });
});

describe('the keys of a command', () => {
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const capture = () => page.getByRole('textbox', { name: /^New keys for/ });
  const shownIn = (name: string) => row(name).locator('kbd').allInnerTexts();

  async function change(name: string): Promise<void> {
    await page.getByRole('button', { name: `Change the keys of ${name}` }).click();
    await eventually(() => capture().evaluate((input) => input === document.activeElement)).toBe(true);
  }

  it('are changed by pressing others, unless those are taken or belong to every program', async () => {
    await press('?');
    await page.getByRole('button', { name: 'Change keys' }).click();
    // Time decides which presses belong together: it stands still, and passes when the test says so.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 10_000);
    await change('New finding');
    await press('Control+c');
    await page.getByText('Ctrl+C: These keys edit text.').waitFor();
    await press('y');
    await page.clock.runFor(2_000);
    await page.getByText('Y is already used by "Sync".').waitFor();
    // Keys that a user leaves half pressed are not taken, and take nothing away from "Cancel".
    await press('q', 'Tab');
    await page.clock.runFor(2_000);
    await eventually(() => page.evaluate(() => document.activeElement?.textContent.trim())).toBe('Cancel');
    await press('Shift+Tab', 'g', 'j');
    await eventually(() => capture().count()).toBe(0);
    await eventually(focused).toBe('Change the keys of New finding');
    await change('Keyboard help');
    await press('u', 'Enter');
    await page.getByText('U is already used by').waitFor();
    await page.clock.resume();
    expect(await barriers(page)).toEqual([]);
    // Past "Cancel".
    await press('Tab', 'Tab', 'Enter');
    await eventually(() => shownIn('Keyboard help')).toEqual(['U']);
    await eventually(() => shownIn('New finding')).toEqual(['G', 'J']);
    await eventually(() => shownIn('Toggle unread')).toEqual([]);
  });

  it('are used from then on, shown in the help, and stay after the page is loaded again', async () => {
    await eventually(
      async () => Object.keys((await callFrom(page, 'setting.read', {})).shortcuts ?? {}).length,
    ).toBe(3);
    await page.reload();
    await page.locator('nav[aria-label=Program] [aria-current=page]').waitFor();
    await press('n', 'u');
    await page.getByRole('heading', { name: 'Keyboard', level: 2 }).waitFor();
    const help = await page
      .getByRole('dialog')
      .getByText('New finding')
      .locator('xpath=preceding-sibling::dt[1]')
      .innerText();
    await press('Escape', 'g', 'j');
    await page.getByRole('heading', { name: 'New finding' }).waitFor();
    await press('Escape');
    expect(help.replace(/\s+/g, ' ')).toBe('G then J');
  });

  it('are given back, one and all', async () => {
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('button', { name: 'Keyboard' })
      .click();
    await page.getByRole('button', { name: 'Reset the keys of Keyboard help' }).click();
    await eventually(() => shownIn('Keyboard help')).toEqual(['?']);
    await page.getByRole('button', { name: 'Reset all' }).click();
    await eventually(() => shownIn('New finding')).toEqual(['N']);
    await press('g', 'f');
    await page.getByRole('grid').waitFor();
  });
});

describe('the parts of the window', () => {
  it('are gone round with F6, both ways, and each remembers where the keys were', async () => {
    await press('l', 'Home', 'Enter');
    await title().waitFor();
    await press('l');
    await eventually(region).toBe('Findings');
    for (const [key, wanted] of [
      ['F6', 'Finding'],
      ['F6', 'Status bar'],
      ['F6', 'Lists and settings'],
      ['F6', 'Findings'],
      ['Shift+F6', 'Lists and settings'],
    ] as const) {
      await press(key);
      await eventually(region).toBe(wanted);
    }
    await press('F6', 'e');
    await press('Escape');
  });
});
