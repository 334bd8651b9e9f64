import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';

/* Findings in groups: headings between the rows that no key stops at. */

let browser: Browser;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser);
  page = opened.page;
  await openSample(page);
  await row(0).getByRole('gridcell').nth(2).getByText(/\w/).waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

const grid = () => page.getByRole('grid', { name: 'Findings' });
const row = (place: number) => grid().locator(`[aria-rowindex="${String(place + 2)}"]`);
const headings = async (): Promise<string[]> =>
  (await grid().locator('.heading').allTextContents()).map((text) => text.replace(/\s+/gu, ' ').trim());
const group = async (name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Group', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
};

it('stand under headings with their numbers, and keys go from row to row across them', async () => {
  await group('By status');
  await eventually(headings).toEqual([
    expect.stringMatching(/^Draft \d+$/u),
    expect.stringMatching(/^Open \d+$/u),
  ]);
  await page.getByText('20 findings in 5 groups').waitFor();
  // One row alone has no group line.
  expect((await headings()).every((text) => Number(text.split(' ').at(-1)) > 1)).toBe(true);
  const counts = (await headings()).map((text) => Number(text.split(' ').at(-1)));
  // A heading lies between the last row of a group and the first of the next.
  // The first finding is alone in its group.
  const last = counts[0] ?? 0;
  const [above, below] = [await row(last).boundingBox(), await row(last + 1).boundingBox()];
  expect(Math.round((below?.y ?? 0) - (above?.y ?? 0))).toBe(56);
  await grid().focus();
  await page.keyboard.press('Home');
  for (let step = 0; step <= last; step += 1) await page.keyboard.press('ArrowDown');
  await eventually(() => grid().getAttribute('aria-activedescendant')).toMatch(
    new RegExp(`-${String(last + 1)}$`, 'u'),
  );
  expect([await barriers(page), opened.complaints]).toEqual([[], []]);
});

it('keep a filter, are there again after a restart, and another order ends them', async () => {
  await page.getByLabel('Query', { exact: true }).fill('severity:high');
  await page.getByText('6 findings in 2 groups').waitFor();
  await page.getByLabel('Query', { exact: true }).fill('');
  await page.getByText('20 findings in').waitFor();
  await group('By asset');
  await eventually(async () =>
    (await headings()).some((text) => text.startsWith('portal.fjellmark.example')),
  ).toBe(true);
  // The place is kept some moments after the last change.
  await eventually(async () => (await callFrom(page, 'setting.read', {})).place?.group).toBe('asset');
  await page.reload();
  await eventually(async () => (await headings()).length).toBeGreaterThan(3);
  await grid()
    .getByRole('columnheader', { name: /^Title/u })
    .click();
  await eventually(headings).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

const heading = (name: RegExp) => grid().locator('.heading').filter({ hasText: name });

it('fold away by click and by key, are ticked as a whole, and are folded again after a restart', async () => {
  await group('By severity');
  await eventually(async () => (await headings()).some((text) => text.startsWith('High'))).toBe(true);
  const lines = (): Promise<number> => grid().locator('.row:not(.spare)').count();
  const before = await lines();
  const count = Number(((await headings()).find((text) => text.startsWith('High')) ?? '').split(' ').at(-1));
  await heading(/High/u).getByRole('button').click();
  await eventually(lines).toBe(before - count);
  await heading(/High/u).getByRole('checkbox').check();
  await page.getByText(`${String(count)} findings selected`).waitFor();
  // The keys stand on the folded line, show its rows, and fold them away from inside.
  await page.keyboard.press('Home');
  const onFolded = (): Promise<boolean> => heading(/High/u).evaluate((line) => line.matches('.cursor'));
  await eventually(onFolded).toBe(true);
  await page.keyboard.press('ArrowRight');
  await eventually(lines).toBe(before);
  await page.keyboard.press('ArrowDown');
  expect(await page.getByText(`${String(count)} findings selected`).count()).toBe(1);
  await page.keyboard.press('x');
  const half = heading(/High/u).getByRole('checkbox');
  expect(await half.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await page.keyboard.press('ArrowLeft');
  await eventually(onFolded).toBe(true);
  expect([await barriers(page), opened.complaints]).toEqual([[], []]);
  await eventually(async () => (await callFrom(page, 'setting.read', {})).place?.folded).toEqual(['high']);
  await page.reload();
  await eventually(lines).toBe(before - count);
});
