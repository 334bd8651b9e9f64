import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, openFinding, project, type Day } from '../support/day.ts';
import { give, painted } from '../support/pictures.ts';

/*
 * The ten most frequent acts, by keys alone. The table in `docs/develop/window-rules.md` says which keys each takes: it is read here,
 * and every act is played and must have its effect with these and no other.
 */

let browser: Browser;
let day: Day;
let page: Page;
/** What was pressed since the act began: keys with those that are held meanwhile, and … for words that are typed. */
let pressed: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['Login bypass', 'Path traversal', 'Weak cipher'], ['Proposed by an AI']);
  ({ page } = day);
  await page.getByRole('row').nth(3).waitFor();
});

afterAll(async () => {
  expect(day.complaints).toEqual([]);
  await day.end();
  await browser.close();
});

beforeEach(async () => {
  // A finding is left once it is saved: before, the next keys would be typed into it.
  await eventually(async () => {
    await page.keyboard.press('Escape');
    return page.locator('.editor, dialog').count();
  }).toBe(0);
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await page.getByRole('row').nth(3).waitFor();
  pressed = [];
});

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    pressed.push(`\`${key}\``);
  }
}

async function type(words: string): Promise<void> {
  await page.keyboard.type(words);
  pressed.push('…');
}

const rows = async (query: string): Promise<readonly string[]> =>
  (await callFrom(page, 'finding.list', { project, query })).rows.map(({ title }) => title);
const description = () => page.getByRole('textbox', { name: 'Description, Markdown' });
const written = () => description().innerText();
const title = () => page.locator('.editor').getByLabel('Title', { exact: true });

/** The keys and their number that the table has for an act. */
function told(act: string): { readonly keys: string; readonly now: number } {
  const text = readFileSync(new URL('../../../docs/develop/window-rules.md', import.meta.url), 'utf8');
  const [, , keys = '', now = ''] = (
    text.split('\n').find((line) => line.startsWith(`| ${act} |`)) ?? ''
  ).split('|');
  return { keys: keys.trim(), now: Number(now) };
}

function expectAsTold(act: string): void {
  const now = pressed.filter((key) => key !== '…').length;
  expect({ keys: pressed.join(' '), now }).toEqual(told(act));
}

async function inDescription(finding: string): Promise<void> {
  await openFinding(page, finding);
  await description().click();
  await page.keyboard.press('Control+End');
}

test('severity in the list', async () => {
  await page.keyboard.press('l');
  await page.keyboard.press('Home');
  await press('v');
  await page.getByRole('dialog').waitFor();
  await type('critical');
  await press('Enter');
  await eventually(() => rows('severity:critical')).toHaveLength(1);
  expectAsTold('Severity in the list');
});

test('status in the editor', async () => {
  await openFinding(page, 'Weak cipher');
  await description().waitFor();
  await press('e', 'Tab', 'Tab');
  await type('closed');
  await eventually(() => rows('status:closed')).toEqual(['Weak cipher']);
  expectAsTold('Status in the editor');
});

test('next finding', async () => {
  await openFinding(page, 'Login bypass');
  await description().waitFor();
  await press('Alt+ArrowDown');
  await eventually(() => title().inputValue()).not.toBe('Login bypass');
  expectAsTold('Next finding');
});

test('new finding', async () => {
  await press('n');
  await page.getByRole('dialog').waitFor();
  await type('Directory listing');
  await press('Tab');
  await type('files.example.test');
  await press('Control+Enter');
  await eventually(() => title().inputValue()).toBe('Directory listing');
  expectAsTold('New finding');
});

test('screenshot with its caption', async () => {
  await inDescription('Path traversal');
  const bytes = painted(60, 40, () => [200, 30, 30]);
  await give(
    page,
    'paste',
    [{ name: 'shot.png', type: 'image/png', bytes }],
    '[data-place="description"] .cm-content',
  );
  pressed.push('`Control+v`');
  await eventually(written).toContain('![](evidence:shot.png)');
  await type('The file');
  await eventually(written).toContain('![The file](evidence:shot.png)');
  expectAsTold('Screenshot with its caption');
});

test('bold', async () => {
  await inDescription('Login bypass');
  await press('Control+b');
  await type('never');
  await press('Control+b');
  await page.keyboard.type(' on');
  await eventually(written).toContain('**never** on');
  expectAsTold('A bold word');
});

test('open by name', async () => {
  await press('Control+k');
  await page.getByRole('dialog').waitFor();
  await type('path trav');
  await page
    .getByRole('option', { name: /Path traversal/u })
    .first()
    .waitFor();
  await press('Enter');
  await eventually(() => title().inputValue()).toBe('Path traversal');
  expectAsTold('Open by name');
});

test('reject a candidate', async () => {
  await press('g', 'r');
  await page.getByRole('article').waitFor();
  await press('r');
  await eventually(() => rows('is:queued is:candidate')).toHaveLength(1);
  expectAsTold('Reject a candidate');
});

test('send, with a look', async () => {
  await press('Shift+y');
  const review = page.getByRole('dialog', { name: 'Review changes before sending' });
  await review.getByRole('button', { name: /^Send \d/u }).waitFor();
  await press('Control+Enter');
  await eventually(() => day.service.finding('f2')?.['status']).toBe('closed');
  expectAsTold('Send, with a look at each');
});

test('export', async () => {
  await press('g', 'p');
  await page
    .getByRole('button', { name: /missing/u })
    .first()
    .waitFor();
  const download = page.waitForEvent('download');
  await press('x');
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/u);
  expectAsTold('Export as PDF');
});
