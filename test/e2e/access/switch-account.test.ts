import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { barriers } from '../support/axe.ts';
import { beginDay, passphrase, type Day } from '../support/day.ts';

/* Two people of one service have worked in the same vault; one of them is shown. */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['First']);
  page = day.page;
  const { baseUrl } = day.proxy;
  for (const login of ['jonas', 'mara']) {
    await callFrom(page, 'home.connect', { baseUrl, token: day.service.tokens[login] ?? '' });
  }
  await page.reload();
  await page.getByRole('contentinfo', { name: 'Status bar' }).waitFor();
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

afterEach(() => expect(day.complaints).toEqual([]));

it('the connection lists both, and the other one is shown after the passphrase, without the service', async () => {
  await day.proxy.pull();
  await page.getByRole('contentinfo').getByRole('button').first().click();
  const list = page.getByRole('dialog').getByRole('region', { name: 'Accounts in this vault' });
  await list.getByText('Open now').waitFor();
  await list.getByRole('button', { name: 'Switch…' }).click();
  await page.getByRole('dialog').getByText('The service is not asked.').waitFor();
  await page.getByRole('dialog').getByLabel('Passphrase of the vault').fill(passphrase);
  await page.getByRole('dialog').getByRole('button', { name: 'Switch account' }).click();
  await eventually(async () => (await callFrom(page, 'desk.status', {})).connection?.user['id']).toBe(
    'user-jonas',
  );
  await page.getByText(/You now see the data of/).waitFor();
});

it('connecting and signing in as somebody else ask first, with what is pending, and No opens nothing', async () => {
  await day.proxy.plug();
  const whose = async () => (await callFrom(page, 'desk.status', {})).connection?.user['id'];
  await callFrom(page, 'home.connect', {
    baseUrl: day.proxy.baseUrl,
    token: day.service.tokens['mara'] ?? '',
  });
  await callFrom(page, 'finding.edit', { id: 'f0', changes: { title: 'Of Mara' } });
  await page.reload();
  const dialog = page.getByRole('dialog');
  const press = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true }).click();
  const asked = () => dialog.getByRole('alert').filter({ hasText: '1 pending change of theirs stays here.' });
  await page.getByRole('contentinfo').getByRole('button').first().click();
  await dialog.getByLabel('API token', { exact: true }).fill(day.service.tokens['jonas'] ?? '');
  await press('Connect');
  await asked().waitFor();
  const found = await barriers(page);
  await press(/^Back to/u);
  await asked().waitFor({ state: 'detached' });
  await dialog.getByRole('tab', { name: 'With e-mail and password' }).click();
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill('jonas@larkspur.example');
  await dialog.getByLabel('Password', { exact: true }).fill(day.service.passwords()['jonas'] ?? '');
  await press('Sign in');
  await dialog.getByLabel('Code', { exact: true }).fill(day.service.otpCode('jonas'));
  await press('Sign in');
  await asked().waitFor();
  found.push(...(await barriers(page)));
  expect([found, await whose()]).toEqual([[], 'user-mara']);
  await press(/^Work as/u);
  await dialog.waitFor({ state: 'detached' });
  await eventually(whose).toBe('user-jonas');
});
