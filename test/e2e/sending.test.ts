import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from './support/axe.ts';
import { eventually, launchBrowser } from './support/browser.ts';
import { beginDay, openFinding, type Day } from './support/day.ts';

/* What leaves this computer, and when: only what the user wants, only then. */

const titles = ['Ready', 'Half written', 'Untouched'];

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, titles);
  page = await day.opened.context.newPage();
  await page.clock.install();
  await page.goto(new URL('/', day.opened.serving.url).href);
  await page.getByRole('row').nth(titles.length).waitFor();
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

const bar = () => page.getByLabel('Status bar');
const pending = (words: string) => bar().getByRole('button', { name: words }).waitFor();
const there = (id: string) => day.service.finding(id)?.['title'];
const titled = () => page.getByLabel('Title', { exact: true });

it('an edit stays here until the user syncs, which is said once, while news comes by itself', async () => {
  await openFinding(page, 'Ready');
  await titled().fill('Ready, and better');
  await page.clock.runFor(5_000);
  await pending('1 pending change · manual');
  const says = page.getByText('Saved on this computer. Changes are sent when you sync.');
  await says.waitFor();
  day.service.edit('f2', { title: 'News from a colleague' });
  await page.clock.fastForward('05:00');
  await page.getByText('News from a colleague').waitFor();
  expect(there('f0')).toBe('Ready');
});

it('a finding that is not ready stays here while the others go, until it is released', async () => {
  await openFinding(page, 'Half written');
  await titled().fill('Half');
  await page.clock.runFor(5_000);
  await pending('2 pending changes');
  await page.getByRole('button', { name: 'Not ready: keep its changes on this computer' }).click();
  await page.getByText('Not ready', { exact: true }).waitFor();
  const found = await barriers(page);
  await bar().getByRole('button', { name: 'Sync', exact: true }).click();
  await eventually(() => Promise.resolve(there('f0'))).toBe('Ready, and better');
  await pending('1 pending change');
  const kept = there('f1');
  await bar().getByRole('button', { name: '1 pending change' }).click();
  await page.getByText('Held back: not ready').first().waitFor();
  found.push(...(await barriers(page)));
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await page.getByText('Goes with the next sync').first().waitFor();
  expect([kept, there('f1'), found]).toEqual(['Half written', 'Half written', []]);
});

it('sends by itself if the user chose so, and the status bar says when', async () => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Sending', exact: true }).click();
  await page.getByRole('radio', { name: 'Automatically' }).check();
  await page.getByLabel('Every').selectOption('10');
  await pending('1 pending change · next sync in 10 min');
  const found = await barriers(page);
  await page.clock.fastForward('10:00');
  await eventually(() => Promise.resolve(there('f1'))).toBe('Half');
  expect([found, day.complaints]).toEqual([[], []]);
});
