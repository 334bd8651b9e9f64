import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../cli/support/dossier.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, project, type Day } from '../support/day.ts';
import { sendReview } from '../support/send.ts';

/* One unit under one word: what is pending is counted as findings everywhere, however many changes they have. */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, [
    'Bulk and edit',
    'Bulk one',
    'Bulk two',
    'Held back',
    'In conflict',
    'As it was',
  ]);
  page = day.page;
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

/** Four changes of five findings: one over three of them, two on one of those; one is held back, one in conflict. */
async function makeChanges(): Promise<void> {
  const edit = (id: string, title: string) => callFrom(page, 'finding.edit', { id, changes: { title } });
  await callFrom(page, 'finding.setStatus', { status: 'closed', selection: { ids: ['f0', 'f1', 'f2'] } });
  await edit('f0', 'Bulk and edit, edited');
  await edit('f3', 'Held back, edited');
  await callFrom(page, 'finding.hold', { ids: ['f0', 'f1', 'f2', 'f3'], held: true });
  day.service.edit('f4', { title: 'In conflict, theirs' });
  await edit('f4', 'In conflict, mine');
  await callFrom(page, 'sync.run', {});
  await callFrom(page, 'finding.hold', { ids: ['f0', 'f1', 'f2'], held: false });
}

const bar = () => page.getByLabel('Status bar');
const nav = () =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: /^Pending changes/ });
const list = () =>
  page.getByRole('navigation', { name: 'Lists' }).getByRole('button', { name: /^With pending changes/ });

it('findings are counted in all places, however many changes each has', async () => {
  await makeChanges();
  await bar().getByRole('button', { name: '5 findings pending, 1 held back · manual' }).waitFor();
  await bar().getByRole('button', { name: '1 finding needs attention' }).waitFor();
  const count = nav().locator('.count');
  await eventually(() => count.innerText()).toBe('5');
  await eventually(() => list().locator('.count').innerText()).toBe('5');
  const says = [await count.getAttribute('title'), await list().locator('.count').getAttribute('title')];

  await nav().click();
  const queue = page.getByRole('listbox', { name: 'Pending changes' });
  await eventually(() => queue.getByRole('option').count()).toBe(4);
  const groups = (await queue.locator('.head').allInnerTexts()).map((text) => text.replaceAll('\n', ' '));

  await list().click();
  await eventually(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('6');

  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Connection', exact: true }).click();
  await page.getByText('5 findings', { exact: true }).waitFor();

  expect([says, groups]).toEqual([
    ['5 findings pending', '5 findings'],
    ['Needs attention 1', 'To be sent 3'],
  ]);
});

it('the review before sending counts findings, and says what it does not list', async () => {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+y');
  const review = sendReview(page);
  await review.getByText('3 of 4 findings included', { exact: true }).waitFor();
  await review
    .getByText("1 more finding can't be sent yet and is not listed here. 1 finding needs attention.")
    .waitFor();
  await review.getByLabel('All 4 findings').check();
  await review.getByText('4 of 4 findings included', { exact: true }).waitFor();
  await review.getByRole('option').nth(3).waitFor();
  await review.getByLabel('All 4 findings').uncheck();
  await review.getByText('0 of 4 findings included', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await review.waitFor({ state: 'detached' });
});

it('the terminal counts the same findings, and so does what a sync tells', async () => {
  const said = async (...words: string[]) => (await run([...words, '--home', day.opened.home])).stdout;
  const account = await said('account');
  const queued: unknown = JSON.parse(await said('queue', '--json'));
  const listed: unknown = JSON.parse(await said('findings', project, '--query', 'is:pending', '--json'));
  expect([account, queued, listed]).toEqual([
    expect.stringContaining('Pending:      5 findings\n'),
    expect.objectContaining({ length: 4 }),
    expect.objectContaining({ length: 5 }),
  ]);

  await page.keyboard.press('Shift+y');
  await sendReview(page).getByRole('button', { name: 'Send 3 findings' }).click();
  await page.getByText('Synced: 3 findings sent, 1 finding in conflict, 1 finding held back.').waitFor();
  await bar().getByRole('button', { name: '2 findings pending, 1 held back' }).waitFor();
  await eventually(() => nav().locator('.count').innerText()).toBe('2');
  await eventually(() => list().locator('.count').innerText()).toBe('2');
  expect(day.complaints).toEqual([]);
});
