import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../domain/images/pictures.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';
import { openReportPanel, reportPanel, reportPart } from '../support/report-panels.ts';

let browser: Browser;
let opened: Opened;
let page: Page;
let project = '';
beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser);
  ({ page } = opened);
  [project = ''] = await openSample(page);
  // Its private draft is an error of the check only if drafts are printed.
  await callFrom(page, 'report.configure', { project, settings: { skip: [] } });
  await page.getByRole('grid').waitFor();
});
afterAll(async () => {
  await opened.close();
  await browser.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const verdict = () =>
  page
    .getByRole('status')
    .filter({ hasText: /error|warning|Ready/ })
    .innerText();

async function goToReport(): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('region', { name: 'Check and export' }).waitFor();
}

/** While the report is checked, the key exports nothing. */
async function checked(): Promise<void> {
  await eventually(() => button('Export draft…').isEnabled()).toBe(true);
}

const factsOf = async () => (await callFrom(page, 'engagement.facts', { project })).facts;
const team = async () => (await factsOf()).team.map(({ name }) => name);
const focusedFact = () =>
  page.evaluate(() => document.activeElement?.closest('[data-fact]')?.getAttribute('data-fact'));

describe('the screen of the report', () => {
  it('says what it waits for in a large engagement, stops it, and can be used meanwhile', async () => {
    const calls = ['report.check', 'preview.open'] as const;
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    for (const name of calls) {
      await page.route(`**/call/${name}`, (route) =>
        held.then(() => route.continue()).catch(() => undefined),
      );
    }
    await goToReport();
    const panel = reportPanel(page, 'check');
    const options = reportPanel(page, 'options');
    const pages = page.getByRole('region', { name: 'Pages of the report' });
    await panel.getByText('Checking the findings').waitFor();
    await pages.getByText('Reading the findings').waitFor();
    const found = await barriers(page);
    await openReportPanel(page, 'options');
    await options.getByText('Executive').first().waitFor();
    await openReportPanel(page, 'check');
    await panel.getByRole('button', { name: 'Stop' }).click();
    await pages.getByRole('button', { name: 'Stop' }).click();
    await panel.getByText('Not checked', { exact: true }).waitFor();
    await pages.getByText('Laying out the pages was stopped.').waitFor();
    expect([found, await barriers(page)]).toEqual([[], []]);
    letGo();
    await page.unrouteAll({ behavior: 'wait' });
    await panel.getByRole('button', { name: 'Check' }).click();
    await pages.getByRole('button', { name: 'Lay out the pages' }).click();
    await eventually(verdict).toMatch(/^4 errors, /);
    await pages.getByText(/^of \d+$/).waitFor();
  });

  it('lists what should not go out, and leads to the place with the keys in it', async () => {
    await goToReport();
    await eventually(verdict).toMatch(/^4 errors, /);
    await page.getByText(/^Draft: 4 errors, \d missing$/).waitFor();
    await page.getByText(/^Missing for a final report:.*Team.*In scope.*Management summary/).waitFor();
    await button('Export draft…').waitFor();
    const headings = await page.getByRole('heading', { level: 3 }).allInnerTexts();
    const found = await barriers(page);
    await button(/is not finished/).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await eventually(() =>
      page.evaluate(() => document.activeElement?.closest('[data-place]')?.getAttribute('data-place')),
    ).toBe('description');
    expect([headings.map((text) => text.replace(/\s+/g, ' ')), found]).toEqual([
      expect.arrayContaining(['Error Unfinished texts 1', 'Error Private drafts 1']),
      [],
    ]);
  });

  it('leads from a candidate to where it is decided on, and follows the decision', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await goToReport();
    await eventually(verdict).toMatch(/^4 errors, /);
    const last = button(/Not reviewed yet/).last();
    const title = (await last.innerText()).split('\n')[0] ?? '';
    await last.press('Enter');
    await page.getByRole('article').getByRole('heading', { name: title }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('article').getByRole('heading', { name: title }).waitFor({ state: 'detached' });
    await goToReport();
    await eventually(verdict).toMatch(/^3 errors, /);
  });

  it('leads to what nobody has said of the engagement, where it is written, filled in, and undone', async () => {
    const warnings = async () => Number(/, (\d+) warning/.exec(await verdict())?.[1]);
    const before = await warnings();
    await page.getByRole('button', { name: /^Missing for the report/ }).press('Enter');
    await button(/The method is missing/).press('Enter');
    const form = page.getByRole('region', { name: 'Report details' });
    await eventually(() => focusedFact()).toBe('method');
    await page.keyboard.type('By hand for {{client}}.');
    await form.getByText('By hand for Fjellmark Logistics.').waitFor();
    await form.getByText('Saved locally').waitFor();
    const found = await barriers(page);
    await form.getByRole('button', { name: 'Team', exact: true }).press('Enter');
    await eventually(() => focusedFact()).toBe('team');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Mara');
    await eventually(team).toEqual(['Mara']);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await eventually(team).toEqual([]);
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+Shift+z');
    await eventually(team).toEqual(['Mara']);
    await page.getByRole('button', { name: /^Remove: Team/ }).press('Enter');
    await eventually(team).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await eventually(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(
      'What the report says of the engagement',
    );
    const many = page.getByRole('dialog', { name: 'In scope: many lines' });
    await form.getByRole('button', { name: 'Add many lines…' }).first().press('Enter');
    await many.waitFor();
    await page.keyboard.insertText('*.fjellmark.example\tAll of it\n10.0.0.0/8');
    await many.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await eventually(async () => (await factsOf()).scopeIn).toEqual([
      { what: '*.fjellmark.example', note: 'All of it' },
      { what: '10.0.0.0/8', note: '' },
    ]);
    await goToReport();
    await eventually(warnings).toBe(before - 2);
    expect([found, (await factsOf()).method]).toEqual([[], 'By hand for {{client}}.']);
  });

  it('shows the pages beside it, finds one by its number, and follows a change at the same place', async () => {
    const shown = (number: number) => page.locator(`article[data-page="${String(number)}"] .words`);
    const count = async () => Number(/of (\d+)$/.exec(await page.getByText(/^of \d+$/).innerText())?.[1]);
    await shown(1).getByText('Fjellmark Logistics').first().waitFor();
    await eventually(count).toBeGreaterThan(10);
    const found = await barriers(page);
    await page.getByRole('textbox', { name: 'Page' }).fill('2');
    await page.keyboard.press('Enter');
    await shown(2).getByText('Contents').waitFor();
    const [first] = (await callFrom(page, 'finding.list', { project })).rows;
    const scroller = page.getByRole('region', { name: 'Pages', exact: true });
    const scrolled = () => scroller.evaluate(({ scrollTop }) => scrollTop);
    // The second page is drawn below the first one before it is gone to.
    await eventually(scrolled).toBeGreaterThan(0);
    const before = await scrolled();
    await callFrom(page, 'finding.edit', { id: first?.id ?? '', changes: { title: 'Called otherwise' } });
    await shown(2).getByText('Called otherwise').waitFor();
    expect([found, await scrolled()]).toEqual([[], before]);
    await scroller.focus();
    await page.keyboard.press('Home');
    await eventually(() => page.getByRole('textbox', { name: 'Page' }).inputValue()).toBe('1');
  });

  it('keeps what is chosen at once, lets the pages follow, and takes it back', async () => {
    const settings = async () => (await callFrom(page, 'report.settings', { project })).settings;
    const count = async () => Number(/of (\d+)$/.exec(await page.getByText(/^of \d+$/).innerText())?.[1]);
    const whole = await count();
    await page.keyboard.press('o');
    await page.getByRole('radio', { name: 'Technical' }).focus();
    await page.keyboard.press('ArrowDown');
    await eventually(settings).toEqual({ template: 'executive', skip: [] });
    await eventually(count).toBeLessThan(whole);
    const found = await barriers(page);
    // Fast hands: the second choice is made before the first one is kept.
    const moved = Promise.withResolvers<void>();
    await page.route(
      '**/call/report.configure',
      async (route) => {
        await moved.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole('checkbox', { name: 'Limits' }).press('Space');
    await page.getByRole('checkbox', { name: 'Top risks' }).press('Alt+ArrowUp');
    moved.resolve();
    const sections = [
      ...['cover', 'management', 'rating', 'strengths', 'summary', 'statistics', 'risks', 'roadmap'],
      ...['narrative', 'attack-path', 'retest', 'scope', 'conclusions', 'back'],
    ];
    await eventually(settings).toEqual({ template: 'executive', skip: [], sections });
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-item]')?.getAttribute('data-item'));
    await eventually(focused).toBe('risks');
    expect(found).toEqual([]);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z');
    await eventually(settings).toEqual({ skip: [] });
    await eventually(count).toBe(whole);
  });

  it("makes a theme of one's own with a logo, and names the line of a file that is broken", async () => {
    await button('Logo, colours, fonts…').press('Enter');
    await page.getByLabel('Theme file, and the files that it names').setInputFiles({
      name: 'acme.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{\n  "name": "Acme",\n  "colors": { "ink": "red" }\n}'),
    });
    await page.getByText(/^Line 3, column \d+: colors\.ink: expected a colour/).waitFor();
    await button('New theme…').press('Enter');
    const name = page.getByRole('textbox', { name: 'Name of the theme' });
    // What is wrong is told while it is typed, at its field.
    await name.fill('default');
    await page.getByText('Another theme has this name.').waitFor();
    // The pages beside it follow what is typed, and stay as they are at a wrong value.
    const corner = () =>
      page
        .getByRole('region', { name: 'Pages with this theme' })
        .getByRole('article', { name: 'Page 1', exact: true })
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => {
          const aside = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
          aside?.drawImage(canvas, -4, -4);
          return [...(aside?.getImageData(0, 0, 1, 1).data.slice(0, 3) ?? [])];
        });
    const cover = page.getByRole('textbox', { name: 'Cover', exact: true });
    const coverBefore = await cover.inputValue();
    await eventually(corner).not.toEqual([0, 0, 0]);
    const cornerBefore = await corner();
    await cover.fill('#7a0019');
    await eventually(corner).toEqual([122, 0, 25]);
    await cover.fill('#7a00');
    await page.getByText(/^Expected a colour/).waitFor();
    expect(await corner()).toEqual([122, 0, 25]);
    const undo = page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true });
    while ((await cover.inputValue()) !== coverBefore) await undo.press('Enter');
    await eventually(corner).toEqual(cornerBefore);
    const muted = page.getByRole('textbox', { name: 'Captions', exact: true });
    const before = await muted.inputValue();
    await muted.fill('grey');
    await page.getByText(/^Expected a colour/).waitFor();
    await muted.fill(before);
    await name.fill('Acme');
    await page.getByText('Another theme has this name.').waitFor({ state: 'detached' });
    await page.getByText(/^Expected a colour/).waitFor({ state: 'detached' });
    await page.getByLabel('File of the logo').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from(png({ width: 40, height: 20 })),
    });
    await page.getByRole('img', { name: 'The logo' }).waitFor();
    await page.getByRole('textbox', { name: 'Links', exact: true }).fill('#9fc5ff');
    await page.getByText(/hard to read/).waitFor();
    const found = await barriers(page);
    await button('Save and use').press('Enter');
    await page.getByRole('dialog', { name: 'Themes' }).getByText('This report', { exact: true }).waitFor();
    const { theme } = await callFrom(page, 'theme.read', { name: 'Acme' });
    await eventually(async () => (await callFrom(page, 'report.settings', { project })).theme).toBe('Acme');
    expect([found, theme.logo?.type, theme.colors.link === '#9fc5ff']).toEqual([[], 'image/png', false]);
    await page.keyboard.press('Escape');
  });

  it('puts a removed theme back from the dialog that it was removed in, which tells so', async () => {
    await callFrom(page, 'theme.keep', { text: '{"name": "Other", "colors": {"link": "#0b5cad"}}' });
    const before = await callFrom(page, 'theme.read', { name: 'Other' });
    await button('Logo, colours, fonts…').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Themes' });
    await dialog.getByRole('button', { name: 'Remove Other' }).press('Enter');
    await dialog.getByText('The theme "Other" was removed.').waitFor();
    // Under the pointer it does not leave by itself.
    await dialog.getByRole('button', { name: 'Undo' }).hover();
    await dialog.getByRole('button', { name: 'Remove Other' }).waitFor({ state: 'detached' });
    const found = await barriers(page);
    await dialog.getByRole('button', { name: 'Undo' }).press('Enter');
    await dialog.getByRole('button', { name: 'Remove Other' }).waitFor();
    await eventually(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    const after = await callFrom(page, 'theme.read', { name: 'Other' });
    expect([found, after.text === before.text]).toEqual([[], true]);
    await page.keyboard.press('Escape');
  });

  it('asks before errors go out, and saves the draft as a file and an edition', async () => {
    await checked();
    await page.keyboard.press('x');
    await page.getByRole('dialog', { name: '3 unresolved errors' }).waitFor();
    const found = await barriers(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(/^Export draft$/).press('Enter'),
    ]);
    const file = readFileSync(await download.path());
    expect([found, download.suggestedFilename(), file.subarray(0, 5).toString()]).toEqual([
      [],
      expect.stringMatching(new RegExp(`${project}-edition-1-DRAFT\\.pdf$`, 'u')),
      '%PDF-',
    ]);
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/^Saved edition 1 .*Every page is marked DRAFT/s)
      .waitFor();
    const kept = await callFrom(page, 'report.file', { project, edition: 1 });
    expect(Buffer.from(kept.content, 'base64').equals(file)).toBe(true);
  });

  it('exports other formats, lists what went out, and compares two editions', async () => {
    const [row] = (await callFrom(page, 'finding.list', { project })).rows;
    await callFrom(page, 'finding.edit', { id: row?.id ?? '', changes: { title: 'Called again' } });
    await button('Other formats').press('Enter');
    // The edit has the report checked again, and until that is done nothing is exported.
    const html = page.getByRole('menuitem', { name: /^HTML/ });
    await eventually(() => html.isEnabled()).toBe(true);
    await html.press('Enter');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(/^Export draft$/).press('Enter'),
    ]);
    const file = readFileSync(await download.path());
    await reportPart(page, 'editions').getByText('Editions (2)').waitFor();
    await page.keyboard.press('v');
    const found = await barriers(page);
    const [edition] = await callFrom(page, 'edition.list', { project });
    expect([download.suggestedFilename(), edition?.format, edition?.draft, edition?.sha256, found]).toEqual([
      expect.stringMatching(new RegExp(`${project}-edition-2-DRAFT\\.html$`, 'u')),
      'html',
      true,
      hash('sha256', file),
      [],
    ]);
    await button('Compare').press('Enter');
    const compared = page.getByRole('dialog', { name: 'Edition 1 to edition 2' });
    await compared.getByText('0 new, 1 changed, 0 no longer reported, 19 unchanged.').waitFor();
    await compared.getByText('1 difference').click();
    await compared
      .getByRole('group', { name: /^Title/ })
      .getByText('again')
      .waitFor();
    await compared.getByRole('button', { name: 'Called again' }).press('Enter');
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
  });

  it("carries one's own logo, texts, scope, six screenshots and a retest into the file, and no line was edited by hand", async () => {
    const evidence = page.getByRole('region', { name: 'Evidence', exact: true });
    const screenshots = [60, 61, 62, 63, 64, 65].map((width) => ({
      name: `${String(width)}.png`,
      mimeType: 'image/png',
      buffer: Buffer.from(png({ width, height: 20 })),
    }));
    await evidence.locator('input[type=file]').setInputFiles(screenshots);
    await evidence.getByRole('listitem').nth(5).waitFor();
    await evidence.getByRole('textbox').first().fill('The list of another customer');
    const retest = page.getByRole('region', { name: 'Retest', exact: true });
    // What the store tells, and a second press, may come before the answer of the call that changed it: they are made to.
    const pressed = Promise.withResolvers<void>();
    await page.route(
      '**/call/round.add',
      async (route) => {
        const answer = await route.fetch();
        await page.getByRole('dialog').getByRole('heading', { name: 'Retest 1' }).waitFor();
        await pressed.promise;
        await route.fulfill({ response: answer });
      },
      { times: 1 },
    );
    await retest.getByRole('button', { name: 'Start a round…' }).press('Enter');
    const name = page.getByRole('textbox', { name: 'Name of the round' });
    await eventually(() => name.inputValue()).toBe('Retest 1');
    await name.press('Enter');
    await page.keyboard.press('Enter');
    pressed.resolve();
    await page.getByText(/^Retest begun/).waitFor();
    expect((await callFrom(page, 'round.list', { project })).length).toBe(1);
    await retest.getByRole('radio', { name: 'Partly fixed' }).check();
    await retest.getByRole('textbox', { name: 'Tester' }).waitFor();
    const after = {
      name: 'after.png',
      mimeType: 'image/png',
      buffer: Buffer.from(png({ width: 70, height: 20 })),
    };
    await retest.locator('input[type=file]').setInputFiles(after);
    await retest.getByRole('listitem').first().waitFor();
    await page.keyboard.press('Escape');
    await goToReport();
    await eventually(verdict).toMatch(/^3 errors, /);
    await checked();
    await page.keyboard.press('x');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(/^Export draft$/).press('Enter'),
    ]);
    const path = await download.path();
    const widths = execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' })
      .split('\n')
      .slice(2, -1)
      .map((line) => Number(line.trim().split(/\s+/)[3]));
    const text = execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' });
    const words = [
      'By hand for Fjellmark Logistics.',
      '*.fjellmark.example',
      'The list of another customer',
      'Retest 1',
    ];
    expect([
      [...new Set(widths)].toSorted(),
      words.filter((word) => !text.includes(word)),
      opened.complaints,
    ]).toEqual([[40, 60, 61, 62, 63, 64, 65, 70], [], []]);
  });
});
