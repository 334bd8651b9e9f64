import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';

/*
 * The spell check of the long texts: what is marked, the menu of a misspelled word, words of one's own, and the settings.
 */

let browser: Browser;
let opened: Opened;
let page: Page;
let project = '';
/** Those of this computer, as far as the test brings them. */
let dictionaries = '';
const austrian = {
  aff: 'SET UTF-8\nTRY esianrtulcdßäöü\nREP 1\nREP ss ß\nCOMPOUNDFLAG c\nONLYINCOMPOUND o\nSFX N Y 1\nSFX N 0 n .\n',
  dic: '7\nLücke/N\nlücke/cN\nSicherheits/co\nStraße/Nc\nist\ndie\ngroß\n',
};

function dictionary(code: string, { aff, dic }: { readonly aff: string; readonly dic: string }): void {
  writeFileSync(join(dictionaries, `${code}.aff`), aff);
  writeFileSync(join(dictionaries, `${code}.dic`), dic);
}

beforeAll(async () => {
  browser = await launchBrowser();
  dictionaries = mkdtempSync(join(tmpdir(), 'dossier-dictionaries-'));
  dictionary('de_AT', { aff: austrian.aff, dic: austrian.dic });
  dictionary('fr_CA', { aff: 'SET UTF-8\n', dic: 'damaged' });
  opened = await openWindow(browser, { width: 1500, height: 900, env: { DICPATH: dictionaries } });
  ({ page } = opened);
  [project = ''] = await openSample(page);
  await page.getByRole('row').nth(3).dblclick();
  await text().waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
  rmSync(dictionaries, { recursive: true, force: true });
});

afterEach(() => {
  expect(opened.complaints).toEqual([]);
});

const text = (label = 'Description'): Locator =>
  page.getByRole('textbox', { name: `${label}, Markdown`, exact: true });
const written = (): Promise<string> =>
  text().evaluate((content) =>
    [...content.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );
const marked = (label = 'Description'): Promise<string[]> =>
  text(label).evaluate((content) =>
    [...content.querySelectorAll('.cm-misspelled')].map((word) => word.textContent),
  );
const menu = (): Locator => page.getByRole('menu', { name: 'Spelling' });
const lines = (): Promise<string[]> => menu().getByRole('menuitem').allInnerTexts();
/** Whether the keys are on the first line of the menu: they come a moment after it. */
const hasFirstLine = (): Promise<boolean> =>
  menu()
    .getByRole('menuitem')
    .first()
    .evaluate((line) => line === document.activeElement);
const focused = (): Promise<string | null> =>
  page.evaluate(() => {
    const host = document.activeElement;
    return (host?.shadowRoot?.activeElement ?? host)?.getAttribute('aria-label') ?? null;
  });

/** Has the description say this; the cursor is behind it. */
async function write(said: string): Promise<void> {
  await text().press('ControlOrMeta+a');
  await page.keyboard.insertText(said);
  await eventually(written).toBe(said);
}

describe('the spell check of a text', () => {
  it('marks misspelled words, and nothing that no dictionary is for', async () => {
    await write(
      [
        'The attackr can recieve colour and color of unauthenticated users.',
        'See `recieve`, https://example.test/recieve, CVE-2024-1234, CWE-79, XSS, APIs, onLoad, /etc/passwd.',
        '![An invoce](evidence:invoce.png) and 5f4dcc3b5aa765d61d8327deb882cf99.',
        '```',
        'recieve()',
        '```',
        'End. ',
      ].join('\n'),
    );
    await eventually(marked).toEqual(['attackr', 'recieve', 'invoce']);
    expect(await barriers(page)).toEqual([]);
  });

  it('leaves the word alone that is being typed until the cursor leaves it', async () => {
    await write('A secnd ');
    await eventually(marked).toEqual(['secnd']);
    await page.keyboard.type('wrng');
    await page.keyboard.press('ArrowLeft');
    await eventually(marked).toEqual(['secnd', 'wrng']);
    expect(await text().getAttribute('spellcheck')).toBe('false');
  });

  it('corrects the word at the cursor by keys alone, as one step of the undo history', async () => {
    await write('They recieve it. ');
    await eventually(marked).toEqual(['recieve']);
    await page.keyboard.press('Home');
    for (const _ of 'They re') await page.keyboard.press('ArrowRight');
    await page
      .getByRole('status')
      .filter({ hasText: 'recieve is misspelled. Ctrl+. for suggestions.' })
      .waitFor();
    await page.keyboard.press('ControlOrMeta+.');
    await eventually(hasFirstLine).toBe(true);
    expect((await lines())[0]).toBe('receive');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await eventually(written).toBe('They receive it. ');
    await eventually(marked).toEqual([]);
    await eventually(focused).toBe('Description, Markdown');
    await page.keyboard.press('ControlOrMeta+z');
    await eventually(written).toBe('They recieve it. ');
  });

  it('leads to the next misspelled word if the cursor is at none, and gives the keys back', async () => {
    await write('All is well, but teh end is not. ');
    await page.keyboard.press('ControlOrMeta+.');
    await eventually(hasFirstLine).toBe(true);
    expect((await lines())[0]).toBe('the');
    await page.keyboard.press('Escape');
    await menu().waitFor({ state: 'hidden' });
    await eventually(focused).toBe('Description, Markdown');
    await write('All is well. ');
    await page.keyboard.press('ControlOrMeta+.');
    await page.getByRole('status').filter({ hasText: 'No misspelled words.' }).waitFor();
  });

  it('opens its menu by the right button, and ignores a word in this text alone', async () => {
    await write('Runs Zorblax today. ');
    await eventually(marked).toEqual(['Zorblax']);
    await text().locator('.cm-misspelled').click({ button: 'right' });
    await menu().getByRole('menuitem', { name: 'Ignore in this text' }).click();
    await eventually(marked).toEqual([]);
    expect((await callFrom(page, 'spelling.read', { project })).words).toEqual([]);
  });

  it('adds a word to the dictionary of the engagement, which counts in its other texts at once', async () => {
    await text('Remediation').press('ControlOrMeta+a');
    await page.keyboard.insertText('Stop Fribnat and Zorblax. ');
    await eventually(() => marked('Remediation')).toEqual(['Fribnat', 'Zorblax']);
    await write('Runs Fribnat today. ');
    await eventually(marked).toEqual(['Fribnat']);
    await text().locator('.cm-misspelled').click({ button: 'right' });
    await menu().getByRole('menuitem', { name: 'Add "Fribnat" to dictionary' }).click();
    await eventually(marked).toEqual([]);
    await eventually(() => marked('Remediation')).toEqual(['Zorblax']);
    await eventually(async () => (await callFrom(page, 'spelling.read', { project })).words).toEqual([
      'Fribnat',
    ]);
  });
});

describe('the settings of spelling', () => {
  const section = (): Locator => page.getByRole('heading', { name: 'Spelling', level: 3 });
  const toSettings = async (): Promise<void> => {
    await page.getByLabel('Title', { exact: true }).focus();
    await page.keyboard.press('Escape');
    await text().waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('button', { name: 'Spelling' })
      .click();
    await section().waitFor();
  };
  const back = async (): Promise<void> => {
    const nav = page.getByRole('navigation', { name: 'Settings' });
    await nav.getByRole('button', { name: 'Spelling' }).focus();
    await page.keyboard.press('Escape');
    await page.getByRole('row').nth(3).dblclick();
    await text().waitFor();
  };

  it('list the words of the engagement, which can be added and removed', async () => {
    await toSettings();
    const words = page.getByLabel('Words of this engagement');
    await words.fill('Gloxwort');
    await words.press('Enter');
    const kept = async () => (await callFrom(page, 'spelling.read', { project })).words;
    await eventually(kept).toEqual(['Fribnat', 'Gloxwort']);
    await page.getByRole('button', { name: /Remove.*Fribnat/ }).click();
    await eventually(kept).toEqual(['Gloxwort']);
    for (const theme of ['Dark', 'Light']) {
      await page.emulateMedia({ colorScheme: theme === 'Dark' ? 'dark' : 'light' });
      expect(await barriers(page)).toEqual([]);
    }
  });

  it('take a Hunspell dictionary with compounds from files, and check against it in this engagement alone', async () => {
    const files = [
      { name: 'kurz.aff', text: 'SET ISO8859-1\nCOMPOUNDFLAG c\nSFX N Y 1\nSFX N 0 n .\n' },
      { name: 'kurz.dic', text: '4\nl\xfccke/cN\nsicherheits/c\neine\nder\n' },
    ].map(({ name, text: said }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(said, 'latin1') }));
    await page.getByLabel('Add dictionary files').setInputFiles(files.slice(0, 1));
    await page.getByText('Choose the .aff and the .dic file of one dictionary together.').waitFor();
    await page.getByLabel('Add dictionary files').setInputFiles(files);
    await page.getByRole('button', { name: 'Remove kurz' }).waitFor();
    await page.getByRole('radio', { name: 'Its own' }).check();
    const own = page.getByRole('group', { name: 'Its own dictionaries' });
    await own.getByRole('checkbox', { name: 'kurz' }).check();
    await own.getByRole('checkbox', { name: 'English (US)' }).uncheck();
    await own.getByRole('checkbox', { name: 'English (UK)' }).uncheck();
    const languages = async () => (await callFrom(page, 'spelling.read', { project })).languages;
    await eventually(languages).toEqual(['kurz']);
    await back();
    await write('Eine Sicherheitslücke, der Lücken, sicherheit. ');
    await eventually(marked).toEqual(['sicherheit']);
  });

  it('offer the dictionaries of this computer, which check compounds, umlauts and ß; words of its own come beside', async () => {
    await toSettings();
    const own = page.getByRole('group', { name: 'Its own dictionaries' });
    // The dictionary is still being read when the other one is given up: never is the check off in between.
    let read = (): void => undefined;
    const held = new Promise<void>((resolve) => (read = resolve));
    await page.route('**/call/dictionary.read', async (route) => {
      await held;
      await route.continue();
    });
    await own.getByRole('checkbox', { name: 'German (Austria), on this computer' }).check();
    await own.getByRole('checkbox', { name: 'kurz' }).uncheck();
    read();
    const languages = async () => (await callFrom(page, 'spelling.read', { project })).languages;
    await eventually(languages).toEqual(['system:de_AT']);
    await page.unrouteAll({ behavior: 'wait' });
    expect(await barriers(page)).toEqual([]);
    await back();
    await write('Die Sicherheitslücken, die Strasse ist groß. Dorkel ');
    await eventually(marked).toEqual(['Strasse', 'Dorkel']);
    for (const _ of 'Strasse ist groß. Dorkel ') await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ControlOrMeta+.');
    await eventually(hasFirstLine).toBe(true);
    expect((await lines())[0]).toBe('Straße');
    await page.keyboard.press('Enter');
    await eventually(marked).toEqual(['Dorkel']);
    await text().locator('.cm-misspelled').click({ button: 'right' });
    await menu().getByRole('menuitem', { name: 'Add "Dorkel" to dictionary' }).click();
    await eventually(marked).toEqual([]);
  });

  it('tell that a dictionary of this computer is damaged, and do not choose it', async () => {
    await toSettings();
    const usual = page.getByRole('group', { name: 'Dictionaries for all engagements' });
    const damaged = usual.getByRole('checkbox', { name: 'French (Canada), on this computer' });
    await damaged.click();
    await page.getByText('The dictionary fr_CA on this computer is damaged').waitFor();
    await eventually(() => damaged.isChecked()).toBe(false);
  });

  it('tell that a dictionary is gone, where it was chosen and with the next text, and let it be given up', async () => {
    rmSync(join(dictionaries, 'de_AT.dic'));
    await back();
    await page.reload();
    await text().waitFor();
    await page.getByText('The dictionary de_AT is no longer on this computer.').waitFor();
    await toSettings();
    const own = page.getByRole('group', { name: 'Its own dictionaries' });
    await own.getByRole('checkbox', { name: 'German (Austria), no longer on this computer' }).click();
    await own.getByRole('checkbox', { name: 'German (Austria)' }).waitFor({ state: 'detached' });
    await back();
  });

  it('switch the check off, and keep the file of a removed dictionary for an undo', async () => {
    await toSettings();
    await page.getByRole('button', { name: 'Remove kurz' }).click();
    await page.getByText('No dictionary added.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Remove kurz' }).waitFor();
    await page.getByRole('radio', { name: 'Off' }).check();
    await eventually(async () => (await callFrom(page, 'spelling.read', { project })).languages).toEqual([]);
    await back();
    await write('All of it recieve. ');
    await page.keyboard.press('ControlOrMeta+.');
    await page.getByRole('status').filter({ hasText: 'Spell check is off.' }).waitFor();
    expect(await marked()).toEqual([]);
  });
});
