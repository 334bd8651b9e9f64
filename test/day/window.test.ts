import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, launchBrowser, listen } from '../e2e/support/browser.ts';
import { callFrom } from '../e2e/support/calls.ts';
import { beginDay, description, openFinding, project, remembered, type Day } from '../e2e/support/day.ts';
import { sendAll } from '../e2e/support/send.ts';

/*
 * What a working day does to findings that are being edited: crashes, no network, colleagues, a second window. All on
 * one desk, one finding for each story, so that none leans on another's.
 */

const titles = ['Killed', 'Offline', 'Typed in', 'Disputed', 'In two windows', 'One of many'];

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, titles);
  page = day.page;
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

const titleIn = (window: Page) => window.getByLabel('Title', { exact: true });
const saved = (window: Page) => window.getByText('Saved locally').waitFor();
const waiting = async () => page.getByRole('button', { name: /\d+ findings? pending/ }).innerText();
const syncButton = () =>
  page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: 'Sync', exact: true });
const textOf = (window: Page) => window.getByRole('textbox', { name: 'Description, Markdown' });
/** What the source of the description shows, line by line. */
const linesOf = (window: Page) => textOf(window).locator('.cm-line').allTextContents();
const applied = (id: string) =>
  day.service.ledger.filter(({ ids, outcome }) => ids.includes(id) && outcome === 'applied').length;

async function sync(): Promise<void> {
  await callFrom(page, 'sync.run', {});
}

/** Types, where the keys go now, until the work is done and a little longer. @returns what was typed */
async function typeDuring(work: Promise<unknown>): Promise<string> {
  let going = true;
  let typed = '';
  const done = work.finally(() => (going = false));
  while (going || typed.length < 20) {
    await page.keyboard.type('ab', { delay: 40 });
    typed += 'ab';
  }
  await done;
  return typed;
}

describe('the program is killed', () => {
  it('and the edit is there again, in the finding that was open', async () => {
    await openFinding(page, 'Killed');
    await remembered(page);
    await titleIn(page).fill('Killed and still here');
    await saved(page);
    await day.killAndRestart();
    page = day.page;
    await eventually(() => titleIn(page).inputValue()).toBe('Killed and still here');
    await eventually(waiting).toBe('1 finding pending · manual');
  });

  it('and undo and redo still know it', async () => {
    await page.getByRole('button', { name: /^Undo the change of title/ }).click();
    await eventually(() => titleIn(page).inputValue()).toBe('Killed');
    await page.getByRole('button', { name: /^Redo the change of title/ }).click();
    await eventually(() => titleIn(page).inputValue()).toBe('Killed and still here');
  });
});

describe('there is no network', () => {
  it('and edits go on, outlive a kill, and arrive once when it is back', async () => {
    await sync();
    await eventually(waiting).toBe('0 findings pending · manual');
    await day.proxy.pull();
    await openFinding(page, 'Offline');
    await titleIn(page).fill('Written on the train');
    await saved(page);
    await syncButton().click();
    await sendAll(page);
    await page.getByText(/^Offline/).waitFor();
    await page.getByLabel('Severity', { exact: true }).selectOption('high');
    await eventually(
      async () => (await callFrom(page, 'finding.open', { id: 'f1' })).effective['severity'],
    ).toBe('high');
    await day.killAndRestart();
    page = day.page;
    await page.getByRole('row').filter({ hasText: 'Written on the train' }).getByText('Pending').waitFor();
    const before = applied('f1');
    await day.proxy.plug();
    await syncButton().click();
    await sendAll(page);
    await eventually(waiting).toBe('0 findings pending · manual');
    await sync();
    const there = day.service.finding('f1');
    expect([before, applied('f1'), there?.['title'], there?.['severity']]).toEqual([
      0,
      1,
      'Written on the train',
      'high',
    ]);
  });
});

describe('a sync arrives under an open editor', () => {
  it('and leaves alone what is being typed, brings the rest, and both arrive merged', async () => {
    await openFinding(page, 'Typed in');
    const theirs = description.replace('any file', 'any file, and writes it');
    day.service.edit('f2', { title: 'Typed in, by two', description: theirs });
    await textOf(page).click();
    await page.keyboard.press('Control+Home');
    const mine = `${await typeDuring(sync())}. `;
    await page.keyboard.type('. ');
    const whileTyping = (await linesOf(page))[0];
    await eventually(() => titleIn(page).inputValue()).toBe('Typed in, by two');
    await saved(page);
    await sync();
    await eventually(() => linesOf(page)).toEqual(`${mine}${theirs}`.split('\n'));
    expect([whileTyping, day.service.finding('f2')?.['description']]).toEqual([
      `${mine}The parameter is not checked.`,
      `${mine}${theirs}`,
    ]);
  });

  it('and says in place that the very field has another value there, which can be taken', async () => {
    // Emptied to be written anew: it cannot be saved like that, so it is being typed for as long as it takes.
    await titleIn(page).fill('');
    day.service.edit('f2', { title: 'Typed in, by three' });
    await sync();
    await page.getByRole('button', { name: 'Changed elsewhere' }).click();
    const whileTyping = await titleIn(page).inputValue();
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await eventually(() => titleIn(page).inputValue()).toBe('Typed in, by three');
    expect([whileTyping, await waiting()]).toEqual(['', '0 findings pending · manual']);
  });

  it('and a list that the keys stand in shows what came, and is gone on with from there', async () => {
    const mine = page.getByLabel('Reference 1', { exact: true });
    await mine.fill('https://mine.example.test/');
    await eventually(waiting).toBe('1 finding pending · manual');
    await sync();
    day.service.edit('f2', { references: ['https://mine.example.test/', 'https://theirs.example.test/'] });
    await sync();
    const second = page.getByLabel('Reference 2', { exact: true });
    await eventually(() => second.inputValue()).toBe('https://theirs.example.test/');
    await mine.press('End');
    await page.keyboard.type('more');
    await eventually(async () => {
      await sync();
      return day.service.finding('f2')?.['references'];
    }).toEqual(['https://mine.example.test/more', 'https://theirs.example.test/']);
  });
});

describe('a colleague changed the same field', () => {
  it('and the finding names it, until the person has decided', async () => {
    await openFinding(page, 'Disputed');
    await page.getByLabel('Severity', { exact: true }).selectOption('critical');
    await saved(page);
    day.service.edit('f3', { severity: 'low' });
    await sync();
    await page.getByText('You and someone else edited severity.').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Disputed' });
    await row.getByText('Conflict', { exact: true }).waitFor();
    const mine = await page.getByLabel('Severity', { exact: true }).inputValue();
    const [asked] = (await callFrom(page, 'queue.list', {})).filter(({ findings }) =>
      findings.includes('f3'),
    );
    await callFrom(page, 'queue.resolve', { op: asked?.op ?? '', choice: 'mine' });
    await sync();
    await row.getByText('Synced', { exact: true }).waitFor();
    expect([mine, day.service.finding('f3')?.['severity']]).toEqual(['critical', 'critical']);
  });
});

describe('two windows stand on one finding', () => {
  it('and each shows what the other saved, and neither takes what is being typed', async () => {
    const second = await day.opened.context.newPage();
    const complaints = listen(second, day.opened.serving.url);
    await openFinding(page, 'In two windows');
    await second.goto(day.opened.serving.url.origin);
    await openFinding(second, 'In two windows');
    await titleIn(second).focus();
    await second.keyboard.press('End');
    const typing = second.keyboard.type(', and typed here', { delay: 80 });
    await page.getByLabel('Severity', { exact: true }).selectOption('info');
    await eventually(() => second.getByLabel('Severity', { exact: true }).inputValue()).toBe('info');
    await typing;
    await eventually(() => titleIn(page).inputValue()).toBe('In two windows, and typed here');
    expect([await titleIn(second).inputValue(), complaints]).toEqual(['In two windows, and typed here', []]);
    await second.close();
  });
});

describe('many get a status while one of them is open', () => {
  it('and the open one shows it, and its undo', async () => {
    await openFinding(page, 'One of many');
    await page.getByRole('combobox', { name: 'Tags' }).fill('half a tag');
    await page.getByRole('row').filter({ hasText: 'One of many' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('s');
    await page.getByRole('dialog').getByLabel('Status', { exact: true }).fill('closed');
    const go = page.getByRole('dialog').getByRole('button', { name: /^Set the status of/ });
    await eventually(() => go.isEnabled()).toBe(true);
    await page.keyboard.press('Enter');
    const status = page.locator('.editor').getByLabel('Status', { exact: true });
    // Under the pointer it does not leave by itself.
    await page.getByRole('button', { name: 'Undo', exact: true }).hover();
    await eventually(() => status.inputValue()).toBe('closed');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await eventually(() => status.inputValue()).toBe('open');
    const { effective } = await callFrom(page, 'finding.open', { id: 'f5' });
    expect([effective['tags'], effective['status']]).toEqual([['half a tag'], 'open']);
  });
});

describe('somebody else connects in this home', () => {
  it('and is told where the findings of the one before are, and they are there again afterwards', async () => {
    const connectAs = async (login: string): Promise<void> => {
      await page.getByRole('contentinfo').getByRole('button').first().click();
      await page.getByLabel('API token').fill(day.service.tokens[login] ?? '');
      await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Work as/ })
        .click();
    };
    await connectAs('theo');
    await page.getByText(/^Connected as Theo Brandt\. Mara Lindqvist's data for/).waitFor();
    await page.getByText('No engagement yet').waitFor();
    await eventually(async () => (await page.locator('nav .count').allInnerTexts()).join('')).toBe('');
    await connectAs('mara');
    await page.getByRole('row').filter({ hasText: 'Disputed' }).waitFor();
  });
});

it('has complained about nothing all day', async () => {
  const { rows } = await callFrom(page, 'finding.list', { project });
  expect([rows.length, day.service.internalErrors, day.complaints]).toEqual([titles.length, [], []]);
});
