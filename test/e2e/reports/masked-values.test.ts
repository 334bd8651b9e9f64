import { execFileSync } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, connectVault } from '../support/calls.ts';
import { openReportPanel } from '../support/report-panels.ts';

/* Secret values of recorded requests, kept or masked one by one, in a real browser. */

const project = 'harbour-2026';
const record = { asset: ['app.harbour.test'], severity: 'medium', status: 'open', description: 'As seen.' };
const request = 'GET /?password=Winter24 HTTP/1.1\r\nCookie: sid=8F3A91C27D604B5E\r\n\r\n';

let browser: Browser;
let service: SampleService;
let opened: Opened;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  const findings = ['A', 'B'].map((name) => ({
    id: `f${name}`,
    body: { ...record, title: `Weakness ${name}`, requests: [{ request, response: 'x'.repeat(5_000) }] },
  }));
  service = await startSampleService({ engagement: false, seeds: [{ project, findings }] });
  opened = await openWindow(browser, { width: 1280, height: 800 });
  ({ page } = opened);
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

const dialog = () => page.getByRole('dialog');
const password = () => dialog().getByRole('group', { name: /Winter24/ });
const kept = async () => (await callFrom(page, 'report.settings', { project })).settings.keptValues ?? [];
const codes = async () => (await callFrom(page, 'report.check', { project })).map(({ code }) => code);

/** Which of the two values a draft prints, in a format that is read as text and in one that another program reads. */
async function printed(): Promise<readonly boolean[]> {
  const texts: string[] = [];
  for (const format of ['markdown', 'pdf'] as const) {
    const { edition } = await callFrom(page, 'report.keep', { project, format, force: true });
    const { content } = await callFrom(page, 'report.file', { project, edition });
    const file = Buffer.from(content, 'base64');
    texts.push(
      format === 'pdf' ? String(execFileSync('pdftotext', ['-', '-'], { input: file })) : String(file),
    );
  }
  return texts.flatMap((text) => [text.includes('Winter24'), text.includes('8F3A91C27D604B5E')]);
}

test('a value is kept by its row, named by the check, and masked again by undo', async () => {
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await openReportPanel(page, 'options');
  await page.getByRole('button', { name: 'Review masked values…' }).click();
  await dialog().getByText('4 secrets masked, 2 bodies cut by').waitFor();
  // One row a value, in both findings.
  expect(await dialog().getByRole('radio', { name: 'Keep' }).count()).toBe(2);
  expect(await password().getByRole('button').allInnerTexts()).toEqual(['Weakness A', 'Weakness B']);
  expect(await dialog().getByText('Response', { exact: true }).first().isVisible()).toBe(false);
  expect(await barriers(page)).toEqual([]);
  await password().getByRole('radio', { name: 'Mask' }).press('ArrowRight');
  await eventually(() => password().getByRole('radio', { name: 'Keep' }).isChecked()).toBe(true);
  await dialog().getByText('2 secrets masked, 2 secrets kept, 2 bodies cut by').waitFor();
  const [key = ''] = await kept();
  expect([(await kept()).length, key]).toEqual([1, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(await codes()).toContain('secret-in-request');
  expect(await printed()).toEqual([true, false, true, false]);
  await dialog().getByText('2 bodies cut by', { exact: false }).last().click();
  await dialog().getByText('Response', { exact: true }).first().waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Undo the last choice/ }).click();
  await eventually(kept).toEqual([]);
  expect(await codes()).not.toContain('secret-in-request');
  expect(await printed()).toEqual([false, false, false, false]);
  expect(opened.complaints).toEqual([]);
});
