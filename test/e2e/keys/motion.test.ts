import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { openSample } from '../support/calls.ts';
import { openReportPanel, reportPart } from '../support/report-panels.ts';

/* What opens comes into its place in 120 ms; what changes does not move, and with less motion nothing does. */

let browser: Browser;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser, { width: 1280, height: 800 });
  ({ page } = opened);
  await openSample(page);
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

const moves = (pane: Locator) =>
  pane.evaluate((element) => {
    const { animationName, animationDuration, opacity } = getComputedStyle(element);
    return animationName === 'none' ? 'none' : `${animationDuration}, opacity ${opacity}`;
  });

/** How each kind of pane opens: a dialog, a menu, a pane beside a text, a panel of the report. */
async function panes(): Promise<Readonly<Record<string, string>>> {
  await page.getByRole('row').nth(1).waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  const dialog = await moves(palette);
  await page.keyboard.press('Escape');
  await page.getByRole('row').nth(1).dblclick();
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
  await page.getByRole('button', { name: 'History', exact: true }).click();
  const beside = await moves(page.getByRole('complementary', { name: 'History' }));
  await page.getByRole('row').nth(1).click({ button: 'right' });
  const menu = await moves(page.getByRole('menu'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  const panel = await openReportPanel(page, 'check');
  return { dialog, beside, menu, panel: await moves(panel.locator('..')) };
}

test('a pane opens in 120 ms and can be read meanwhile', async () => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const opens = '0.12s, opacity 1';
  expect(await panes()).toEqual({ dialog: opens, beside: opens, menu: opens, panel: opens });
});

test('another panel in the same place does not move', async () => {
  await page.evaluate(async () => {
    const opening = document.getAnimations().filter((one) => one.effect?.getTiming().iterations === 1);
    await Promise.all(opening.map(({ finished }) => finished));
    const names: string[] = [];
    Object.assign(globalThis, { names });
    document.addEventListener('animationstart', ({ animationName }) => {
      if (animationName === 'open') names.push(animationName);
    });
  });
  await reportPart(page, 'options').click();
  await page.getByRole('region', { name: 'Options' }).waitFor();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'names'))).toEqual([]);
});

test('with less motion nothing moves', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await page.getByRole('main').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  expect(await panes()).toEqual({ dialog: 'none', beside: 'none', menu: 'none', panel: 'none' });
});
