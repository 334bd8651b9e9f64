import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '#contract/ports.ts';
import { serve, type LocalServer } from '#web/serve.ts';
import { patienceMs } from '../../support/patience.ts';
import { eventually, launchBrowser, listen } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { openFinding, passphrase, remembered, unlock } from '../support/day.ts';

/*
 * A window that locks while somebody is in the middle of a sentence. The server runs in this process, so that the
 * fifteen minutes in which nobody is there pass at once.
 */

const secret = 'the administrator password is in the footer';
const minute = 60_000;

let browser: Browser;
let server: LocalServer;
let page: Page;
let project = '';
let complaints: readonly string[];
const folder = mkdtempSync(join(tmpdir(), 'dossier-lock-'));
const clock = handClock();

beforeAll(async () => {
  browser = await launchBrowser();
  server = await serve({
    home: join(folder, 'home'),
    version: '1.0.0',
    passphrase: null,
    showRecoveryCode: null,
    token: null,
    tell: () => undefined,
    debug: false,
    clock,
    port: 0,
  });
  const url = new URL(server.newAddress());
  const context = await browser.newContext({ viewport: { width: 1500, height: 800 } });
  context.setDefaultTimeout(patienceMs);
  page = await context.newPage();
  complaints = listen(page, url);
  await page.goto(url.href);
  await callFrom(page, 'home.create', { passphrase });
  [project = ''] = (await callFrom(page, 'sample.open', {})).projects;
  await callFrom(page, 'finding.create', {
    project,
    records: [
      { title: 'A sentence', asset: ['portal.example.test'], severity: 'low', description: 'Begun. ' },
    ],
  });
  await page.reload();
});

afterAll(async () => {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  expect(complaints).toEqual([]);
});

/** Time that a test lets pass. The gateway alone lives by it: the host behind it has its own. */
function handClock(): Clock & { pass(ms: number): void } {
  let now = 1_750_000_000_000;
  const sleepers = new Map<() => void, number>();
  return {
    awakeMs: () => now,
    uptimeMs: () => now,
    wallMs: () => now,
    bootId: () => 'boot',
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(wake);
          resolve();
        };
        if (signal?.aborted === true) return wake();
        sleepers.set(wake, now + ms);
        signal?.addEventListener('abort', wake, { once: true });
      }),
    pass(ms) {
      now += ms;
      for (const [wake, until] of sleepers) if (until <= now) wake();
    },
  };
}

const text = () => page.getByRole('textbox', { name: 'Description, Markdown' });
const lines = () => text().locator('.cm-line').allTextContents();

/** Everything of the page that somebody who sits down before it could read or dig out. */
async function readable(): Promise<string> {
  const inPage = await page.evaluate(async () => {
    return JSON.stringify([
      document.title,
      document.documentElement.outerHTML,
      [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
      getSelection()?.toString(),
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      location.href,
      window.name,
      await indexedDB.databases(),
      await caches.keys(),
    ]);
  });
  return inPage + (await page.locator('body').ariaSnapshot());
}

/** What of the desk is still there to be read. */
async function left(): Promise<string[]> {
  const all = await readable();
  const words = ['A sentence', 'Begun', secret, 'portal.example.test', 'injection', 'marked as read.'];
  return [...words, 'already read.'].filter((text) => all.includes(text));
}

/** The description as the store has it. */
async function stored(): Promise<unknown> {
  const [row] = (await callFrom(page, 'finding.list', { project, query: '"A sentence"' })).rows;
  return (await callFrom(page, 'finding.open', { id: row?.id ?? '' })).effective['description'];
}

describe('a window that is locked', () => {
  it('holds nothing of the findings, and gives back what was typed in the last moment', async () => {
    await openFinding(page, 'A sentence');
    await remembered(page);
    await page.getByRole('button', { name: 'Mark as read', exact: true }).click();
    await page.getByText(/marked as read\.|already read\./).waitFor();
    const before = await left();
    await text().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(secret);
    // As another window does it: this one has no time to save.
    await callFrom(page, 'home.lock', {});
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    expect([before.length > 4, await left()]).toEqual([true, []]);
    await unlock(page);
    await eventually(lines).toEqual([`Begun. ${secret}`]);
    await eventually(stored).toBe(`Begun. ${secret}`);
  });

  it('locks by itself when nobody was there for fifteen minutes, in the middle of a word too', async () => {
    await text().click();
    await page.keyboard.press('Control+End');
    clock.pass(14 * minute);
    await page.keyboard.insertText(', or was');
    clock.pass(2 * minute);
    await page.getByRole('heading', { name: 'Locked' }).waitFor();
    expect(await left()).toEqual([]);
    await unlock(page);
    await eventually(lines).toEqual([`Begun. ${secret}, or was`]);
    await eventually(stored).toBe(`Begun. ${secret}, or was`);
  });
});
