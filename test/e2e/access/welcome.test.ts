import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';

const passphrase = 'four words of mine';

let browser: Browser;
let opened: Opened;
let page: Page;
let recoveryCode = '';

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser);
  page = opened.page;
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

const heading = (name: string) => page.getByRole('heading', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const alerts = () => page.getByRole('alert').allInnerTexts();

/** What a screen has against it: barriers in both themes, and what the page complained about. */
async function faults(): Promise<string[]> {
  const light = await barriers(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await barriers(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark, ...opened.complaints];
}

describe('the first time', () => {
  it('asks for a passphrase and says what going without one means', async () => {
    await heading('Create your vault').waitFor();
    await page.getByLabel('Passphrase', { exact: true }).fill('short');
    await page.getByText('3 more characters needed.').waitFor();
    await page.getByLabel('Passphrase', { exact: true }).fill('Winter2026Acme!');
    await page.getByText('Weak: easily guessed. Make it longer.').waitFor();
    await page.getByLabel('Passphrase', { exact: true }).fill('short');
    const refused = await button('Create vault').isDisabled();
    await button('Skip (not encrypted)').click();
    await page.getByText('Anyone who can read').waitFor();
    expect([refused, await faults()]).toEqual([true, []]);
  });

  it('refuses two passphrases that are not the same, in place', async () => {
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await page.getByLabel('Repeat the passphrase').fill('another one');
    await button('Create vault').click();
    await page.getByText('The two passphrases are not the same.').waitFor();
  });

  it('shows the recovery code once, and goes on when the person has kept it', async () => {
    await page.getByLabel('Repeat the passphrase').fill(passphrase);
    await page.keyboard.press('Enter');
    await heading('Your recovery code').waitFor();
    recoveryCode = await page.getByLabel('Recovery code', { exact: true }).innerText();
    const early = await button('Continue').isDisabled();
    const found = await faults();
    await page.getByRole('checkbox').check();
    await button('Continue').click();
    await heading('Connect to your service').waitFor();
    await eventually(() =>
      page.getByLabel('Service URL').evaluate((field) => field === field.ownerDocument.activeElement),
    ).toBe(true);
    expect([recoveryCode, early, found]).toEqual([
      expect.stringMatching(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3,}$/),
      true,
      [],
    ]);
  });

  it('says in place why it could not connect', async () => {
    await page.getByLabel('Service URL').fill('http://127.0.0.1:9/api/');
    await button('Connect').click();
    await page.getByText('The token is missing.').waitFor();
    await page.getByLabel('API token').fill('a-token');
    await button('Connect').click();
    await eventually(alerts).toEqual([expect.stringContaining('127.0.0.1:9')]);
    expect(await faults()).toEqual([]);
  });

  it('opens the sample engagement with one click, and says so when the desk knows of it', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/call/desk.status', async (route) => {
      await held.promise;
      await route.continue();
    });
    const answered = page.waitForResponse('**/call/sample.open');
    await button('Open the sample engagement').click();
    await (await answered).finished();
    await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
    const early = await page.getByText(/^Sample engagements? added/).count();
    held.resolve();
    await page.getByText(/^Sample engagements? added/).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect([early, await page.getByText('Not connected').count()]).toEqual([0, 0]);
    await eventually(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('21');
    expect(opened.complaints).toEqual([]);
  });
});

describe('a locked home', () => {
  it('shows nothing, and refuses a wrong passphrase in place', async () => {
    await button('Lock').click();
    await heading('Locked').waitFor();
    const shown = await page.getByText('injection').count();
    await page.getByLabel('Passphrase', { exact: true }).fill('not this one');
    await button('Unlock').click();
    await eventually(alerts).toEqual([expect.stringContaining('passphrase is wrong')]);
    expect([shown, await faults()]).toEqual([0, []]);
  });

  it('opens by the passphrase, where the person left', async () => {
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await page.keyboard.press('Enter');
    await eventually(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('21');
  });

  it('opens by the recovery code', async () => {
    await button('Lock').click();
    await button('Use the recovery code').click();
    await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCode.slice(1));
    await button('Unlock').click();
    await eventually(alerts).toEqual([expect.stringContaining('The recovery code is wrong.')]);
    await page.getByLabel('Recovery code', { exact: true }).fill(` ${recoveryCode} `);
    await button('Unlock').click();
    await page.getByRole('grid').waitFor();
    expect(opened.complaints).toEqual([]);
  });
});
