import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, openFinding, project, type Day } from '../support/day.ts';
import { syncByKey } from '../support/send.ts';

/* What the service makes of what was sent: another status, a finding that is gone. */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['Stays', 'Goes', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']);
  page = day.page;
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

const statusOf = (title: string): unknown =>
  day.service.findings(project).find((finding) => finding['title'] === title)?.['status'];

it('a draft that the service opens is told, and set to draft from its editor', async () => {
  const record = {
    title: 'Opened by policy',
    asset: ['portal.example.test'],
    severity: 'low',
    status: 'draft',
  };
  await callFrom(page, 'finding.create', { project, records: [record] });
  // The policy of this service: whatever is new is open.
  const opened = new Set<unknown>();
  day.service.setFaults(() => {
    const made = day.service.findings(project).find(({ title }) => title === record.title);
    if (made !== undefined && !opened.has(made['id'])) {
      opened.add(made['id']);
      day.service.edit(String(made['id']), { status: 'open' });
    }
    return undefined;
  });
  await syncByKey(page);
  await page.getByText(/the service set the status to Open, not Draft/).waitFor();
  await page.getByRole('row').filter({ hasText: record.title }).getByText('came back otherwise').waitFor();
  await openFinding(page, record.title);
  const barred = await barriers(page);
  await page.getByRole('button', { name: 'Set to Draft' }).click();
  await page.getByText(/The service set the status/).waitFor({ state: 'detached' });
  // In the editor the key would be a letter.
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Finding', exact: true }).waitFor({ state: 'detached' });
  await syncByKey(page);
  await eventually(() => Promise.resolve(statusOf(record.title))).toBe('draft');
  expect([barred, day.complaints]).toEqual([[], []]);
});

it('a finding that was deleted while it was edited is created again', async () => {
  await callFrom(page, 'finding.edit', { id: 'f1', changes: { title: 'Goes, with my words' } });
  await callFrom(page, 'comment.add', { id: 'f1', text: 'Mind the second host.' });
  day.service.remove('f1');
  await syncByKey(page);
  await page.getByText(/1 finding in conflict/).waitFor();
  await openFinding(page, 'Goes, with my words');
  await page
    .getByRole('region', { name: 'Finding', exact: true })
    .getByRole('button', { name: 'Resolve', exact: true })
    .click();
  await page.getByText('The finding was deleted on the service, or your account').waitFor();
  await page.getByRole('button', { name: 'Create again' }).click();
  await page.getByText('1 finding created again. Sent at the next sync.').waitFor();
  await syncByKey(page);
  await eventually(() => Promise.resolve(statusOf('Goes, with my words'))).toBe('open');
  const comments = await callFrom(page, 'comment.list', { id: 'f1' });
  expect([comments.map(({ text }) => text), day.complaints]).toEqual([['Mind the second host.'], []]);
});

it('what is held back says so in its row', async () => {
  await callFrom(page, 'finding.edit', { id: 'f0', changes: { severity: 'low' } });
  await callFrom(page, 'finding.hold', { ids: ['f0'], held: true });
  await page.keyboard.press('Escape');
  await page
    .getByRole('navigation', { name: 'Lists' })
    .getByRole('button', { name: /^With pending/ })
    .click();
  await page.getByRole('row').filter({ hasText: 'Stays' }).getByText('Held back').waitFor();
  await page.getByLabel('Status bar').getByText('1 finding pending, 1 held back').waitFor();
});
