import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { beginDay, openFinding, type Day } from '../support/day.ts';

/* What stays in sight when a finding is open beside the list. */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['First', 'Second'], ['Proposed by an AI']);
  page = day.opened.page;
  await page.setViewportSize({ width: 1280, height: 800 });
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

afterEach(() => {
  expect([day.service.internalErrors, day.complaints]).toEqual([[], []]);
});

const heads = () => page.getByRole('grid').getByRole('columnheader').allInnerTexts();
const title = () => page.getByLabel('Title', { exact: true });
const lines = () => title().evaluate((field) => Math.round(field.clientHeight / 28));

/** How much of the titles' column can be seen without scrolling, CSS pixels. */
const titleInSight = () =>
  page.getByRole('columnheader', { name: 'Title' }).evaluate((cell) => {
    const { left, right } = cell.getBoundingClientRect();
    return Math.min(right, cell.closest('[role=grid]')?.getBoundingClientRect().right ?? 0) - left;
  });

it('a title has its room, and every column is back once the finding is closed', async () => {
  await page.getByText('First').first().waitFor();
  const before = await heads();
  await openFinding(page, 'First');
  // The title had its room before too: what tells that the list has less is that columns are gone.
  await eventually(async () => (await heads()).length).toBeLessThan(before.length);
  await eventually(titleInSight).toBeGreaterThanOrEqual(300);
  const beside = await heads();
  const found = await barriers(page);
  await page.getByRole('button', { name: 'Close (Esc)' }).click();
  await title().waitFor({ state: 'detached' });
  await eventually(heads).toEqual(before);
  expect([beside.includes('Title'), found]).toEqual([true, []]);
});

it('a long title takes several lines, of which Enter and a paste add none', async () => {
  await openFinding(page, 'First');
  await title().fill('Short');
  await eventually(lines).toBe(1);
  await title().fill('A token stays valid after logout, so that it can be used by others '.repeat(3).trim());
  await eventually(lines).toBeGreaterThan(2);
  await title().fill('First');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText(' of\r\n two\nlines');
  await eventually(() => title().inputValue()).toBe('First of two lines');
  expect(await barriers(page)).toEqual([]);
});

it('the list stays in its place whatever is selected: its bar has one line, for candidates too', async () => {
  const top = (name: string) =>
    page
      .getByRole('row')
      .filter({ hasText: name })
      .first()
      .evaluate((row) => row.getBoundingClientRect().top);
  await openFinding(page, 'Second');
  const before = await top('Second');
  await page.getByRole('row').filter({ hasText: 'Proposed by an AI' }).click();
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
  const chosen = await top('Second');
  await page.getByRole('grid').press('Control+a');
  await page.getByText(/^\d+ of \d+$/).waitFor();
  expect([chosen, await top('Second'), await barriers(page)]).toEqual([before, before, []]);
});
