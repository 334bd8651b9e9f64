import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, launchBrowser } from './support/browser.ts';
import { callFrom } from './support/calls.ts';
import { beginDay, openFinding, unlock, type Day } from './support/day.ts';

/* The home is locked by another page, or by time, while something is typed that cannot be saved. */

let browser: Browser;
let day: Day;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['First', 'Second']);
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

it('does not claim that all is saved, and what was typed is there behind the lock', async () => {
  const { page } = day;
  const title = page.getByRole('textbox', { name: 'Title' });
  await openFinding(page, 'First');
  await title.fill(' ');
  await page.getByText('Not saved: title').waitFor();
  await callFrom(page, 'home.lock', {});
  await page.getByText('Something that you typed is not saved yet.').waitFor();
  const claimed = await page.getByText('What you typed is saved.').count();
  await unlock(page);
  await page.getByRole('row').filter({ hasText: 'First' }).dblclick();
  await title.waitFor();
  const kept = await title.inputValue();
  await title.fill('First, again');
  await page.getByText(/^Saved here at/).waitFor();
  expect([claimed, kept]).toEqual([0, ' ']);
});

it('claims it where it is so', async () => {
  const { page } = day;
  await callFrom(page, 'home.lock', {});
  await eventually(() => page.getByText('What you typed is saved.').count()).toBe(1);
});
