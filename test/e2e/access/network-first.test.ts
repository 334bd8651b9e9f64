import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';

let browser: Browser;
let opened: Opened;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser);
  ({ page } = opened);
  await callFrom(page, 'home.create', { passphrase: null });
  await page.reload();
});
afterAll(async () => {
  await opened.close();
  await browser.close();
});

it('the proxy of a service is set before the first connection, by keys alone', async () => {
  await page.getByRole('button', { name: /^Connect/u }).press('Enter');
  const summary = page.getByText('Network settings (proxy, certificates)');
  await summary.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Enter the address of the service first').waitFor();
  await page.getByLabel('Service URL').fill('https://service.test/api/');
  await page.getByRole('radio', { name: 'Use this proxy' }).check();
  await page.getByLabel('Proxy address').fill('http://proxy.test:3128');
  await page.keyboard.press('Enter');
  await page.getByText('Through the proxy proxy.test:3128').waitFor();
  const saved = page.getByRole('status').filter({ hasText: 'Saved.' });
  const [said, button] = await Promise.all([
    saved.boundingBox(),
    page.getByRole('button', { name: 'Save proxy' }).boundingBox(),
  ]);
  // On the line of the button, and as high as a line of text.
  expect(Math.abs((said?.y ?? 0) - (button?.y ?? 0))).toBeLessThan(button?.height ?? 0);
  expect(said?.height).toBeGreaterThan(10);
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('End');
  await page.keyboard.type('9');
  expect(await saved.count()).toBe(0);
  const view = await callFrom(page, 'network.read', { baseUrl: 'https://service.test/api/' });
  expect(view.proxy).toMatchObject({ kind: 'manual', address: 'http://proxy.test:3128' });
});
