import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { barriers } from './support/axe.ts';

/* The site of `npm run docs` in a browser: from a server, and from its folder. */

const root = join(import.meta.dirname, '..', '..');
const types = new Map([
  ['.html', 'text/html'],
  ['.css', 'text/css'],
  ['.js', 'text/javascript'],
  ['.png', 'image/png'],
  ['.ttf', 'font/ttf'],
]);
/** The longest page, and the last of its parts. */
const use = join(root, 'docs', 'use');
const [longest = ''] = readdirSync(use)
  .filter((name) => name.endsWith('.md'))
  .toSorted((one, other) => statSync(join(use, other)).size - statSync(join(use, one)).size);
const address = longest.replace(/\.md$/, '.html');
const [, part = ''] = [...readFileSync(join(use, longest), 'utf8').matchAll(/^## ([\w ]+)$/gm)].at(-1) ?? [];

const out = mkdtempSync(join(tmpdir(), 'dossier-docs-'));
const server = createServer(({ url = '' }, response) => {
  try {
    const file = readFileSync(join(out, new URL(url, 'http://a.test').pathname));
    response.setHeader('content-type', types.get(extname(url)) ?? 'text/plain').end(file);
  } catch {
    response.writeHead(404).end();
  }
});
let browser: Browser;
let origin: string;

beforeAll(async () => {
  const built = spawnSync(
    process.execPath,
    ['node_modules/@11ty/eleventy/cmd.cjs', '--config=docs/site/eleventy.config.js', `--output=${out}`],
    { cwd: root, encoding: 'utf8' },
  );
  expect([built.status, built.stderr]).toEqual([0, '']);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  server.close();
  rmSync(out, { recursive: true, force: true });
});

/** Opens a page, and notes what it asks for elsewhere and what fails. */
async function open(
  address: string,
  scheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; trouble: string[] }> {
  const page = await browser.newPage({ colorScheme: scheme, viewport: { width: 1_280, height: 800 } });
  const trouble: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL('.', address).href)) trouble.push(request.url());
  });
  page.on('response', (response) => {
    if (!response.ok() && !response.url().startsWith('file:')) trouble.push(`no ${response.url()}`);
  });
  page.on('console', (message) => trouble.push(message.text()));
  page.on('pageerror', (error) => trouble.push(error.message));
  await page.goto(address);
  return { page, trouble };
}

test.each(['a server', 'its folder'])(
  'from %s, a search leads to the section that has the words',
  async (from) => {
    const base = from === 'a server' ? origin : `file://${out}`;
    const [start = ''] = readdirSync(out).filter((name) => name.endsWith('.html') && name !== address);
    const { page, trouble } = await open(`${base}/${start}`);
    await page.keyboard.press('/');
    await page.keyboard.type(part);
    await page.locator('#results a', { hasText: part }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${base}/${address}#${part.toLowerCase().replaceAll(' ', '-')}`);
    expect(await page.locator('h2', { hasText: part }).first().isVisible()).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('zzzz');
    expect(await page.locator('#found').textContent()).toBe('Nothing found');
    await page.keyboard.press('Escape');
    expect(await page.locator('#pages').isVisible()).toBe(true);
    expect(trouble).toEqual([]);
    await page.close();
  },
);

test('looks as the system does, light and dark, in its own fonts, and axe finds nothing', async () => {
  const grounds: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    const { page, trouble } = await open(`${origin}/${address}`, scheme);
    await page.evaluate(async () => document.fonts.ready);
    expect(await page.evaluate(() => document.fonts.check('600 15px "IBM Plex Sans"'))).toBe(true);
    grounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    expect(await barriers(page)).toEqual([]);
    expect(trouble).toEqual([]);
    await page.close();
  }
  expect(new Set(grounds).size).toBe(2);
});
