import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { openDesk, project, type Desk } from '../../cli/support/desk.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';

/* The window over a vault whose store was emptied and rescued. */

let browser: Browser;
let desk: Desk;

beforeAll(async () => {
  browser = await launchBrowser();
  // A few findings: the rescue of many takes its time on a busy machine, and is held elsewhere.
  const findings = ['First', 'Second'].map((title, at) => ({
    id: `f${String(at)}`,
    body: { title, asset: ['portal.example.test'], severity: 'medium', status: 'open', description: '' },
  }));
  desk = await openDesk({ engagement: false, seeds: [{ project, findings }] });
  const stores = join(desk.home, 'stores');
  truncateSync(join(stores, readdirSync(stores)[0] ?? '', 'store.db'), 0);
});

afterAll(async () => {
  await desk.clear();
  await browser.close();
});

/** Looks at the window of a new start, once its findings are shown. */
async function atStart<T>(look: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = await openWindow(browser, { home: desk.home });
  try {
    await opened.page.getByRole('row').nth(1).waitFor();
    return await look(opened);
  } finally {
    await opened.close();
  }
}

test('a rescue is told at each start until it is acknowledged, and then never again', async () => {
  const sentence = await atStart(async ({ page }) => {
    const [notice] = await callFrom(page, 'notice.list', {});
    const [first = ''] = notice?.sentences ?? [];
    await page.getByText(first).waitFor();
    return first;
  });
  expect(sentence).not.toBe('');
  await atStart(async ({ page }) => {
    const told = page.getByText(sentence);
    await told.waitFor();
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await told.waitFor({ state: 'detached' });
    await eventually(() => callFrom(page, 'notice.list', {})).toEqual([]);
  });
  await atStart(async ({ page }) => {
    expect(await callFrom(page, 'notice.list', {})).toEqual([]);
    expect((await callFrom(page, 'finding.list', { project })).rows.length).toBeGreaterThan(0);
    expect(await page.getByText(sentence).count()).toBe(0);
  });
}, 120_000);
