import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
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
