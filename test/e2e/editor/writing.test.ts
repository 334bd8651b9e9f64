import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';

/*
 * The writing aids of the long texts: toolbar, keys and palette, links to other findings.
 */

let browser: Browser;
let opened: Opened;
let page: Page;
let project = '';
/** The title of the finding that is open. */
let own = '';

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser, { width: 1500, height: 900 });
  ({ page } = opened);
  [project = ''] = await openSample(page);
  const { rows } = await callFrom(page, 'finding.list', { project, sort: 'title' });
  await page.getByRole('row').nth(3).waitFor();
  own = rows[2]?.title ?? '';
  await page.getByRole('row').filter({ hasText: own }).first().dblclick();
  await text().waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

afterEach(() => {
  expect(opened.complaints).toEqual([]);
});

const text = (label = 'Description'): Locator =>
  page.getByRole('textbox', { name: `${label}, Markdown`, exact: true });
const written = (label = 'Description'): Promise<string> =>
  text(label).evaluate((content) =>
    [...content.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );
const bar = (): Locator => page.getByRole('toolbar', { name: 'Format Description' });
const button = (name: string): Locator => bar().getByRole('button', { name });
/** The label of what has the keys; of a text inside its editor the label of the text. */
const focused = (): Promise<string | null> =>
  page.evaluate(() => {
    const host = document.activeElement;
    return (host?.shadowRoot?.activeElement ?? host)?.getAttribute('aria-label') ?? null;
  });

/** Has the description say this, with the keys in it, selected as a whole. */
async function write(said: string): Promise<void> {
  await text().press('ControlOrMeta+a');
  await page.keyboard.insertText(said);
  await eventually(written).toBe(said);
  await page.keyboard.press('ControlOrMeta+a');
}

describe('a link to another finding', () => {
  const list = (): Locator => page.getByRole('listbox', { name: 'Findings', exact: true });
  const preview = (): Locator => page.getByRole('group', { name: 'Description, as it reads' });

  it('is chosen by words of its title after [[, and opens the finding from the preview', async () => {
    const { rows } = await callFrom(page, 'finding.list', { project, sort: 'title' });
    const [other] = rows;
    const title = other?.title ?? '';
    await write('Same cause as ');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('[[');
    await list().getByRole('option').first().waitFor();
    expect(await list().getByRole('option', { name: own }).count()).toBe(0);
    await page.keyboard.type(title);
    const option = list().getByRole('option', { name: title });
    await eventually(() => option.getAttribute('aria-selected')).toBe('true');
    await eventually(() => option.innerText()).toContain(other?.asset[0] ?? '');
    const named = await text().evaluate((content) => content.getAttribute('aria-activedescendant'));
    expect([await barriers(page), named]).toEqual([[], await option.getAttribute('id')]);
    await page.keyboard.press('Enter');
    const link = `Same cause as [${title}](finding:${other?.id ?? ''})`;
    await eventually(written).toBe(link);
    await eventually(focused).toBe('Description, Markdown');
    await page.keyboard.type(' and more.');
    await eventually(written).toBe(`${link} and more.`);
    await preview().getByRole('link', { name: title }).click();
    await eventually(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe(title);
    await page.getByRole('row').filter({ hasText: own }).first().dblclick();
    await eventually(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe(own);
  });

  it('is begun by a key with the selected words, chosen with arrows and Tab, or with the mouse', async () => {
    await write('sql');
    await page.keyboard.press('ControlOrMeta+Shift+K');
    await eventually(written).toBe('[[sql');
    await eventually(() => list().getByRole('option').first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    const last = list().getByRole('option').last();
    await eventually(() => last.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Tab');
    await eventually(written).toMatch(/^\[[^\]]+\]\(finding:[^)]+\)$/u);
    await eventually(focused).toBe('Description, Markdown');
    await page.keyboard.type(' and ');
    await page.keyboard.press('ControlOrMeta+Shift+K');
    await list().getByRole('option').first().click();
    await eventually(written).toMatch(/^\[.+\) and \[.+\]\(finding:[^)]+\)$/u);
    await eventually(focused).toBe('Description, Markdown');
  });

  it('leaves the brackets if none is chosen, says if nothing matches, and is not offered in code', async () => {
    await write('See ');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('[[');
    await list().getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await list().waitFor({ state: 'hidden' });
    await eventually(written).toBe('See [[');
    await write('See ');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('[[zzzzz');
    await list().getByText('No finding matches').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await eventually(written).toBe('See [[zzzzz\n');
    await write('```\nif ');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('[[ -f x ]]');
    await eventually(written).toBe('```\nif [[ -f x ]]');
    expect(await list().isVisible()).toBe(false);
  });

  it('is named by the check if the report does not print the finding', async () => {
    await write('As in [the lost one](finding:never).');
    await page.getByLabel('Title', { exact: true }).focus();
    await eventually(async () => {
      const messages = await callFrom(page, 'report.check', { project });
      return messages.flatMap(({ code, message }) => (code === 'dead-link' ? [message] : []));
    }).toEqual([
      'The description links to "the lost one", a finding that is not in this report. Only the words are printed.',
    ]);
  });
});

describe('the toolbar and the keys of a text', () => {
  it('format what is selected, one step of the undo history each, and take the format away again', async () => {
    await write('Reset the password.');
    await page.keyboard.press('ControlOrMeta+b');
    await eventually(written).toBe('**Reset the password.**');
    await page.keyboard.press('ControlOrMeta+i');
    await eventually(written).toBe('***Reset the password.***');
    await page.keyboard.press('ControlOrMeta+z');
    await eventually(written).toBe('**Reset the password.**');
    await button('Bold (Ctrl+B)').click();
    await eventually(written).toBe('Reset the password.');
    // The keys are in the text after a press in the toolbar: what is typed replaces what is still selected.
    await page.keyboard.type('Renew it.');
    await eventually(written).toBe('Renew it.');
    await page.keyboard.press('ControlOrMeta+e');
    await eventually(written).toBe('Renew it.``');
  });

  it('step out of a format by its key, and take empty marks away by a second press', async () => {
    await write('x');
    await page.keyboard.type('A ');
    await page.keyboard.press('ControlOrMeta+b');
    await page.keyboard.type('bold');
    await page.keyboard.press('ControlOrMeta+b');
    await page.keyboard.type(' word, ');
    await page.keyboard.press('ControlOrMeta+e');
    await page.keyboard.type('id');
    await page.keyboard.press('ControlOrMeta+e');
    await page.keyboard.type(' and ');
    await page.keyboard.press('ControlOrMeta+i');
    await page.keyboard.press('ControlOrMeta+i');
    await page.keyboard.type('more.');
    await eventually(written).toBe('A **bold** word, `id` and more.');
  });

  it('end a list by Enter in its empty entry', async () => {
    await write('x');
    await page.keyboard.type('- one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Text.');
    await eventually(written).toBe('- one\n- two\n\nText.');
  });

  it('make a link of the selection by a key that opens the palette if nothing is selected', async () => {
    await write('the advisory');
    await page.keyboard.press('ControlOrMeta+k');
    await eventually(written).toBe('[the advisory](https://)');
    await page.keyboard.type('https://example.test/a');
    await eventually(written).toBe('[the advisory](https://example.test/a)');
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Find a command, a finding, a list' });
    await palette.getByRole('combobox').fill('numbered');
    await palette.getByRole('option', { name: 'Numbered list' }).waitFor();
    await page.keyboard.press('Enter');
    await eventually(written).toBe('1. [the advisory](https://example.test/a)');
    await eventually(focused).toBe('Description, Markdown');
  });

  it('make lists, quotes and a table of lines', async () => {
    await write('one\ntwo');
    await page.keyboard.press('ControlOrMeta+Shift+L');
    await eventually(written).toBe('- one\n- two');
    await page.keyboard.press('ControlOrMeta+Shift+Period');
    await eventually(written).toBe('> - one\n> - two');
    await page.keyboard.press('ControlOrMeta+Shift+M');
    await page.keyboard.type('Host');
    await eventually(written).toContain('> - two\n\n| Host | Column 2 | Column 3 |\n| --- | --- | --- |');
    const preview = page.getByRole('group', { name: 'Description, as it reads' });
    await preview.getByRole('columnheader', { name: 'Host' }).waitFor();
  });

  it('are one toolbar for all texts, to which a key leads, arrows in it, and Escape back', async () => {
    const toolbar = page.locator('.editor').getByRole('toolbar');
    const placeOf = async () => (await toolbar.boundingBox())?.y;
    await page.getByLabel('Title', { exact: true }).focus();
    await eventually(() => toolbar.getAttribute('aria-label')).toBe('Format');
    const off = [await toolbar.getByRole('button').first().isDisabled(), await placeOf()];
    await text().focus();
    await eventually(() => toolbar.getAttribute('aria-label')).toBe('Format Description');
    expect(off).toEqual([true, await placeOf()]);
    await page.keyboard.press('Alt+F10');
    await eventually(focused).toBe('Bold (Ctrl+B)');
    await page.keyboard.press('ArrowRight');
    await eventually(focused).toBe('Italic (Ctrl+I)');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'From a file…' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await eventually(focused).toBe('Bold (Ctrl+B)');
    await page.keyboard.press('Escape');
    await eventually(focused).toBe('Description, Markdown');
    await page.keyboard.press('ControlOrMeta+Shift+F');
    await page.getByRole('menuitem', { name: 'From a file…' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('are not offered where no text has the keys', async () => {
    await page.getByLabel('Title', { exact: true }).focus();
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Find a command, a finding, a list' });
    await palette.getByRole('combobox').fill('bold');
    await palette.getByText('No results.').waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
  });
});

describe('the find bar of a text', () => {
  const find = (): Locator => page.getByRole('search', { name: 'Find in Description, Markdown' });
  const field = (name: string): Locator => find().getByRole('textbox', { name, exact: true });
  const said = (): Promise<string> => find().getByRole('status').innerText();

  it('counts what it finds, leads from one to the next and back, and gives the keys to the text again', async () => {
    await write('A token, a Token, and no other token.');
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ControlOrMeta+f');
    await field('Find').waitFor();
    await eventually(focused).toBe('Find');
    await page.keyboard.type('token');
    await eventually(said).toBe('1 of 3');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await eventually(said).toBe('2 of 3');
    await page.keyboard.press('Shift+Enter');
    await eventually(said).toBe('1 of 3');
    await find().getByRole('checkbox', { name: 'Match case' }).check();
    await eventually(said).toBe('1 of 2');
    await field('Find').fill('cookie');
    await eventually(said).toBe('Not found');
    await field('Find').press('Escape');
    await find().waitFor({ state: 'detached' });
    await eventually(focused).toBe('Description, Markdown');
  });

  it('replaces one or all, as steps of the undo history', async () => {
    await write('A key, a key, a key.');
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ControlOrMeta+f');
    await field('Find').fill('key');
    await field('Replace with').fill('secret');
    await find().getByRole('button', { name: 'Replace', exact: true }).click();
    await eventually(written).toBe('A secret, a key, a key.');
    await find().getByRole('button', { name: 'Replace all' }).click();
    await eventually(written).toBe('A secret, a secret, a secret.');
    await eventually(said).toBe('Not found');
    await find().getByRole('button', { name: 'Close (Escape)' }).click();
    await eventually(focused).toBe('Description, Markdown');
    await page.keyboard.press('ControlOrMeta+z');
    await eventually(written).toBe('A secret, a key, a key.');
  });
});

it('scrolls the preview along with its text, and the text with its preview', async () => {
  const lines = Array.from({ length: 120 }, (_, n) => `Paragraph ${String(n)}.\n`).join('\n');
  // The editor draws the lines in view alone.
  await text().press('ControlOrMeta+a');
  await page.keyboard.insertText(lines);
  const scroller = text().locator('xpath=..');
  const preview = page.getByRole('group', { name: 'Description, as it reads' });
  await preview.getByText('Paragraph 119.').waitFor();
  const part = (pane: Locator): Promise<number> =>
    pane.evaluate((one) => Math.round((one.scrollTop / (one.scrollHeight - one.clientHeight)) * 10) / 10);
  const scrollTo = (pane: Locator, to: number): Promise<void> =>
    pane.evaluate((one, at) => {
      one.scrollTop = at * (one.scrollHeight - one.clientHeight);
    }, to);
  // The text goes to its cursor, and has told so by the next frame.
  await eventually(() => part(scroller)).toBe(1);
  await scroller.evaluate(() => new Promise((told) => requestAnimationFrame(told)));
  await scrollTo(preview, 0.5);
  await eventually(() => part(scroller)).toBe(0.5);
  await scrollTo(scroller, 1);
  await eventually(() => part(preview)).toBe(1);
  await scrollTo(scroller, 0);
  await eventually(() => part(preview)).toBe(0);
});

it('a text of the engagement links to a finding too: the preview leads there, the check names a lost one', async () => {
  const { rows } = await callFrom(page, 'finding.list', { project, sort: 'title' });
  // One that the report prints.
  const other = rows.find(({ candidate }) => !candidate);
  const title = other?.title ?? '';
  const summary = 'Management summary';
  const list = page.getByRole('listbox', { name: 'Findings', exact: true });
  await page.getByRole('button', { name: 'Engagement', exact: true }).click();
  await text(summary).press('ControlOrMeta+a');
  await page.keyboard.insertText('As in [the lost one](finding:never), and above all ');
  await page.keyboard.type(`[[${title}`);
  await list.getByRole('option', { name: title }).waitFor();
  await page.keyboard.press('Enter');
  const link = `[${title}](finding:${other?.id ?? ''})`;
  await eventually(() => written(summary)).toBe(`As in [the lost one](finding:never), and above all ${link}`);
  await eventually(focused).toBe(`${summary}, Markdown`);
  await eventually(async () => {
    const messages = await callFrom(page, 'report.check', { project });
    return messages.flatMap(({ code, field, message }) =>
      code === 'dead-link' && field === 'summary' ? [message] : [],
    );
  }).toEqual([
    `${summary}: it links to "the lost one", a finding that is not in this report. Only the words are printed.`,
  ]);
  await page
    .getByRole('group', { name: `${summary}, as it reads` })
    .getByRole('link', { name: title })
    .click();
  await eventually(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe(title);
});

it('a text of the engagement speaks of a table in another one by its number', async () => {
  await page.getByRole('button', { name: 'Engagement', exact: true }).click();
  for (const [name, said] of [
    ['Method', 'Table: Tools {name=tools}\n\n| a |\n|---|\n| 1 |'],
    ['Management summary', 'See [](table:tools), [lost](table:none).'],
  ] as const) {
    await text(name).press('ControlOrMeta+a');
    await page.keyboard.insertText(said);
  }
  await eventually(() =>
    page.getByRole('group', { name: 'Management summary, as it reads' }).textContent(),
  ).toContain('See Table 1, [lost](table:none).');
});
