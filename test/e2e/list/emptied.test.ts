import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, connectVault } from '../support/calls.ts';

/* An edit that emptied other fields, before a service that takes an update for the whole record. */

const project = 'harbour-2026';
const lost = {
  description: `First line.\n\n${'Another sentence. '.repeat(40)}Last words.`,
  tags: ['session', 'web'],
  requests: [{ request: 'GET /logout HTTP/1.1\nHost: app.harbour.test', response: 'HTTP/1.1 200 OK' }],
};

let browser: Browser;
let service: SampleService;
let opened: Opened;

beforeAll(async () => {
  browser = await launchBrowser();
  const body = { title: 'Session outlives logout', asset: ['app.harbour.test'], status: 'open', ...lost };
  service = await startSampleService({
    engagement: false,
    updateReplaces: true,
    seeds: [{ project, findings: [{ id: 'f1', body }] }],
  });
  opened = await openWindow(browser, { width: 1280, height: 800 });
  const { page } = opened;
  await connectVault(page, service, project);
  await callFrom(page, 'sync.run', { projects: [project] });
  await callFrom(page, 'finding.edit', { id: 'f1', changes: { title: 'Session outlives sign-out' } });
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.reload();
  await page.getByRole('main').waitFor();
});

afterAll(async () => {
  await opened.close();
  await service.close();
  await browser.close();
});

test('what was emptied is shown as text, asked field by field, and nothing of it is given up by itself', async () => {
  const { page } = opened;
  await page.getByRole('contentinfo').getByRole('button', { name: 'edits are stopped' }).click();
  const dialog = page.getByRole('dialog');
  const row = dialog.getByRole('row').filter({ hasText: 'Requests' });
  expect(await row.getByRole('cell').first().innerText()).toBe(
    'Request 1\nGET /logout HTTP/1.1\nHost: app.harbour.test\n\nResponse 1\nHTTP/1.1 200 OK',
  );
  const whole = dialog.getByRole('region', { name: 'Description, what was in it' });
  const cut = await dialog.getByText('Last words.').count();
  await dialog.getByRole('button', { name: 'Show all: Description, what was in it' }).click();
  await eventually(() => whole.textContent()).toBe(lost.description);
  expect(cut).toBe(0);
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Decide field by field' }).click();
  await page.getByText('Your edit emptied this on the service.').waitFor();
  await eventually(() => page.getByText(/^\d+ of \d+ to decide$/).innerText()).toBe('3 of 3 to decide');
  expect([
    await page.getByText('not on the service').count(),
    await page.getByText('removed by them').count(),
  ]).toEqual([2, 0]);
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Shift+M');
  await page.getByText('Everything is decided').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'No conflicts' }).waitFor();
  await callFrom(page, 'connection.adjust', { profile: { updateSends: 'all-fields' } });
  await callFrom(page, 'sync.run', { projects: [project] });
  expect(service.finding('f1')).toMatchObject({ ...lost, title: 'Session outlives sign-out' });
  expect(opened.complaints).toEqual([]);
});
