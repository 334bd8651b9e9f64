import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { openSample } from '../support/calls.ts';

/*
 * Escape goes back one step, for what can be open over the list and in a finding. Dialogs and screens:
 * `keys-everywhere.test.ts`.
 */

let browser: Browser;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser, { width: 1500, height: 950 });
  ({ page } = opened);
  await openSample(page);
  await page.getByRole('row').nth(3).waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

const query = (): Locator => page.getByRole('combobox', { name: 'Query', exact: true });
const title = (): Locator => page.getByLabel('Title', { exact: true });
const text = (): Locator => page.getByRole('textbox', { name: 'Description, Markdown', exact: true });
const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** What is open, in words; the innermost comes last. */
function standing(): Promise<string> {
  return page.evaluate(() => {
    const seen = (selector: string): boolean =>
      [...document.querySelectorAll(selector)].some((one) => one.checkVisibility());
    const at = document.activeElement;
    const inField =
      at?.matches('input:not([type=checkbox]):not([type=radio]), textarea') === true ? 'a field' : null;
    const selection = document.querySelectorAll('[role=row][aria-selected=true]').length;
    const parts = [
      document.querySelector<HTMLInputElement>('[aria-label=Query]')?.value === '' ? null : 'a query',
      selection > 1 ? 'a selection' : null,
      seen('section[data-finding]') ? 'a finding' : null,
      document.querySelector('[aria-label="Show the list (F9)"]') === null ? null : 'alone',
      seen('[data-history]') ? 'its history' : null,
      seen('[aria-label^="Find in"]') ? 'find' : null,
      [...document.querySelectorAll('button[aria-expanded=true]')].some(
        ({ textContent }) => textContent.trim() === 'Calculator',
      )
        ? 'calculator'
        : null,
      inField,
      seen('[role=listbox][aria-label=Results], [role=listbox][aria-label=Completions]') ? 'offers' : null,
      seen('[role=menu]:popover-open') ? 'a menu' : null,
      // An editor has a tree of its own.
      [...document.querySelectorAll('*')].some(
        (one) => one.shadowRoot?.querySelector('[role=listbox] [role=option]')?.checkVisibility() === true,
      )
        ? 'a list'
        : null,
      seen('dialog[open]') ? 'a dialog' : null,
    ];
    return parts.filter((part) => part !== null).join(', ');
  });
}

async function openFinding(): Promise<void> {
  await page.getByRole('row').filter({ hasText: 'Password reset poisoning' }).dblclick();
  await text().waitFor();
}

/** State, how it comes about, and what stands before and after each Escape. */
const table: readonly (readonly [string, () => Promise<void>, readonly string[]])[] = [
  [
    'words of a query with completions',
    async () => {
      await query().click();
      await page.keyboard.type('sev');
    },
    ['a query, a field, offers', 'a query, a field', 'a query', 'a query'],
  ],
  [
    'several selected findings beside an open one',
    async () => {
      await openFinding();
      // A key that comes while the finding is still being opened is for the list.
      await eventually(async () => {
        await press('Escape');
        return title().count();
      }).toBe(0);
      await press('Control+a');
    },
    ['a selection', '', ''],
  ],
  ['the menu of a row', () => page.getByRole('row').nth(2).click({ button: 'right' }), ['a menu', '', '']],
  ['the menu of columns', () => page.getByRole('button', { name: 'Columns' }).click(), ['a menu', '', '']],
  [
    'a finding with the keys in a field',
    async () => {
      await openFinding();
      await title().focus();
    },
    ['a finding, a field', ''],
  ],
  [
    'what fits into a field',
    async () => {
      await openFinding();
      await page.getByLabel('CWE', { exact: true }).first().fill('forgery');
    },
    ['a finding, a field, offers', 'a finding, a field', 'a finding, a field', ''],
  ],
  [
    'an asset that is being typed',
    async () => {
      await openFinding();
      await page
        .locator('.editor input')
        .and(page.getByLabel('Assets', { exact: true }))
        .click();
      await page.keyboard.type('abc');
    },
    // What is typed, what is opened, the finding.
    ['a finding, a field', 'a finding, a field', 'a finding, a field', ''],
  ],
  [
    'the dialog of a field',
    async () => {
      await openFinding();
      await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Custom…' });
      await page.getByRole('dialog').getByLabel('Value').focus();
    },
    ['a finding, a field, a dialog', 'a finding', ''],
  ],
  [
    'the calculator of a score',
    async () => {
      await openFinding();
      await page.getByLabel('CVSS', { exact: true }).focus();
      await page.getByRole('button', { name: 'Calculator' }).click();
      await press('Tab');
    },
    ['a finding, calculator', 'a finding', 'a finding, a field', ''],
  ],
  [
    'the history of a finding',
    async () => {
      await openFinding();
      await page.getByRole('button', { name: 'History' }).click();
    },
    ['a finding, its history', 'a finding', ''],
  ],
  [
    'a finding in the room of the list',
    async () => {
      await openFinding();
      await page.getByRole('button', { name: 'Maximize (F9)' }).click();
    },
    ['a finding, alone', 'a finding', ''],
  ],
  [
    'the find bar of a text',
    async () => {
      await openFinding();
      await text().press('Control+f');
    },
    ['a finding, find, a field', 'a finding', ''],
  ],
  [
    'the menu of snippets',
    async () => {
      await openFinding();
      await text().click();
      await press('Control+Alt+p');
    },
    ['a finding, a menu', 'a finding', ''],
  ],
  [
    'the list of findings to link to',
    async () => {
      await openFinding();
      await text().click();
      await press('Control+Shift+k');
    },
    ['a finding, a list', 'a finding', ''],
  ],
];

test.each(table)('Escape goes back one step from %s', async (_state, open, steps) => {
  await query().fill('');
  await query().press('Enter');
  await eventually(standing).toBe('');
  await open();
  for (const [at, expected] of steps.entries()) {
    if (at > 0) await press('Escape');
    await eventually(standing).toBe(expected);
  }
  // Another Escape must have come of it too late to be seen above.
  expect(await standing()).toBe(steps.at(-1));
  expect(opened.complaints).toEqual([]);
});
