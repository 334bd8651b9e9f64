import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, project, type Day } from '../support/day.ts';

/* What waits in all engagements, and a search over all of them, by keyboard. */

const other = 'quay-2026';
let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['Login bypass', 'Path traversal', 'Weak cipher'], ['Proposed by an AI']);
  ({ page } = day);
  day.service.create(other, {
    id: 'q0',
    body: { title: 'Quay login', asset: ['quay.example.test'], severity: 'high', status: 'open' },
  });
  await callFrom(page, 'engagement.add', { project: other });
  await callFrom(page, 'sync.run', {});
  await page.reload();
  await page.getByRole('row').nth(2).waitFor();
});

afterAll(async () => {
  expect(day.complaints).toEqual([]);
  await day.end();
  await browser.close();
});

const rows = () => page.getByRole('listbox', { name: 'Inbox' }).getByRole('option');
const title = () => page.getByLabel('Title', { exact: true });
const current = () => page.locator('nav[aria-label=Screens] [aria-current=page]').innerText();

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

it('has candidates after the first fetch, and none of what it brought as news', async () => {
  await press('g', 'i');
  await eventually(() => rows().count()).toBe(1);
  expect(await rows().first().innerText()).toContain('Candidate to review');
  expect(await rows().first().getAttribute('aria-selected')).toBe('true');
  await press('g', 'f', 'u');
  await page.getByText("You're all caught up.").waitFor();
  await press('u');
});

it('has what others changed, the newest first, and leads there', async () => {
  day.service.edit('f1', { severity: 'critical' });
  await callFrom(page, 'sync.run', {});
  day.service.edit('q0', { severity: 'critical' });
  await callFrom(page, 'sync.run', {});
  await press('g', 'i');
  await eventually(() => rows().count()).toBe(3);
  const nav = page.locator('nav[aria-label=Screens] button', { hasText: 'Inbox' });
  await eventually(() => nav.locator('.count').innerText()).toBe('3');
  const kinds = await rows().evaluateAll((all) => all.map((row) => row.textContent));
  expect(kinds.map((text) => /Quay login|Path traversal|Proposed/.exec(text)?.[0])).toEqual([
    'Quay login',
    'Path traversal',
    'Proposed',
  ]);
  expect(await barriers(page)).toEqual([]);
  await press('k', 'k', 'k', 'j', 'Enter');
  await eventually(() => title().inputValue()).toBe('Path traversal');
  await page.goBack();
  await rows().first().waitFor();
});

it('is marked as read there, and leads to a candidate where it is decided on', async () => {
  await press('k', 'k', 'm');
  await eventually(() => rows().count()).toBe(2);
  await press('m');
  await eventually(() => rows().count()).toBe(1);
  await press('o');
  await eventually(current).toContain('Review');
  await page.getByRole('article').getByText('Proposed by an AI').first().waitFor();
});

it('says that nothing waits once everything is done', async () => {
  await press('a');
  await press('g', 'i');
  await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
  expect(await barriers(page)).toEqual([]);
});

it('searches all engagements, tells mistakes at once, and leads to a finding in another one', async () => {
  await press('Control+Shift+f');
  const field = page.getByRole('combobox', { name: 'Search all engagements' });
  await field.fill('nofield:x');
  await page.getByText('Unknown field "nofield"').waitFor();
  await field.fill('login');
  const found = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await eventually(() => found.count()).toBe(2);
  const groups = page.getByRole('dialog').getByRole('group');
  expect(await groups.evaluateAll((all) => all.map((one) => one.querySelector('p')?.textContent))).toEqual([
    `${project} · 1 finding`,
    `${other} · 1 finding`,
  ]);
  expect(await barriers(page)).toEqual([]);
  await press('ArrowDown', 'Enter');
  await eventually(() => title().inputValue()).toBe('Quay login');
  await page
    .getByRole('button', { name: new RegExp(other) })
    .first()
    .waitFor();
});

it('has as unread what others changed, read by one command', async () => {
  for (const id of ['f0', 'f2']) day.service.edit(id, { severity: 'low' });
  await callFrom(page, 'sync.run', {});
  await page
    .getByRole('button', { name: new RegExp(other) })
    .first()
    .click();
  await page
    .getByRole('menuitemcheckbox', { name: new RegExp(project) })
    .first()
    .click();
  await page.getByRole('button', { name: 'Findings', exact: true }).click();
  await page.getByRole('button', { name: 'Show unread', exact: true }).click();
  const found = async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
  await eventually(found).toBe(2);
  await page.getByRole('button', { name: 'Mark all as read', exact: true }).click();
  await page.getByText('Nothing new').waitFor();
});
