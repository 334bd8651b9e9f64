import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { openSample } from '../support/calls.ts';
import { openFinding } from '../support/day.ts';

/* How a finding has the room of the window: properties, outline, all of the room. */

const name = 'SQL injection in the sort order of the shipment search';

let browser: Browser;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser, { width: 1280, height: 800 });
  ({ page } = opened);
  await openSample(page);
  await openFinding(page, name);
  await text('Description').waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

const text = (label: string): Locator => page.getByRole('textbox', { name: `${label}, Markdown` });
const grid = (): Locator => page.getByRole('grid');
const hasFocus = (locator: Locator): Promise<boolean> => locator.evaluate((one) => one.matches(':focus'));

test.each([
  ['a line', 1280, 800],
  ['a line', 900, 700],
  ['a line', 640, 400],
  ['a rail', 1600, 900],
  ['a rail', 1920, 1080],
])(
  'properties stand in %s at %i, and what is opened never runs out of the window',
  async (form, width, height) => {
    await page.setViewportSize({ width, height });
    const properties = page.getByRole('group', { name: 'Properties' });
    const places = (): Promise<readonly number[]> =>
      properties
        .locator('[data-place]')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    const isRail = async (): Promise<boolean> => new Set(await places()).size === (await places()).length;
    await eventually(isRail).toBe(form === 'a rail');
    for (const label of ['CVSS', 'CWE', 'OWASP', 'Assets', 'Tags']) {
      const field = properties.getByLabel(label, { exact: true }).and(page.locator('input'));
      await field.focus();
      const box = (await field.boundingBox()) ?? { x: -1, width: 0 };
      expect([label, box.x >= 0, box.x + box.width <= width]).toEqual([label, true, true]);
    }
    const wide = await page.locator('.editor .page').evaluate((one) => one.scrollWidth > one.clientWidth);
    expect([wide, await barriers(page)]).toEqual([false, []]);
  },
);

test('the outline leads to a section by keys', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const outline = page.getByRole('navigation', { name: 'Outline' });
  await outline.getByRole('button', { name: 'Description' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await eventually(() => hasFocus(text('Remediation'))).toBe(true);
  await outline.getByRole('button', { name: /^Requests/u }).click();
  await eventually(() => hasFocus(page.getByRole('textbox', { name: 'Request 1' }))).toBe(true);
});

test('one key gives a finding the room of the list, and the same or Escape gives it back', async () => {
  await text('Description').click();
  await page.keyboard.press('F9');
  await eventually(() => grid().isVisible()).toBe(false);
  expect([await hasFocus(text('Description')), await barriers(page)]).toEqual([true, []]);
  await page.keyboard.press('F9');
  await eventually(() => grid().isVisible()).toBe(true);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('maximize');
  await page.getByRole('option', { name: /^Maximize finding/u }).waitFor();
  await page.keyboard.press('Enter');
  await eventually(() => grid().isVisible()).toBe(false);
  // It is as it was after the page was loaded again.
  await page.reload();
  await text('Description').waitFor();
  await eventually(() => grid().isVisible()).toBe(false);
  await text('Description').click();
  await page.keyboard.press('Escape');
  await eventually(() => grid().isVisible()).toBe(true);
  expect([await page.getByRole('textbox', { name: 'Title' }).inputValue(), opened.complaints]).toEqual([
    name,
    [],
  ]);
});
