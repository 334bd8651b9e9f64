import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';

/* From the key that leads to another finding on, nothing that is typed lands in the one before, however late the next comes. */

let browser: Browser;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser, { width: 1500 });
  page = opened.page;
  await openSample(page);
  await page.getByRole('row').nth(20).waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

const title = (): Locator => page.getByLabel('Title', { exact: true });
const shownId = (): Promise<string | null> =>
  page.locator('section[data-finding]').getAttribute('data-finding');

async function titleOf(id: string): Promise<unknown> {
  const { effective } = await callFrom(page, 'finding.open', { id });
  return effective['title'];
}

/** Holds back what is asked about findings, until the test lets it go. */
async function heldBack(): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  onTestFinished(() => held.resolve());
  await page.route('**/call/finding.open', (route) => held.promise.then(() => route.continue()));
  return async () => {
    held.resolve();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

async function openRow(at: number): Promise<string> {
  const before = (await title().count()) === 0 ? null : await shownId();
  await page.locator(`[role=row][aria-rowindex="${String(at + 1)}"]`).click();
  // The one before is still there until the row's is.
  await eventually(shownId).not.toBe(before);
  return (await shownId()) ?? '';
}

const ways: readonly (readonly [string, () => Promise<void>])[] = [
  ['Alt+Down', () => page.keyboard.press('Alt+ArrowDown')],
  ['Alt+Up', () => page.keyboard.press('Alt+ArrowUp')],
  [
    'the name in the palette',
    async () => {
      const name = await page
        .locator('[role=row][aria-rowindex="9"] [aria-colindex="3"] > span')
        .last()
        .innerText();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find a command, a finding, a list' }).fill(name);
      await page.getByRole('option').filter({ hasText: name }).first().click();
    },
  ],
];

it.each(ways)('what is typed right after %s lands in no finding before it', async (_way, lead) => {
  const before = await openRow(4);
  const was = await titleOf(before);
  await title().click();
  const go = await heldBack();
  await lead();
  await page.keyboard.type('very wrong');
  await page.keyboard.press('Control+z');
  await go();
  await eventually(shownId).not.toBe(before);
  const waiting = await callFrom(page, 'desk.status', {});
  expect([await titleOf(before), waiting.waiting, await page.getByRole('dialog').count()]).toEqual([
    was,
    0,
    0,
  ]);
});

it('the keys are in the same field of the next finding, and type there', async () => {
  const before = await openRow(3);
  const was = await titleOf(before);
  await title().click();
  await page.keyboard.press('Alt+ArrowDown');
  await eventually(shownId).not.toBe(before);
  const next = (await shownId()) ?? '';
  await eventually(() => title().evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await eventually(async () => String(await titleOf(next)).endsWith('!')).toBe(true);
  expect(await titleOf(before)).toBe(was);
  expect(opened.complaints).toEqual([]);
});
