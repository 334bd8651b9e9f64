import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';

/* The form for an address and a token: what stays in it after a failed attempt, and what does not. */

let browser: Browser;
let opened: Opened;
let page: Page;
let service: SampleService;
beforeAll(async () => {
  service = await startSampleService({ engagement: false });
  browser = await launchBrowser();
  opened = await openWindow(browser);
  ({ page } = opened);
  await callFrom(page, 'home.create', { passphrase: null });
  await page.reload();
  await page.getByRole('button', { name: /^Connect/u }).press('Enter');
});
afterAll(async () => {
  await opened.close();
  await browser.close();
  await service.close();
});

const url = () => page.getByLabel('Service URL');
const token = () => page.getByLabel('API token', { exact: true });
const alerts = () => page.getByRole('alert').allInnerTexts();
const connect = () => page.getByRole('button', { name: 'Connect', exact: true }).click();
const right = () => service.tokens['mara'] ?? '';

/** Presses Connect and waits until the only error contains this. */
async function refused(message: string): Promise<void> {
  await connect();
  await eventually(alerts).toEqual([expect.stringContaining(message)]);
}

it('the token stays while the address is at fault, and each error goes with the next change', async () => {
  await url().fill('http://service.test/api/');
  await token().fill(right());
  await refused('Plain http: is for this machine alone');
  await url().fill('127.0.0.1:9/api/');
  expect([await alerts(), await token().inputValue()]).toEqual([[], right()]);
  await refused('127.0.0.1:9');
  expect([await token().inputValue(), await barriers(page)]).toEqual([right(), []]);
});

it('a token that cannot be one stays, selected, and its error goes with the next change', async () => {
  await token().fill('two words');
  expect(await alerts()).toEqual([]);
  await refused('its character 4 is a blank');
  await page.keyboard.press('a');
  expect([await alerts(), await token().inputValue()]).toEqual([[], 'a']);
});

it('a token that the service refused is emptied, and so is one that connected', async () => {
  await url().fill(service.baseUrl);
  await token().fill('not-a-token');
  await refused('The service refused the credentials');
  expect(await token().inputValue()).toBe('');
  await token().fill(right());
  expect(await alerts()).toEqual([]);
  await connect();
  await eventually(() => url().count()).toBe(0);
  const held = await page.evaluate(() => [
    document.body.innerText,
    ...[...document.querySelectorAll('input')].map(({ value }) => value),
  ]);
  expect([held.filter((text) => text.includes(right())), opened.complaints]).toEqual([[], []]);
});
