import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, openFinding, project, type Day } from '../support/day.ts';
import { noSyncRuns, sendReview } from '../support/send.ts';

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
const writes = () => day.service.ledger.filter(({ outcome }) => outcome === 'applied').length;
const review = () => sendReview(page);
const titled = () => page.getByLabel('Title', { exact: true });

it('an edit stays here until the user syncs, which is said once, while news comes by itself', async () => {
  await openFinding(page, 'Ready');
  await titled().fill('Ready, and better');
  await page.clock.runFor(5_000);
  await pending('1 finding pending · manual');
  const says = page.getByText('Saved on this computer. Press Y to send.');
  await says.waitFor();
  day.service.edit('f2', { title: 'News from a colleague' });
  await page.clock.fastForward('05:00');
  await page.getByText('News from a colleague').waitFor();
  expect(there('f0')).toBe('Ready');
});

it('a sync shows every pending change first, and Escape changes nothing', async () => {
  await openFinding(page, 'Half written');
  await titled().fill('Half');
  await page.clock.runFor(5_000);
  await pending('2 findings pending');
  await bar().getByRole('button', { name: 'Sync', exact: true }).click();
  const listed = async () =>
    (await review().getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0]);
  await eventually(listed).toEqual(['Ready, and better', 'Half']);
  await review().getByText('becomes').first().waitFor({ state: 'attached' });
  const shown = await review().getByRole('region', { name: 'What changes' }).innerText();
  const focused = await review()
    .getByRole('listbox')
    .evaluate((list) => list === document.activeElement);
  const found = await barriers(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await review().getByRole('button', { name: 'Send 1 finding', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await review().waitFor({ state: 'detached' });
  await pending('2 findings pending · manual');
  expect([shown, focused, found, writes()]).toEqual([
    expect.stringMatching(/Edit[^]*Title[^]*and better/u),
    true,
    [],
    0,
  ]);
});

it('what is left out is held back while the rest is sent once, until it is released', async () => {
  await page.keyboard.press('Escape');
  await page.keyboard.press('y');
  await review().getByRole('option').nth(1).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  await review().waitFor({ state: 'detached' });
  await eventually(() => Promise.resolve(there('f0'))).toBe('Ready, and better');
  await pending('1 finding pending, 1 held back · manual');
  const kept = [there('f1'), writes()];
  // Everything that is pending is held back: a sync has nothing to ask.
  await noSyncRuns(page);
  const { requestCount } = day.service;
  await page.keyboard.press('y');
  await eventually(() => day.service.requestCount).toBeGreaterThan(requestCount);
  await noSyncRuns(page);
  await bar().getByRole('button', { name: '1 finding pending' }).click();
  await page.getByText('Held back on this computer').first().waitFor();
  const found = await barriers(page);
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await page.getByText('Will be sent with the next sync').first().waitFor();
  await pending('1 finding pending · manual');
  expect([kept, there('f1'), found]).toEqual([['Half written', 1], 'Half written', []]);
});

it('a finding that is held back is not sent, and may be let go from the review', async () => {
  await page.getByRole('button', { name: 'Open finding' }).click();
  await page.getByRole('button', { name: 'Hold back: send nothing of it' }).click();
  await page
    .getByRole('region', { name: 'Finding', exact: true })
    .getByText('Held back', { exact: true })
    .waitFor();
  await openFinding(page, 'News from a colleague');
  await titled().fill('News, corrected');
  await page.clock.runFor(5_000);
  await pending('2 findings pending, 1 held back');
  await page.getByLabel('Status bar').getByRole('button', { name: 'Sync', exact: true }).click();
  await review().getByText('1 of 2 findings included').waitFor();
  await review().getByLabel('All 2 findings').check();
  await review().getByLabel('All 2 findings').uncheck();
  const none = await review().getByRole('button', { name: 'Send 0 findings' }).isDisabled();
  await review().getByRole('button', { name: 'Fetch only' }).click();
  await review().waitFor({ state: 'detached' });
  await pending('2 findings pending, 1 held back');
  const fetched = writes();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+y');
  await review().getByLabel('All 2 findings').check();
  await review().getByRole('button', { name: 'Send 2 findings' }).click();
  await pending('0 findings pending · manual');
  expect([none, fetched, there('f1'), there('f2'), writes()]).toEqual([
    true,
    1,
    'Half',
    'News, corrected',
    3,
  ]);
  await page.keyboard.press('Shift+y');
  await review().getByRole('heading', { name: 'Nothing to send' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

it('sends by itself if the user chose so, and the status bar says when', async () => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Sending', exact: true }).click();
  await page.getByRole('radio', { name: 'Automatically' }).check();
  await page.getByLabel('Every').selectOption('10');
  await page.getByRole('button', { name: 'Findings', exact: true }).click();
  await openFinding(page, 'Ready, and better');
  await titled().fill('Ready by itself');
  await page.clock.runFor(5_000);
  await pending('1 finding pending · next sync in 10 min');
  const found = await barriers(page);
  await page.clock.fastForward('10:00');
  await eventually(() => Promise.resolve(there('f0'))).toBe('Ready by itself');
  await pending('0 findings pending');
  expect([found, day.complaints]).toEqual([[], []]);
});

it('of a thousand pending changes the review draws those in view', async () => {
  const records = Array.from({ length: 1_000 }, (_, at) => ({
    title: `New ${String(at).padStart(4, '0')}`,
    asset: ['portal.example.test'],
    severity: 'low',
  }));
  await callFrom(page, 'finding.create', { project, records });
  await pending('1,000 findings pending');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+y');
  await review().getByRole('option', { name: 'New 0000' }).waitFor();
  await page.keyboard.press('End');
  await review().getByRole('heading', { name: 'New 0999' }).waitFor();
  const drawn = await review().getByRole('option').count();
  await page.keyboard.press('Escape');
  await review().waitFor({ state: 'detached' });
  expect([drawn < 60, writes(), day.complaints]).toEqual([true, 4, []]);
});
