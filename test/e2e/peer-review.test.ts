import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from './support/axe.ts';
import { eventually, launchBrowser } from './support/browser.ts';
import { beginDay, openFinding, type Day } from './support/day.ts';

/* What colleagues do with findings before the client sees them; nothing of it leaves the vault. */

const titles = ['Login without limit', 'Open redirect', 'Weak cipher'];

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, titles);
  page = day.page;
  for (const title of titles) await row(title).waitFor();
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

const row = (title: string) => page.getByRole('row').filter({ hasText: title });
const menuOf = (state: string) => page.getByRole('button', { name: `Review state: ${state}` });
const query = () => page.getByLabel('Query', { exact: true });

it('a finding is marked in its editor, for several from the menu of a row, and the list shows and finds it', async () => {
  await openFinding(page, 'Open redirect');
  await menuOf('In progress').click();
  await page.getByRole('menuitemcheckbox', { name: 'Ready for review' }).click();
  await menuOf('Ready for review').waitFor();
  await row('Open redirect').getByRole('img', { name: 'Ready for review' }).waitFor();
  const found = await barriers(page);
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Finding', exact: true }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await row('Login without limit').getByRole('gridcell').first().click();
  await row('Weak cipher').getByRole('gridcell').first().click();
  await page.getByText(/^2 findings selected/).waitFor();
  await row('Weak cipher').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Mark as reviewed' }).click();
  await page.getByText('2 findings marked as reviewed.').waitFor();
  await row('Weak cipher').getByRole('img', { name: 'Reviewed' }).waitFor();
  await row('Login without limit').getByRole('img', { name: 'Reviewed' }).waitFor();
  found.push(...(await barriers(page)));
  await page.getByLabel('Status bar').getByText('0 pending changes').waitFor();
  expect(found).toEqual([]);
});

it('the keys mark what is under the cursor, and a query finds it', async () => {
  await page.keyboard.press('Escape');
  await row('Weak cipher').click();
  await page.keyboard.press('w');
  await row('Weak cipher').getByRole('img', { name: 'Ready for review' }).waitFor();
  await query().fill('state:ready');
  await row('Login without limit').waitFor({ state: 'detached' });
  await eventually(() => page.getByRole('row').count()).toBe(3);
  await query().fill('');
  await row('Login without limit').waitFor();
  expect(day.complaints).toEqual([]);
});
