import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callFrom, openSample } from './support/calls.ts';
import { eventually, launchBrowser, openWindow, type Opened } from './support/browser.ts';

/*
 * A browser's claims may be wrong, and what the window needs may be missing: the window opens all the same, or says why
 * not.
 */

let browser: Browser;
let opened: Opened;

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser);
  await openSample(opened.page);
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

/** Opens another tab of the same browser after changing what its pages find. @returns its page and its errors */
async function tabWith(context: BrowserContext, change: string): Promise<{ page: Page; errors: string[] }> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(change);
  await page.goto(new URL('/', opened.serving.url).href);
  return { page, errors };
}

const named = (language: string): string =>
  `for (const [name, value] of [['language', '${language}'], ['languages', ['${language}']]])
     Object.defineProperty(Navigator.prototype, name, { get: () => value });`;

const heading = (page: Page): Promise<string> =>
  page.getByRole('main').getByRole('heading').last().innerText();

describe('a browser that is not what it says', () => {
  it.each(['C', 'en_US.UTF-8', ''])('opens the desk where its language is "%s"', async (language) => {
    const { page, errors } = await tabWith(opened.context, named(language));
    await page.getByRole('row').nth(1).waitFor();
    expect([await page.evaluate(() => navigator.language), errors]).toEqual([language, []]);
    await page.close();
  });

  it('opens the desk and all its screens without requestIdleCallback', async () => {
    const { page, errors } = await tabWith(opened.context, 'delete globalThis.requestIdleCallback;');
    await page.getByRole('row').nth(1).waitFor();
    // The editor is built ahead while the browser rests, so its script comes without a click.
    await eventually(() =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /lazy-screens/u.test(name)),
      ),
    ).toBe(true);
    await page.getByRole('row').nth(1).click();
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    expect([await page.evaluate(() => 'requestIdleCallback' in globalThis), errors]).toEqual([false, []]);
    await page.close();
  });
});

describe('a window that cannot be built', () => {
  it('says so when its script throws before there is a window', async () => {
    const { page } = await tabWith(
      opened.context,
      `Object.defineProperty(Navigator.prototype, 'platform', { get() { throw new Error('no platform today'); } });`,
    );
    await page.getByRole('alert').waitFor();
    expect([await heading(page), await page.getByRole('alert').innerText()]).toEqual([
      'The window could not be built',
      expect.stringMatching(/Reload the page[^]*no platform today[^]*Reload page/u),
    ]);
    await page.close();
  });

  it('says so when a part throws while it is drawn, and can be tried again', async () => {
    const { page, errors } = await tabWith(
      opened.context,
      `const real = Intl.NumberFormat;
       globalThis.broken = true;
       Intl.NumberFormat = class { constructor(...given) { if (broken) throw new Error('no numbers today'); return new real(...given); } };`,
    );
    await page.getByRole('alert').waitFor();
    expect([await heading(page), await page.getByRole('alert').innerText(), errors]).toEqual([
      'The window could not be built',
      expect.stringMatching(/no numbers today[^]*Try again\s+Reload page/u),
      [expect.stringContaining('no numbers today')],
    ]);
    await page.evaluate('broken = false');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row').nth(1).waitFor();
    await page.close();
  });

  it('says so when one of its files does not come', async () => {
    const page = await opened.context.newPage();
    await page.route(/\/assets\/index-.*\.js/u, (route) => route.abort());
    await page.goto(new URL('/', opened.serving.url).href);
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('Part of the window could not be loaded.');
    await page.close();
  });

  it.each([
    ['lacks what it needs', 'delete Uint8Array.fromBase64;', 'It lacks Uint8Array.fromBase64.'],
    [
      'knows hardly anything',
      'delete globalThis.Iterator; CSS.supports = () => false;',
      'It lacks Iterator, light-dark().',
    ],
  ])('tells a browser that %s to be updated, and which are new enough', async (_which, change, lacks) => {
    const { page, errors } = await tabWith(opened.context, change);
    await page.getByRole('alert').waitFor();
    const told = await page.getByRole('alert').innerText();
    expect([await heading(page), told, errors]).toEqual([
      'This browser is too old for Dossier',
      expect.stringMatching(/Chrome or Edge 140, Firefox 135, Safari 18\.4[^]*It lacks/u),
      [],
    ]);
    expect(told).toContain(lacks);
    await page.close();
  });

  it('takes a script that cannot be parsed for a sign of an old browser', async () => {
    const page = await opened.context.newPage();
    await page.route(/\/assets\/index-.*\.js/u, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'const = later syntax;' }),
    );
    await page.goto(new URL('/', opened.serving.url).href);
    await page.getByRole('alert').waitFor();
    expect(await heading(page)).toBe('This browser is too old for Dossier');
    await page.close();
  });

  it('leaves the program as it was', async () => {
    expect(await callFrom(opened.page, 'home.state', {})).toMatchObject({ kind: 'open' });
  });
});
