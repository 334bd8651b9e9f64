import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { Evidence } from '#contract/finding/evidence.ts';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, connectVault } from '../support/calls.ts';
import { openFinding } from '../support/day.ts';
import { give as giveFiles, painted } from '../support/pictures.ts';

/* What other programs put on the clipboard, pasted in a real browser; and findings in HTML. */

const project = 'harbour-2026';
const record = { asset: ['app.harbour.test'], severity: 'medium', status: 'open', remediation: 'Update it.' };
const html = '<p>The <b>login</b> page</p><ul><li>first</li><li style="color: red">second</li></ul>';
const word = 'xmlns:w="urn:schemas-microsoft-com:office:word"';
const commented = `<html ${word}><p class=MsoNormal>Keep <del cite="mailto:Pat">removed </del>words<span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[A1]</a></span>.</p><div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>Internal remark</p></div></div></html>`;
const commentedPlain = 'Keep removed words[A1].\n[A1]Internal remark';

let browser: Browser;
let service: SampleService;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const findings = [
    { id: 'commented', body: { ...record, title: 'Commented text', description: '' } },
    { id: 'pictures', body: { ...record, title: 'Text with images', description: '' } },
    { id: 'marked', body: { ...record, title: 'Text in tags', description: html } },
  ];
  service = await startSampleService({ engagement: false, seeds: [{ project, findings }] });
  opened = await openWindow(browser, { width: 1500, height: 950 });
  ({ page } = opened);
  await connectVault(page, service, project);
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.reload();
  await page.getByRole('row').nth(1).waitFor();
});
afterAll(async () => {
  await opened.close();
  await service.close();
  await browser.close();
});

const descriptionOf = async (id: string): Promise<unknown> =>
  (await callFrom(page, 'finding.get', { id })).effective['description'];
const text = (format: 'Markdown' | 'HTML source') =>
  page.getByRole('textbox', { name: `Description, ${format}` });

/** Pastes or drops as another program's text comes: with its format, and as plain text. */
async function give(
  kind: 'paste' | 'drop',
  field: ReturnType<typeof text>,
  formatted: string,
  plain: string,
): Promise<void> {
  await field.focus();
  await field.evaluate(
    (target, [how, ofHtml = '', ofText = '']) => {
      const data = new DataTransfer();
      data.setData('text/html', ofHtml);
      data.setData('text/plain', ofText);
      const { left, top } = target.getBoundingClientRect();
      const common = { bubbles: true, cancelable: true, composed: true };
      target.dispatchEvent(
        how === 'paste'
          ? new ClipboardEvent('paste', { ...common, clipboardData: data })
          : new DragEvent('drop', { ...common, dataTransfer: data, clientX: left + 9, clientY: top + 9 }),
      );
    },
    [kind, formatted, plain],
  );
}

describe('comments and deleted words of a word processor', () => {
  const told = () => page.getByText('Deleted text and comments were not pasted.');

  test('are left out of what is pasted and dropped into a text, and named', async () => {
    await openFinding(page, 'Commented text');
    await give('paste', text('Markdown'), commented, commentedPlain);
    await eventually(() => descriptionOf('commented')).toBe('Keep words.');
    await told().waitFor();
    await text('Markdown').press('Control+a');
    await text('Markdown').press('Delete');
    await give('drop', text('Markdown'), commented, commentedPlain);
    await eventually(() => descriptionOf('commented')).toBe('Keep words.');
  });

  test('are left out of code, and of plain fields, which take the rest as typed', async () => {
    await text('Markdown').press('Control+a');
    await page.keyboard.type('```\n');
    await give('paste', text('Markdown'), commented, commentedPlain);
    await eventually(() => descriptionOf('commented')).toBe('```\nKeep words.');
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.press('Control+a');
    await give('paste', title, commented, commentedPlain);
    await eventually(() => title.inputValue()).toBe('Keep words.');
  });
});

test('embedded images become evidence at their place, and those that are not there are counted', async () => {
  await openFinding(page, 'Text with images');
  const png = (rgb: [number, number, number]): string =>
    Buffer.from(painted(20, 10, () => rgb)).toString('base64');
  const formatted = `<p>Before</p><img alt="The form" src="data:image/png;base64,${png([200, 0, 0])}"><p>Mid</p><img src="file:///C:/Temp/clip_image001.png"><img src="data:image/png;base64,${png([0, 0, 200])}"><p>After <img src="https://a.example/i.png" alt="remote"></p>`;
  await give('paste', text('Markdown'), formatted, 'Before Mid After');
  await page.getByText('2 images were not pasted.').waitFor();
  await eventually(() => descriptionOf('pictures')).toBe(
    'Before\n\n![The form](evidence:image.png)\n\nMid\n\n![](evidence:image-2.png)\n\nAfter [remote]',
  );
  const list: readonly Evidence[] = await callFrom(page, 'evidence.list', { id: 'pictures' });
  expect(list.map(({ name, usedIn }) => [name, ...usedIn])).toEqual([
    ['image.png', 'description'],
    ['image-2.png', 'description'],
  ]);
});

describe('a text in HTML', () => {
  test('is formatted by tags, with the keys of every text', async () => {
    await openFinding(page, 'Text in tags');
    await text('HTML source').click();
    await page.keyboard.press('Control+Home');
    for (let at = 0; at < '<p>T'.length; at += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+b');
    await eventually(() => descriptionOf('marked')).toBe(html.replace('The', '<strong>The</strong>'));
    await page
      .getByRole('toolbar', { name: 'Format Description' })
      .getByRole('button', { name: /^Bold/u })
      .click();
    await eventually(() => descriptionOf('marked')).toBe(html);
    expect(await barriers(page)).toEqual([]);
  });

  test('takes formatted text as tags', async () => {
    await text('HTML source').press('Control+End');
    await give('paste', text('HTML source'), '<p>a &lt;b&gt; <strong>c</strong></p>', 'a <b> c');
    await eventually(() => descriptionOf('marked')).toBe(`${html}<p>a &lt;b&gt; <strong>c</strong></p>`);
    await text('HTML source').press('Control+z');
    await eventually(() => descriptionOf('marked')).toBe(html);
  });

  test('shows an image at its place, with the cursor in its caption', async () => {
    const shot = { name: 'shot.png', type: 'image/png', bytes: painted(30, 20, () => [0, 90, 0]) };
    await text('HTML source').press('Control+End');
    await giveFiles(page, 'paste', [shot], '[data-place="description"] .cm-content');
    await eventually(() => descriptionOf('marked')).toBe(`${html}<img src="evidence:shot.png" alt="">`);
    await page.keyboard.type('The form');
    await page
      .getByRole('group', { name: 'Description, as it reads' })
      .getByText('Figure 1: The form')
      .waitFor();
    const [image] = await callFrom(page, 'evidence.list', { id: 'marked' });
    expect(image).toMatchObject({ name: 'shot.png', usedIn: ['description'] });
    await text('HTML source').press('Control+a');
    await page.keyboard.insertText(html);
    await eventually(() => descriptionOf('marked')).toBe(html);
  });

  test('becomes Markdown after a look at both, and Undo brings the HTML back', async () => {
    await page.getByRole('button', { name: 'Convert to Markdown…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Convert description to Markdown' });
    await dialog.getByText('Colours, fonts and sizes are left out.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await descriptionOf('marked')).toBe(html);
    await page.getByRole('button', { name: 'Convert to Markdown…' }).click();
    await dialog.getByRole('button', { name: 'Convert to Markdown' }).click();
    await eventually(() => descriptionOf('marked')).toBe('The **login** page\n\n- first\n- second');
    await text('Markdown').waitFor();
    await page.getByRole('button', { name: /^Undo the change of description/u }).click();
    await eventually(() => descriptionOf('marked')).toBe(html);
    await text('HTML source').waitFor();
    expect(opened.complaints).toEqual([]);
  });
});
