import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../cli/support/dossier.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, project, type Day } from '../support/day.ts';
import { sendReview } from '../support/send.ts';

/* One unit under one word: what is pending is counted as changes everywhere; lists count findings and say so. */

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

it('a change over several findings and several changes of one finding are counted alike in all places', async () => {
  await makeChanges();
  await bar().getByRole('button', { name: '4 pending changes, 1 held back · manual' }).waitFor();
  await bar().getByRole('button', { name: '1 change needs attention' }).waitFor();
  const count = nav().locator('.count');
  await eventually(() => count.innerText()).toBe('4');
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
  await page.getByText('4 changes', { exact: true }).waitFor();

  expect([says, groups]).toEqual([
    ['4 pending changes', '5 findings'],
    ['Needs attention 1', 'To be sent 3'],
  ]);
});

it('the review before sending names both units, and what it does not list', async () => {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+y');
  const review = sendReview(page);
  await review.getByText('3 of 4 findings included, with 2 of 3 changes', { exact: true }).waitFor();
  await review
    .getByText("1 more pending change can't be sent yet and is not listed here. 1 change needs attention.")
    .waitFor();
  await review.getByLabel('All 4 findings').check();
  await review.getByText('4 of 4 findings included, with 3 of 3 changes', { exact: true }).waitFor();
  await review.getByRole('option').nth(3).waitFor();
  await review.getByLabel('All 4 findings').uncheck();
  await review.getByText('0 of 4 findings included, with 0 of 3 changes', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await review.waitFor({ state: 'detached' });
});

it('the terminal counts the same changes, and so does what a sync tells', async () => {
  const said = async (...words: string[]) => (await run([...words, '--home', day.opened.home])).stdout;
  const account = await said('account');
  const queued: unknown = JSON.parse(await said('queue', '--json'));
  const listed: unknown = JSON.parse(await said('findings', project, '--query', 'is:pending', '--json'));
  expect([account, queued, listed]).toEqual([
    expect.stringContaining('Pending:      4 changes\n'),
    expect.objectContaining({ length: 4 }),
    expect.objectContaining({ length: 5 }),
  ]);

  await page.keyboard.press('Shift+y');
  await sendReview(page).getByRole('button', { name: 'Send 2 changes' }).click();
  await page
    .getByText('Synced: 2 changes sent, 1 change in conflict, 1 change left for the next sync.')
    .waitFor();
  await bar().getByRole('button', { name: '2 pending changes, 1 held back' }).waitFor();
  await eventually(() => nav().locator('.count').innerText()).toBe('2');
  await eventually(() => list().locator('.count').innerText()).toBe('2');
  expect(day.complaints).toEqual([]);
});
