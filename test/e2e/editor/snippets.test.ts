import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, openFinding, project, type Day } from '../support/day.ts';

/* Texts of the user's own, written once in the settings and inserted into findings. */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['Open redirect']);
  page = day.page;
  await page.getByRole('row').filter({ hasText: 'Open redirect' }).waitFor();
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

const source = () => page.getByRole('textbox', { name: 'Description, Markdown' });
const dialog = () => page.getByRole('dialog');
const saved = async (): Promise<unknown> => (await callFrom(page, 'setting.read', {})).snippets?.list;

it('is written in the settings, which the menu of a text leads to', async () => {
  await openFinding(page, 'Open redirect');
  await source().click();
  await page.getByRole('button', { name: 'Insert snippet into Description' }).click();
  await page.getByRole('menuitem', { name: 'Manage snippets…' }).click();
  await page.getByText('No snippets yet.').waitFor();
  await page.getByRole('button', { name: 'Add snippet' }).click();
  await dialog().getByLabel('Name').fill('Impact');
  await dialog().getByLabel('Text, Markdown').fill('Anyone can abuse {{asset}}: {{cursor}}.');
  const found = await barriers(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog().getByRole('button', { name: 'Save snippet' }).click();
  await page.getByRole('list', { name: 'Snippets' }).getByText('Impact').waitFor();
  await eventually(saved).toEqual([{ name: 'Impact', text: 'Anyone can abuse {{asset}}: {{cursor}}.' }]);
  found.push(...(await barriers(page)));
  expect([found, day.complaints]).toEqual([[], []]);
});

it('goes into a text by its key, filled from the finding, with the cursor at its place', async () => {
  await page.getByRole('button', { name: 'Findings', exact: true }).click();
  await openFinding(page, 'Open redirect');
  await source().press('Control+End');
  await source().press('Enter');
  await source().press('Control+Alt+p');
  const line = page.getByRole('menuitem', { name: 'Impact' });
  await eventually(() => line.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await eventually(() => source().evaluate((field) => field.matches(':focus'))).toBe(true);
  await page.keyboard.type('at once');
  const { rows } = await callFrom(page, 'finding.list', { project, query: 'title:"Open redirect"' });
  const id = rows[0]?.id ?? '';
  await eventually(
    async () => (await callFrom(page, 'finding.get', { id })).effective['description'],
  ).toMatch(/Anyone can abuse [\w.]+: at once\.$/u);
  expect(day.complaints).toEqual([]);
});

describe('a slash with the name of a snippet', () => {
  const menu = () => page.getByRole('listbox', { name: 'Snippets' });
  const option = () => menu().getByRole('option', { name: 'Impact' });
  const written = () =>
    source().evaluate((content) =>
      [...content.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
    );
  /** Has the description say this, with the cursor at its end. */
  async function write(said: string): Promise<void> {
    await source().press('Control+a');
    await page.keyboard.insertText(said);
    await eventually(written).toBe(said);
  }

  it('opens a menu in which Enter inserts the active one, as one step of the undo history', async () => {
    await write('For all. ');
    await page.keyboard.type('/im');
    await eventually(() => option().getAttribute('aria-selected')).toBe('true');
    const found = await barriers(page);
    const named = await source().evaluate((content) => content.getAttribute('aria-activedescendant'));
    expect([found, named]).toEqual([[], await option().getAttribute('id')]);
    await page.keyboard.press('Enter');
    await eventually(written).toMatch(/^For all\. Anyone can abuse [\w.]+: \.$/u);
    await menu().waitFor({ state: 'hidden' });
    // At once: letters that come slowly are a step of the undo history each.
    await page.keyboard.insertText('now');
    await eventually(written).toMatch(/: now\.$/u);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await eventually(written).toBe('For all. /im');
  });

  it('keeps Enter for a new line after the slash alone; arrows or the mouse choose then', async () => {
    await write('');
    await page.keyboard.type('/');
    await option().waitFor();
    expect(await option().getAttribute('aria-selected')).toBe('false');
    await page.keyboard.press('Enter');
    await eventually(written).toBe('/\n');
    await menu().waitFor({ state: 'hidden' });
    await page.keyboard.type('/');
    await option().waitFor();
    await page.keyboard.press('ArrowDown');
    await eventually(() => option().getAttribute('aria-selected')).toBe('true');
    await option().click();
    await eventually(written).toMatch(/^\/\nAnyone can abuse/u);
    await eventually(() => source().evaluate((field) => field.matches(':focus'))).toBe(true);
  });

  it('is closed by Escape without anything else, and stays closed for this word', async () => {
    await write('');
    await page.keyboard.type('/i');
    await option().waitFor();
    await page.keyboard.press('Escape');
    await menu().waitFor({ state: 'hidden' });
    expect(await source().evaluate((field) => field.matches(':focus'))).toBe(true);
    await page.keyboard.type('m');
    await page.keyboard.press('Enter');
    await eventually(written).toBe('/im\n');
    expect(await menu().isVisible()).toBe(false);
  });

  it('is not offered in paths, addresses and code, nor if none has that name', async () => {
    for (const typed of ['/etc/passwd', 'https://a.test/im', '```\n/im', '/impact-of-all/im', '`a /im']) {
      await write('');
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await page.keyboard.type('x');
      await eventually(written).toBe(`${typed}\nx`);
    }
    expect(await menu().isVisible()).toBe(false);
    expect(day.complaints).toEqual([]);
  });
});

it('is removed, which can be undone, and a name is given once', async () => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a command, a finding, a list' }).fill('manage snippets');
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Snippets' });
  await page.getByRole('button', { name: 'Remove Impact' }).click();
  await list.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await list.getByText('Impact').waitFor();
  await page.getByRole('button', { name: 'Add snippet' }).click();
  await dialog().getByLabel('Name').fill('Impact');
  await dialog().getByText('Another snippet has this name.').waitFor();
  expect(await dialog().getByRole('button', { name: 'Save snippet' }).isDisabled()).toBe(true);
  expect(day.complaints).toEqual([]);
});
