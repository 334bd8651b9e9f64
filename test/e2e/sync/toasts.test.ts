import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, type Day } from '../support/day.ts';
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
