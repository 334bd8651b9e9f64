import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { startServing, type Serving } from '../../web/support.ts';
import { patienceMs } from '../../support/patience.ts';
import { slowDown } from './slow-calls.ts';

/*
 * The window as a person meets it: the real program in a process of its own, a real browser before it, a home that
 * nobody used before. Whatever the page complains about is kept, and `complaints` is to be empty at the end.
 */

/** Expects something of what a page shows, as soon as it shows it. */
export function eventually<T>(look: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(look, { interval: 30 });
}

/** Waits until a dialog has come into its place: hands as quick as a test's would meet it while it moves. */
export async function inPlace(dialog: Locator): Promise<void> {
  await dialog.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)));
}

/** One browser for all files of tests: it starts in a second, a page in it in a tenth. */
export { borrowChromium as launchBrowser } from '../../support/chromium.ts';

export interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly home: string;
  /** Errors on the console, errors of scripts, what the content security policy refused, requests to elsewhere. */
  readonly complaints: readonly string[];
  readonly serving: Serving;
  /** When the program was started, as `performance.now` counts. */
  readonly startedAtMs: number;
  /** Ends the program and gives the page's folder back. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** A home that is there already; it is then left where it is. */
  readonly home?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  /** The tab is there before the program, as that of a browser which a user uses; else it is a new window of the browser. */
  readonly tabFirst?: boolean;
}

/** Starts `dossier serve` and opens its page through the one-time address. */
export async function openWindow(browser: Browser, options: OpenOptions = {}): Promise<Opened> {
  const home = options.home ?? join(mkdtempSync(join(tmpdir(), 'dossier-e2e-')), 'home');
  const early = options.tabFirst === true ? await newTab(browser, options) : null;
  const startedAtMs = performance.now();
  const serving = await startServing(home, options.env === undefined ? {} : { env: options.env });
  const page = early ?? (await newTab(browser, options));
  const context = page.context();
  const complaints = listen(page, serving.url);
  await page.goto(serving.url.href);
  return {
    page,
    context,
    home,
    complaints,
    serving,
    startedAtMs,
    async close() {
      await context.close();
      await serving.stop();
      if (options.home === undefined) rmSync(join(home, '..'), { recursive: true, force: true });
    },
  };
}

async function newTab(browser: Browser, { width, height, theme }: OpenOptions): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: width ?? 1280, height: height ?? 800 },
    colorScheme: theme ?? 'light',
    locale: 'en-GB',
    permissions: [],
  });
  context.setDefaultTimeout(patienceMs);
  await slowDown(context);
  return context.newPage();
}

/** Notes everything that a page should never do. @param url where the page comes from */
export function listen(page: Page, url: URL): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(`${error.message}\n${error.stack ?? ''}`));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const target = new URL(request.url());
    if (target.protocol !== 'blob:' && target.host !== url.host) complaints.push(`request: ${request.url()}`);
  });
  return complaints;
}
