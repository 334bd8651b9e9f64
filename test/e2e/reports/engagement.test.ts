import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { beginDay, type Day } from '../support/day.ts';

/* What the report says of the engagement: its sections, and the line that leads to what is missing. */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['First']);
  page = day.page;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('row').nth(1).waitFor();
  for (const key of ['g', 'e']) await page.keyboard.press(key);
  await line().waitFor();
  // The editors of the texts are built some frames later, and have their height then.
  await page.getByRole('textbox', { name: 'Conclusions, Markdown' }).waitFor();
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

const sections = () => page.getByRole('navigation', { name: 'Sections' });
const entry = (name: string) => sections().getByRole('button', { name });
const current = () => sections().locator('[aria-current]').innerText();
const line = () => page.getByText(/^\d of 9 missing/);
const form = () => page.getByRole('group', { name: 'What the report says of the engagement' });
const focused = () =>
  page.evaluate(() => document.activeElement?.closest('[data-fact]')?.getAttribute('data-fact'));

it('leads from the words of what is missing to the fields, and keeps its place while they are filled in', async () => {
  const client = page.getByRole('textbox', { name: 'Client', exact: true });
  const words = await line().innerText();
  const before = await client.boundingBox();
  await form().getByRole('button', { name: 'Client', exact: true }).press('Enter');
  await eventually(focused).toBe('client');
  await page.keyboard.type('Fjellmark');
  await eventually(() => line().innerText()).not.toBe(words);
  for (const [word, text] of [
    ['First day', '01022026'],
    ['Last day', '01032026'],
    ['Classification', 'Internal'],
  ] as const) {
    await form().getByRole('button', { name: word, exact: true }).press('Enter');
    await page.keyboard.type(text);
    await form().getByRole('button', { name: word, exact: true }).waitFor({ state: 'detached' });
  }
  await form().getByRole('button', { name: 'Scope', exact: true }).press('Enter');
  await eventually(focused).toBe('scopeIn');
  await eventually(current).toMatch(/^Scope/);
  await form().evaluate((element) => element.scrollTo(0, 0));
  await eventually(current).toMatch(/^General/);
  expect([await client.boundingBox(), await barriers(page)]).toEqual([before, []]);
});

it('marks the section in view, and goes to one by click and by keys', async () => {
  await entry('Appendices').click();
  await eventually(current).toBe('Appendices');
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, -10_000);
  await eventually(current).toMatch(/^General/);
  await page.mouse.wheel(0, 100_000);
  await eventually(current).toBe('Notes');
  await entry('Notes').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await eventually(current).toBe('Letters');
  await eventually(() => page.evaluate(() => document.activeElement?.textContent.trim())).toBe('Letters');
  await entry('Conclusions').press('Enter');
  await eventually(focused).toBe('conclusions');
  expect(await current()).toBe('Conclusions');
});

it('has its sections above the page where there is no room beside it', async () => {
  await page.setViewportSize({ width: 640, height: 800 });
  try {
    const [list, text] = await Promise.all([sections().boundingBox(), form().boundingBox()]);
    const over = await form().evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect([(list?.y ?? 0) + (list?.height ?? 0), over]).toEqual([text?.y, 0]);
    await entry('Dates').click();
    await eventually(current).toBe('Dates');
    expect([await barriers(page), day.complaints]).toEqual([[], []]);
  } finally {
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});
