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

  /** Controls of a part of the page by name; those that can be used. */
  const usable = (part: string): Promise<string[]> =>
    opened.page
      .locator(part)
      .evaluate((root) =>
        [...root.querySelectorAll<HTMLElement>('button, input, select, textarea')]
          .filter((one) => one.checkVisibility() && !one.matches(':disabled'))
          .map((one) => (one.ariaLabel ?? one.textContent).trim().replace(/\s+/gu, ' ')),
      );

  test('takes no comment, and says why', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: /^Comments/ }).click();
    const field = page.getByRole('textbox', { name: 'New comment' });
    await field.waitFor();
    expect([
      await field.isDisabled(),
      await page.locator('fieldset').filter({ has: field }).getAttribute('title'),
    ]).toEqual([true, expect.stringContaining('Read-only vault: nothing can be changed here.')]);
    expect(await usable('aside[aria-label=Comments]')).toEqual([]);
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Escape');
  });

  test('shows facts and texts of the engagement without a control that would write', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Engagement', exact: true }).click();
    await page.getByText('Read-only vault: nothing can be changed here.').waitFor();
    const texts = page.getByRole('textbox', { name: /, Markdown$/ });
    await texts.first().waitFor();
    const editable = await texts.evaluateAll((all) =>
      all.filter((text) => text.getAttribute('aria-readonly') !== 'true').map((text) => text.ariaLabel),
    );
    expect([editable, await usable('[aria-label="What the report says of the engagement"]')]).toEqual([
      [],
      expect.not.arrayContaining([expect.stringMatching(/^Add|^Bold|^Remove:/)]),
    ]);
    expect([await barriers(page), opened.complaints]).toEqual([[], []]);
  });

  test('offers in its settings what only reads', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const nav = page.getByRole('navigation', { name: 'Settings' });
    const off = [true, []];
    const expected: Readonly<Record<string, unknown>> = {
      ...{ Connection: off, Sending: off, Network: off, Account: off, Security: off, Appearance: off },
      ...{ 'Service profile': [true, ['Save as a file']], 'Dates and numbers': off, Spelling: off },
      ...{ Snippets: off, Keyboard: off, Storage: off, 'Remove engagement': off },
      ...{ Updates: [false, []], Diagnostics: [false, ['Collect']] },
    };
    await nav.getByRole('button').first().waitFor();
    const sections = (await nav.getByRole('button').allInnerTexts()).map((section) => section.trim());
    expect(sections.toSorted()).toEqual(Object.keys(expected).toSorted());
    const panel = page.locator('.settings .panel');
    const told = panel.getByText('Read-only vault: nothing can be changed here.');
    for (const section of sections) {
      await nav.getByRole('button', { name: section, exact: true }).click();
      await eventually(async () => [(await told.count()) > 0, await usable('.settings .panel')]).toEqual(
        expected[section],
      );
    }
    expect([await barriers(page), opened.complaints]).toEqual([[], []]);
  });
});
