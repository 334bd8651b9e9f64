import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, connectVault } from '../support/calls.ts';
import { openFinding } from '../support/day.ts';
import { checkTitles } from '#domain/preflight/titles.ts';
import { openReportPanel } from '../support/report-panels.ts';

/* Texts that would not be printed as they were typed, and texts that come from other programs, in a real browser. */

const project = 'harbour-2026';
const record = { asset: ['app.harbour.test'], severity: 'medium', status: 'open', remediation: 'Update it.' };
const typed = String.raw`The pattern a\\_b is allowed.`;

let browser: Browser;
let service: SampleService;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const findings = [
    { id: 'escaped', body: { ...record, title: 'Escaped pattern', description: typed } },
    { id: 'coded', body: { ...record, title: 'Coded pattern', description: typed } },
    { id: 'tagged', body: { ...record, title: 'Tagged words', description: 'Use <b>bold</b> words.' } },
    { id: 'kept', body: { ...record, title: 'Kept pattern', description: typed } },
    { id: 'pasted', body: { ...record, title: 'Pasted table', description: 'Before.' } },
  ];
  service = await startSampleService({ engagement: false, seeds: [{ project, findings }] });
  opened = await openWindow(browser, { width: 1500, height: 950 });
  ({ page } = opened);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await connectVault(page, service, project);
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.reload();
  await page.getByRole('row').nth(1).waitFor();
});
afterAll(async () => {
  await opened.close();
  await service.close();
  await browser.close();
});

const descriptionOf = async (id: string): Promise<unknown> =>
  (await callFrom(page, 'finding.get', { id })).effective['description'];
const description = () => page.getByRole('textbox', { name: 'Description, Markdown' });
const fixButton = (label: string, title: string) =>
  page.getByRole('button', { name: `${label}: ${title}, Description` });

describe('a warning of the check about signs that would not be printed', () => {
  test('is fixed by an escape, by code, or left, each by the keyboard, and goes', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    const panel = await openReportPanel(page, 'check');
    for (const rule of ['dropped-backslash', 'html-tags'] as const) {
      await panel.getByRole('region', { name: checkTitles[rule] }).getByRole('button').first().press('Enter');
    }
    await fixButton('Escape', 'Escaped pattern').waitFor();
    expect(await barriers(page)).toEqual([]);
    await fixButton('Escape', 'Escaped pattern').press('Enter');
    await eventually(() => fixButton('Escape', 'Escaped pattern').count()).toBe(0);
    await fixButton('Make code', 'Coded pattern').press('Enter');
    await eventually(() => fixButton('Make code', 'Coded pattern').count()).toBe(0);
    await fixButton('Keep as typed', 'Kept pattern').press('Enter');
    await eventually(() => fixButton('Escape', 'Kept pattern').count()).toBe(0);
    await fixButton('Convert to Markdown', 'Tagged words').press('Enter');
    await eventually(() => fixButton('Convert to Markdown', 'Tagged words').count()).toBe(0);
    expect(await descriptionOf('tagged')).toBe('Use **bold** words.');
    await page.getByRole('region', { name: 'Ignored warnings' }).waitFor();
    const [escaped, coded, kept] = await Promise.all(['escaped', 'coded', 'kept'].map(descriptionOf));
    expect([escaped === typed, coded, kept]).toEqual([
      false,
      'The pattern `' + String.raw`a\\_b` + '` is allowed.',
      typed,
    ]);
  });

  test('is an ordinary edit, which Undo of the finding reverses', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await openFinding(page, 'Coded pattern');
    await page.getByRole('button', { name: /^Undo the change of description/ }).click();
    await eventually(() => descriptionOf('coded')).toBe(typed);
  });
});

/** Puts text and HTML on the real clipboard of the page. */
async function copy(html: string, text: string): Promise<void> {
  await page.evaluate(
    ([ofHtml = '', ofText = '']) =>
      navigator.clipboard.write([
        new ClipboardItem({
          'text/html': new Blob([ofHtml], { type: 'text/html' }),
          'text/plain': new Blob([ofText], { type: 'text/plain' }),
        }),
      ]),
    [html, text],
  );
}

describe('text that comes from another program', () => {
  const cells = '<table><tr><td>Host</td><td>Port</td></tr><tr><td>a.test</td><td>443</td></tr></table>';

  test('is pasted as a Markdown table, and one Undo takes it back', async () => {
    await openFinding(page, 'Pasted table');
    await description().click();
    await page.keyboard.press('Control+End');
    await copy(cells, 'Host\tPort\na.test\t443');
    await page.keyboard.press('Control+v');
    await eventually(() => descriptionOf('pasted')).toMatch(
      /^Before\.\n\n\| Host\s+\| Port \|\n\| -+\s+\| -+\s+\|\n\| a\.test \| 443\s+\|\n?$/,
    );
    await description().press('Control+z');
    await eventually(() => descriptionOf('pasted')).toBe('Before.');
  });

  test('is pasted as it is, without its format, by Ctrl+Shift+V', async () => {
    await copy('<b>bold</b> and <i>more</i>', 'bold and more');
    await description().press('Control+End');
    await page.keyboard.press('Control+Shift+v');
    await eventually(() => descriptionOf('pasted')).toBe('Before.bold and more');
    await description().press('Control+z');
    await page.keyboard.press('Control+v');
    await eventually(() => descriptionOf('pasted')).toBe('Before.**bold** and *more*');
    expect(opened.complaints).toEqual([]);
  });
});
