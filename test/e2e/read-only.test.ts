import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { openDesk, project, type Desk } from '../cli/support/desk.ts';
import { canMakeReadOnly, makeReadOnly } from '../support/disk.ts';
import { barriers } from './support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from './support/browser.ts';
import { callFrom } from './support/calls.ts';

/* The window over a vault that the system refuses to write. */

describe.skipIf(!canMakeReadOnly)('the window of a read-only vault', () => {
  let browser: Browser;
  let desk: Desk;
  let opened: Opened;
  let unlock = (): void => undefined;

  beforeAll(async () => {
    browser = await launchBrowser();
    desk = await openDesk();
    unlock = makeReadOnly(desk.home);
    opened = await openWindow(browser, { home: desk.home, width: 1280, height: 800 });
  });
  afterAll(async () => {
    await opened.close();
    unlock();
    await desk.clear();
    await browser.close();
  });

  test('says so in its status bar, shows the findings, and tells why an edit is refused', async () => {
    const { page } = opened;
    const status = page.getByRole('contentinfo');
    await status.getByText('Read-only vault').waitFor();
    const [row] = (await callFrom(page, 'finding.list', { project })).rows;
    await page
      .getByText(row?.title ?? '')
      .first()
      .waitFor();
    expect(await status.getByRole('button', { name: 'Sync', exact: true }).isDisabled()).toBe(true);
    await expect(
      callFrom(page, 'finding.edit', { id: row?.id ?? '', changes: { title: 'x' } }),
    ).rejects.toThrow(`${desk.home} is read-only`);
  });

  test('offers no control that would change a finding', async () => {
    const { page } = opened;
    const isOff = (name: string): Promise<boolean> =>
      page.getByRole('button', { name, exact: true }).first().isDisabled();
    await page.getByRole('row').nth(1).getByRole('gridcell').first().click();
    await page.getByText(/1 finding selected/).waitFor();
    expect([await isOff('New'), await isOff('Status'), await isOff('Mark as read')]).toEqual([
      true,
      true,
      false,
    ]);
    await page.getByRole('row').nth(1).dblclick();
    await page.getByLabel('Title', { exact: true }).waitFor();
    const fields = ['Title', 'Severity', 'Status'].map((name) => page.getByLabel(name, { exact: true }));
    expect(await Promise.all(fields.map((field) => field.isDisabled()))).toEqual([true, true, true]);
    await eventually(() =>
      page.getByRole('textbox', { name: /^Description, / }).getAttribute('aria-readonly'),
    ).toBe('true');
    await page.getByText('Read-only vault').waitFor();
    expect([await barriers(page), opened.complaints]).toEqual([[], []]);
  });
});
