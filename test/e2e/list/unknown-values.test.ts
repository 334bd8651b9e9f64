import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';

/* A severity or a status that nobody offers is asked about once, wherever it can be given. */

let browser: Browser;
let opened: Opened;
let page: Page;
let project = '';

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser, { width: 1500 });
  page = opened.page;
  [project = ''] = await openSample(page);
  await page.getByRole('row').nth(20).waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

const dialog = (): Locator => page.getByRole('dialog');
const field = (): Locator => dialog().getByRole('combobox', { name: 'Severity' });

async function pending(): Promise<number> {
  return (await callFrom(page, 'desk.status', {})).waiting;
}

async function offered(): Promise<readonly string[]> {
  return (await callFrom(page, 'list.values', { project })).severities;
}

it('the beginning of a severity is that severity, and never a value of its own', async () => {
  await page.locator('[role=row][aria-rowindex="2"]').click();
  await page.getByLabel('Title', { exact: true }).waitFor();
  await page.getByRole('grid').focus();
  const before = await offered();
  await page.keyboard.press('v');
  await field().waitFor();
  await page.keyboard.type('l');
  await page.keyboard.press('Enter');
  await dialog().waitFor({ state: 'detached' });
  expect([await offered(), await pending()]).toEqual([before, 1]);
});

it('a mistyped one is asked about, and nothing is sent before it is answered', async () => {
  const before = await pending();
  await page.keyboard.press('v');
  await field().fill('Mediun');
  await page.keyboard.press('Control+Enter');
  await dialog().getByText('“Mediun” is not a severity. Use Medium?').waitFor();
  const asked = [await pending(), await barriers(page)];
  await page.keyboard.press('Enter');
  await eventually(() => field().inputValue()).toMatch(/^medium$/i);
  await page.keyboard.press('Control+Enter');
  await dialog().waitFor({ state: 'detached' });
  expect([asked, (await offered()).includes('Mediun')]).toEqual([[before, []], false]);
});

it('goes with one Escape, whatever was typed: a value is soon typed again', async () => {
  await page.keyboard.press('v');
  await field().fill('Mediun');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

it('is set for one finding as it is pressed', async () => {
  await page.keyboard.press('v');
  await dialog().getByRole('button', { name: 'High', exact: true }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Notifications' }).getByText('Severity set to high').waitFor();
});

it('a value of its own stands behind "Custom…"', async () => {
  await page.keyboard.press('v');
  await dialog().getByRole('button', { name: 'Custom…' }).click();
  await field().fill('Sev-0');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await dialog().waitFor({ state: 'detached' });
  await eventually(offered).toContain('Sev-0');
});

it('the custom value of a finding is asked about where it is near another', async () => {
  const severity = page.locator('.editor').getByLabel('Severity', { exact: true });
  await severity.selectOption({ label: 'Custom…' });
  await dialog().getByLabel('Value').fill('Lowvl');
  await page.keyboard.press('Enter');
  await dialog().getByText('“Lowvl” is not a severity. Use Low?').waitFor();
  const found = await barriers(page);
  await dialog().getByRole('button', { name: 'Use Low' }).click();
  await eventually(() => severity.inputValue()).toMatch(/^low$/i);
  expect([found, (await offered()).includes('Lowvl'), opened.complaints]).toEqual([[], false, []]);
});
