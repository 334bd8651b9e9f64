import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers } from './support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from './support/browser.ts';
import { callFrom, openSample } from './support/calls.ts';

let browser: Browser;
let opened: Opened;
let page: Page;
let project = '';
beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser);
  ({ page } = opened);
  [project = ''] = await openSample(page);
  await page.getByRole('grid').waitFor();
});
afterAll(async () => {
  await opened.close();
  await browser.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const verdict = () =>
  page
    .getByRole('status')
    .filter({ hasText: /error|warning|Ready/ })
    .innerText();

async function goToReport(): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('region', { name: 'Check and export' }).waitFor();
}

describe('the screen of the report', () => {
  it('lists what should not go out, and leads to the place with the keys in it', async () => {
    await goToReport();
    await eventually(verdict).toMatch(/^4 errors, /);
    const headings = await page.getByRole('heading', { level: 3 }).allInnerTexts();
    const found = await barriers(page);
    await button(/is not finished/).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await eventually(() =>
      page.evaluate(() => document.activeElement?.closest('[data-place]')?.getAttribute('data-place')),
    ).toBe('description');
    expect([headings.map((text) => text.replace(/\s+/g, ' ')), found]).toEqual([
      expect.arrayContaining(['Error Not finished 1', 'Error Private drafts 1']),
      [],
    ]);
  });

  it('follows every change', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await goToReport();
    await eventually(verdict).toMatch(/^4 errors, /);
    const candidate = (await callFrom(page, 'report.check', { project })).find(
      ({ code }) => code === 'unreviewed-candidate',
    );
    await callFrom(page, 'candidate.review', { id: candidate?.finding ?? '', decision: 'accept' });
    await eventually(verdict).toMatch(/^3 errors, /);
  });

  it('asks before errors go out, and saves the draft as a file and an edition', async () => {
    await page.keyboard.press('x');
    await page.getByRole('dialog', { name: '3 errors stand' }).waitFor();
    const found = await barriers(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button('Make a draft').press('Enter'),
    ]);
    const file = readFileSync(await download.path());
    expect([found, download.suggestedFilename(), file.subarray(0, 5).toString()]).toEqual([
      [],
      `${project}.pdf`,
      '%PDF-',
    ]);
    await page.getByText(/^Every page is marked DRAFT/).waitFor();
    const kept = await callFrom(page, 'report.file', { project, edition: 1 });
    expect(Buffer.from(kept.content, 'base64').equals(file)).toBe(true);
    expect(opened.complaints).toEqual([]);
  });
});
