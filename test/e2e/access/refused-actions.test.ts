import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, openFinding, type Day } from '../support/day.ts';

/* What the service refused to this account is off in the window. */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['Weak passwords', 'Open port']);
  page = day.page;
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

afterEach(() => {
  expect(day.complaints).toEqual([]);
});

const dialog = () => page.getByRole('dialog');
const section = () => page.getByRole('region', { name: 'Assistant', exact: true });

it('what the service refused is greyed with the reason, by click and key, until it is tried again', async () => {
  const refused = ({ path }: { readonly path: string }) =>
    path.includes('/ai/') || path.endsWith('/otp/reset')
      ? ({ kind: 'status', status: 403, handled: false } as const)
      : undefined;
  day.service.setFaults(refused);
  const { op } = await callFrom(page, 'assistant.ask', { finding: 'f0', others: [] });
  await callFrom(page, 'assistant.confirm', { op });
  await callFrom(page, 'mfa.reset', {});
  await page.reload();
  await openFinding(page, 'Open port');
  const draft = section().getByRole('button', { name: 'Draft a demonstration…' });
  const reason = /^Your account may not do this in this engagement\. The service refused it on /;
  await section().getByText(reason).waitFor();
  expect([await draft.getAttribute('aria-disabled'), await draft.getAttribute('title')]).toEqual([
    'true',
    expect.stringMatching(reason),
  ]);
  expect(await barriers(page)).toEqual([]);
  await draft.focus();
  await page.keyboard.press('Enter');
  const again = page.getByLabel('Notifications').getByRole('button', { name: 'Try again' });
  await again.waitFor();
  expect(await dialog().count()).toBe(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a command, a finding, a list' }).fill('Account');
  await page.getByRole('option', { name: 'Account' }).first().click();
  await page.getByRole('heading', { name: 'Account', level: 3 }).waitFor();
  const reset = page.getByRole('button', { name: 'Reset…', exact: true });
  await eventually(() => reset.getAttribute('aria-disabled')).toBe('true');
  expect(await barriers(page)).toEqual([]);
  await page
    .getByRole('region', { name: 'Account', exact: true })
    .getByRole('button', { name: 'Try again' })
    .click();
  await eventually(() => reset.getAttribute('aria-disabled')).toBe(null);
  await reset.click();
  await dialog().waitFor();
});
