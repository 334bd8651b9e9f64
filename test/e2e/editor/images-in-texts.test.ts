import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '#contract/finding/evidence.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, type Opened, openWindow } from '../support/browser.ts';
import { ask, give, painted } from '../support/pictures.ts';

const red = painted(120, 60, () => [200, 30, 30]);
const blue = painted(90, 60, () => [30, 60, 200]);
const green = painted(60, 60, () => [30, 200, 60]);
const file = (name: string, bytes: Uint8Array) => ({ name, type: 'image/png', bytes });

describe('images in the texts of a finding', () => {
  let browser: Browser;
  let opened: Opened;
  let finding = '';
  const requests: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    opened = await openWindow(browser);
    const { page } = opened;
    page.on('request', (request) => {
      requests.push(request.url());
    });
    await ask(page, 'home.create', { passphrase: null });
    await ask(page, 'sample.open', {});
    await page.reload();
    const asked = page.waitForRequest((request) => request.url().endsWith('/call/evidence.list'));
    await page.getByRole('row').nth(3).dblclick();
    finding = JSON.parse((await asked).postData() ?? '').id;
    const changes = { description: 'First line.\n\nLast line.', remediation: 'Fix it.', demonstration: '' };
    await ask(page, 'finding.edit', { id: finding, changes });
    await text('Description').getByText('Last line.').waitFor();
  });

  afterAll(async () => {
    await opened.close();
    await browser.close();
  });

  const text = (label: string): Locator =>
    opened.page.getByRole('textbox', { name: `${label}, Markdown`, exact: true });
  const written = (label: string): Promise<string> =>
    text(label).evaluate((content) =>
      [...content.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
    );

  /** The figures of a preview: what is said below each, and how wide its pixels are. */
  const figures = (label: string): Promise<string[]> => figuresIn(opened.page, `${label}, as it reads`);

  it('are put at the cursor when they are pasted, and the caption is typed right there', async () => {
    const { page } = opened;
    await text('Description').getByText('First line.').click();
    await page.keyboard.press('End');
    await give(page, 'paste', [file('login.png', red)], '[data-place="description"] .cm-content');
    await eventually(() => written('Description')).toBe('First line.![](evidence:login.png)\n\nLast line.');
    await page.keyboard.type('The login form');
    await eventually(() => figures('Description')).toEqual(['Figure 1: The login form, 120']);
    const list = page.getByRole('region', { name: 'Evidence' }).getByRole('listitem');
    await eventually(() => list.count()).toBe(1);
  });

  it('have one caption: what a text says stands at the evidence, and what is changed there in the text', async () => {
    const { page } = opened;
    const caption = page.getByRole('textbox', { name: 'Caption of image 1' });
    await eventually(() => caption.inputValue()).toBe('The login form');
    await caption.fill('The login page');
    await eventually(() => written('Description')).toBe(
      'First line.![The login page](evidence:login.png)\n\nLast line.',
    );
    await eventually(() => figures('Description')).toEqual(['Figure 1: The login page, 120']);
  });

  it('are put where they are dropped, and stay where they were given while the user types on', async () => {
    const { page } = opened;
    await give(page, 'drop', [file('answer 1.png', blue)], '[data-place="remediation"] .cm-line');
    await eventually(() => written('Remediation')).toBe('Fix it.![](evidence:answer%201.png)');
    await eventually(() => figures('Remediation')).toEqual(['Figure 2, 90']);
  });

  it('are chosen from a file or from the evidence, by the keyboard too', async () => {
    const { page } = opened;
    const menu = page.getByRole('button', { name: 'Insert image in Demonstration' });
    await text('Demonstration').focus();
    const choosing = page.waitForEvent('filechooser');
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'From a file…' }).press('Enter');
    const chooser = await choosing;
    await chooser.setFiles([{ name: 'shell.png', mimeType: 'image/png', buffer: Buffer.from(green) }]);
    await eventually(() => written('Demonstration')).toBe('![](evidence:shell.png)');
    await text('Demonstration').press('End');
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'answer 1.png' }).press('Enter');
    await eventually(() => written('Demonstration')).toBe(
      '![](evidence:shell.png)![](evidence:answer%201.png)',
    );
    await eventually(() => figures('Demonstration')).toEqual(['Figure 2, 60', 'Figure 3, 90']);
    // Figures are counted in the order of the report, in which the remediation comes last.
    await eventually(() => figures('Remediation')).toEqual(['Figure 4, 90']);
    expect(await barriers(page)).toEqual([]);
  });

  it('that a finding has already are placed again, not kept twice', async () => {
    const { page } = opened;
    await text('Description').getByText('Last line.').click();
    await page.keyboard.press('End');
    await give(page, 'paste', [file('other name.png', red)], '[data-place="description"] .cm-content');
    await eventually(() => written('Description')).toMatch(/Last line\.!\[\]\(evidence:login\.png\)$/u);
    await eventually(async () => {
      const list = await ask<readonly Evidence[]>(page, 'evidence.list', { id: finding });
      return list.map(({ name, usedIn }) => `${name}: ${usedIn.join(' ')}`);
    }).toEqual([
      'login.png: description',
      'answer 1.png: demonstration remediation',
      'shell.png: demonstration',
    ]);
  });

  it('that do not exist are shown as they were written, and nothing is ever fetched for a reference', async () => {
    const { page } = opened;
    const before = requests.length;
    const description =
      'See ![gone](evidence:gone.png), ![x](evidence:http://127.0.0.1:9/x.png) and ![The form](evidence:login.png). ' +
      'As [](evidence:login.png), [the form](evidence:login.png), [x](evidence:gone.png).\n\n> [!WARNING]\n> Mind it.';
    await text('Description').press('ControlOrMeta+a');
    await page.keyboard.insertText(description);
    await eventually(() => figures('Description')).toEqual(['Figure 1: The form, 120']);
    const preview = page.getByRole('group', { name: 'Description, as it reads' });
    await eventually(() => preview.textContent()).toContain('![gone](evidence:gone.png)');
    expect(await preview.textContent()).toContain('![x](evidence:http://127.0.0.1:9/x.png)');
    expect(await preview.textContent()).toContain(
      'As Figure 1, the form (Figure 1), [x](evidence:gone.png).',
    );
    expect(await preview.locator('blockquote.alert').innerText()).toMatch(/^Warning\s+Mind it\.$/u);
    const { origin } = new URL(page.url());
    const foreign = requests
      .slice(before)
      .filter((url) => !url.startsWith(origin) && !url.startsWith('blob:'));
    expect(foreign).toEqual([]);
  });

  it('have the width that is chosen at the image, also by the keyboard, and lose it again by Undo', async () => {
    const { page } = opened;
    const source = (width: string): string => `Shown: ![The form](evidence:login.png)${width} and more.`;
    await text('Description').press('ControlOrMeta+a');
    await page.keyboard.insertText(source(''));
    const preview = page.getByRole('group', { name: 'Description, as it reads' });
    await preview.getByText('Shown:').waitFor();
    await eventually(() => figures('Description')).toEqual(['Figure 1: The form, 120']);
    const button = preview.getByRole('button', { name: 'Width of Figure 1' });
    const widthOf = (): Promise<string | undefined> =>
      preview.getByRole('img').evaluate((image) => image.parentElement?.style.width);
    await button.press('Enter');
    await page.getByRole('menuitemcheckbox', { name: '50%', exact: true }).press('Enter');
    await eventually(() => written('Description')).toBe(source('{width=50%}'));
    await eventually(widthOf).toBe('50%');
    expect(await preview.textContent()).not.toContain('{');
    await button.press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'Automatic' }).press('Enter');
    await eventually(() => written('Description')).toBe(source(''));
    await text('Description').press('ControlOrMeta+z');
    await eventually(() => written('Description')).toBe(source('{width=50%}'));
    expect(await barriers(page)).toEqual([]);
  });

  it('are opened large, drawn on and resized where they stand, by the mouse and by the keyboard', async () => {
    const { page } = opened;
    const source = (width: string): string => `Shown: ![The form](evidence:login.png)${width} and more.`;
    await text('Description').press('ControlOrMeta+a');
    await page.keyboard.insertText(source('{width=50%}'));
    const preview = page.getByRole('group', { name: 'Description, as it reads' });
    const handle = preview.getByRole('slider', { name: 'Width of Figure 1 in percent' });
    await eventually(() => handle.getAttribute('aria-valuenow')).toBe('50');
    await handle.press('ArrowRight');
    await eventually(() => written('Description')).toBe(source('{width=55%}'));
    await handle.press('End');
    await eventually(() => written('Description')).toBe(source('{width=100%}'));
    await eventually(() => handle.getAttribute('aria-valuenow')).toBe('100');
    await handle.scrollIntoViewIfNeeded();
    const box = await handle.boundingBox();
    const column = await preview.getByRole('figure').boundingBox();
    if (box === null || column === null) throw new Error('the handle is not shown');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(column.x + column.width * 0.6, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await eventually(() => written('Description')).toBe(source('{width=60%}'));
    expect(await barriers(page)).toEqual([]);

    await preview.getByRole('button', { name: 'Open Figure 1' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await preview.getByRole('button', { name: 'Annotate Figure 1' }).press('Enter');
    await page.getByRole('dialog', { name: /Annotate/ }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('are listed with the texts that show them; a rename takes the texts along, a removal says what stays', async () => {
    const { page } = opened;
    const panel = page.getByRole('region', { name: 'Evidence' });
    const item = (name: string) => panel.getByRole('listitem').filter({ hasText: name });
    await item('login.png').getByText('In Description', { exact: true }).waitFor();
    await item('answer 1.png').getByText('In Demonstration and Remediation').waitFor();
    await give(page, 'paste', [
      file(
        'unused.png',
        painted(20, 20, () => [9, 9, 9]),
      ),
    ]);
    await item('unused.png').getByText('Not in the text').waitFor();

    await item('login.png')
      .getByRole('button', { name: /^Rename The / })
      .click();
    const renaming = page.getByRole('dialog', { name: 'Rename image' });
    await renaming.getByText('Description shows this image by its name.').waitFor();
    await renaming.getByRole('textbox', { name: 'Name' }).fill('unused.png');
    await renaming.getByRole('button', { name: 'Rename image' }).click();
    await renaming.getByText('Another image of this finding has that name.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await renaming.getByRole('textbox', { name: 'Name' }).fill('the form.png');
    await renaming.getByRole('button', { name: 'Rename image' }).click();
    await renaming.waitFor({ state: 'detached' });
    await eventually(() => written('Description')).toContain('![The form](evidence:the%20form.png)');
    await eventually(() => figures('Description')).toEqual(['Figure 1: The form, 120']);

    await item('shell.png').getByRole('button', { name: 'Remove image 3' }).click();
    const removing = page.getByRole('dialog', { name: 'Remove' });
    await removing.getByText('Demonstration shows this image. The reference stays there').waitFor();
    await removing.getByRole('button', { name: 'Remove image' }).click();
    await eventually(() => figures('Demonstration')).toEqual(['Figure 2, 90']);
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await eventually(() => figures('Demonstration')).toEqual(['Figure 2, 60', 'Figure 3, 90']);
  });

  it('are drawn in the history where a change put them in', async () => {
    const { page } = opened;
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('region', { name: 'History' });
    const change = history
      .locator('li:not(:has(li))', { hasText: 'answer%201.png' })
      .filter({ hasText: 'Fix it.' });
    await change.first().locator('summary', { hasText: 'Changes' }).click();
    const putIn = change.first().getByRole('figure', { name: 'Added: answer 1.png' });
    await eventually(() =>
      putIn.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBe(90);
    await page.getByRole('button', { name: 'History' }).click();
  });

  it('that are no images are refused in words, and the page stays', async () => {
    const { page } = opened;
    const notes = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('x') };
    await give(page, 'drop', [notes], '[data-place="remediation"] .cm-line');
    await page.getByText('Texts take images only.').waitFor();
    expect(await written('Remediation')).toBe('Fix it.![](evidence:answer%201.png)');
  });

  it('that are chosen leave the keys to a text that is being written when they are kept', async () => {
    const { page } = opened;
    const held = Promise.withResolvers<undefined>();
    await page.route('**/call/evidence.add', (route) => held.promise.then(() => route.continue()), {
      times: 1,
    });
    const choosing = page.waitForEvent('filechooser');
    await text('Observation').focus();
    await page.getByRole('button', { name: 'Insert image in Observation' }).press('Enter');
    await page.getByRole('menuitem', { name: 'From a file…' }).press('Enter');
    await (
      await choosing
    ).setFiles([
      { name: 'late.png', mimeType: 'image/png', buffer: Buffer.from(painted(30, 60, () => [9, 9, 9])) },
    ]);
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.press('End');
    await page.keyboard.type(', and');
    held.resolve(undefined);
    await eventually(() => written('Observation')).toMatch(/!\[\]\(evidence:late\.png\)/u);
    await page.keyboard.type(' on');
    await eventually(() => title.inputValue()).toMatch(/, and on$/u);
    expect(await written('Observation')).not.toMatch(/ on/u);
  });

  it('are drawn in review', async () => {
    const { page } = opened;
    const go = (screen: string) =>
      page.getByRole('navigation').getByRole('button', { name: screen }).first().click();
    const asked = page.waitForRequest(
      (request) => request.url().endsWith('/call/evidence.list') && !request.postData()?.includes(finding),
    );
    await go('Review');
    const { id } = JSON.parse((await asked).postData() ?? '');
    await go('Findings');
    await ask(page, 'evidence.add', { id, name: 'seen.png', content: Buffer.from(green).toString('base64') });
    const changes = { description: 'Seen: ![The answer](evidence:seen.png)' };
    await ask(page, 'finding.edit', { id, changes });
    await go('Review');
    const figure = page.getByRole('article').getByRole('figure', { name: 'Figure 1: The answer' });
    await eventually(() =>
      figure.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBe(60);
    expect(await barriers(page)).toEqual([]);
  });
});

async function figuresIn(page: Page, name: string): Promise<string[]> {
  const shown = page.getByRole('group', { name }).getByRole('figure');
  return shown.evaluateAll((all) =>
    all.map(
      (one) =>
        `${one.textContent?.trim() ?? ''}, ${String(one.querySelector('img')?.naturalWidth ?? 'none')}`,
    ),
  );
}
