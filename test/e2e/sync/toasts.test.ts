import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { coveredByToasts } from '../support/covers.ts';
import { beginDay, type Day } from '../support/day.ts';
import { give, painted } from '../support/pictures.ts';
import { sendAll } from '../support/send.ts';

/* A toast leaves when what it says is over. */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['First', 'Second']);
  page = day.page;
  await page.getByText('First').first().waitFor();
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

const toast = (words: string | RegExp) => page.getByLabel('Notifications').getByText(words);
const sync = () => page.getByLabel('Status bar').getByRole('button', { name: 'Sync', exact: true }).click();

it('that a sync failed is told until one gets through', async () => {
  day.service.setFaults(({ path }) =>
    path.includes('/users/me') ? { kind: 'html', handled: false } : undefined,
  );
  await sync();
  await toast(/web page/)
    .first()
    .waitFor();
  day.service.setFaults(undefined);
  await sync();
  await toast(/web page/).waitFor({ state: 'detached' });
});

it('that something is in conflict is told until it is resolved', async () => {
  await callFrom(page, 'finding.edit', { id: 'f0', changes: { severity: 'low' } });
  day.service.edit('f0', { severity: 'high' });
  await sync();
  await sendAll(page);
  await toast(/in conflict/).waitFor();
  const found = await barriers(page);
  const [item] = await callFrom(page, 'queue.list', {});
  await callFrom(page, 'queue.resolve', { op: item?.op ?? '', choice: 'theirs' });
  await toast(/in conflict/).waitFor({ state: 'detached' });
  expect(found).toEqual([]);
});

it('that something is in conflict leads to the first question, and the keys with it', async () => {
  await callFrom(page, 'finding.edit', { id: 'f0', changes: { severity: 'info' } });
  day.service.edit('f0', { severity: 'critical' });
  await sync();
  await sendAll(page);
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Resolve' }).click();
  const question = page.getByRole('region', { name: /^Severity/ }).and(page.locator('[data-question]'));
  await question.waitFor();
  await eventually(() => question.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('t');
  await page.getByText('Everything is decided').waitFor();
});

const sizes = [
  [1280, 800],
  [900, 700],
  // A window of 1,280 × 800 at 200 %.
  [640, 400],
] as const;

it('no toast lies over a button or a text, on any screen and at any size', async () => {
  await callFrom(page, 'finding.edit', { id: 'f1', changes: { severity: 'info' } });
  day.service.edit('f1', { severity: 'critical' });
  await sync();
  await sendAll(page);
  await page.locator('.toast').filter({ hasText: 'in conflict' }).waitFor();
  const found: [string, number, string[]][] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const screen of ['f', 'r', 'q', 'c', 'e', 'p', 'a', 's']) {
      await page.keyboard.press('g');
      await page.keyboard.press(screen);
      await page.locator('main [data-region]').first().waitFor();
      const covered = await coveredByToasts(page);
      if (covered.length > 0) found.push([screen, width, covered]);
      expect(await page.locator('.toast').filter({ hasText: 'in conflict' }).isVisible()).toBe(true);
    }
  }
  expect(found).toEqual([]);
  expect(await barriers(page)).toEqual([]);
});

it('what is told over a dialog lies over nothing of it, while that moves into its place too', async () => {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    await dialog.waitFor();
    await give(page, 'drop', [{ name: 'a.png', type: 'image/png', bytes: painted(2, 2, () => [0, 0, 0]) }]);
    await dialog.locator('.toast').filter({ hasText: 'cannot be dropped' }).waitFor();
    expect(await coveredByToasts(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});

it('what does not fit into the line is read when it is asked for, with the older ones', async () => {
  const region = page.getByRole('region', { name: 'Notifications' });
  const dismiss = region.getByRole('button', { name: 'Dismiss' });
  await region.getByRole('button', { name: /more$/ }).click();
  await toast(/in conflict/).waitFor();
  const shown = await dismiss.count();
  const found = await barriers(page);
  await page.keyboard.press('Escape');
  await eventually(() => dismiss.count()).toBe(1);
  expect([shown > 1, found]).toEqual([true, []]);
});
