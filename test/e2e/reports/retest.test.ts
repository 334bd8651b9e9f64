import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { png } from '../../domain/images/pictures.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';
import { listByKeys } from '../support/list.ts';

/* Retests from the list and in a finding, by keyboard, before the sample engagement. */

let browser: Browser;
let opened: Opened;
let page: Page;
let project = '';

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser);
  page = opened.page;
  [project = ''] = await openSample(page);
  await page.getByRole('row').nth(5).waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

afterEach(() => {
  expect(opened.complaints).toEqual([]);
});

const dialog = () => page.getByRole('dialog');
const section = () => page.getByRole('region', { name: 'Retest', exact: true });

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Rounds with their counts, as the program has them. */
async function stands(): Promise<unknown> {
  const rounds = await callFrom(page, 'round.list', { project });
  return rounds.map(({ name, begins, counts }) => [name, begins, counts]);
}

/** Goes to the list and chooses its first findings. */
async function choose(count: number): Promise<void> {
  const query = 'status:open -is:candidate';
  const { rows } = await callFrom(page, 'list.query', { project, query });
  const found = Buffer.from(rows, 'base64').length / 4;
  await listByKeys(page, query, found);
  await press('Home');
  for (let more = 1; more < count; more += 1) await press('Shift+ArrowDown');
  await page.getByText(new RegExp(`^${String(count)} findings selected`)).waitFor();
}

const none = { fixed: 0, partly: 0, open: 0, 'not-retested': 0 };

it('a first round is begun on the way to the verdict of what is chosen, which one key undoes', async () => {
  await choose(3);
  await press('f');
  await dialog().getByText('No retest rounds yet').waitFor();
  // The button comes with these words and has the focus a frame later; before, Enter would close the dialog.
  const begin = dialog().getByRole('button', { name: 'Start a round…' });
  await begin.and(page.locator(':focus')).waitFor();
  await press('Enter');
  const name = dialog().getByRole('textbox', { name: 'Name of the round' });
  await eventually(() => name.inputValue()).toBe('Retest 1');
  await name.and(page.locator(':focus')).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.type('After the fixes');
  await press('Enter');
  // The first one has the focus a frame after it is there.
  const verdicts = dialog().getByRole('radiogroup', { name: 'What the retest found' });
  await verdicts.getByRole('radio').and(page.locator(':focus')).waitFor();
  await press('Space');
  await dialog()
    .getByRole('checkbox', { name: /Pending retest/ })
    .check();
  await dialog().getByText('3 findings: “Fixed”.').waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Set result for 3 findings' }).waitFor();
  await press('Control+Enter');
  const notice = page.getByText('After the fixes: fixed, 3 findings.');
  await notice.waitFor();
  const queued = await callFrom(page, 'queue.list', {});
  expect([await stands(), queued.map(({ kind, findings }) => [kind, findings.length])]).toEqual([
    [['After the fixes', '', { ...none, fixed: 3 }]],
    [['bulk-status', 3]],
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('3 verdicts undone.').waitFor();
  expect([await stands(), await callFrom(page, 'queue.list', {})]).toEqual([
    [['After the fixes', '', none]],
    [],
  ]);
});

it('in a finding a verdict takes words and images, is saved by itself, and undone there', async () => {
  await press('l', 'Home', 'Enter');
  await section().getByRole('radio', { name: 'Partly fixed' }).check();
  await section().getByText('Saved here; it is not sent to the service.').waitFor();
  await section().getByRole('textbox', { name: 'Tester' }).fill('Ada');
  await section()
    .getByRole('textbox', { name: /found, Markdown/ })
    .click();
  await page.keyboard.type('The header is set, **the cookie is not**.');
  await page.keyboard.type('[[');
  const findings = page.getByRole('listbox', { name: 'Findings', exact: true });
  await findings.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await findings.waitFor({ state: 'hidden' });
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  const content = Buffer.from(png({ width: 40, height: 30 }));
  const chooser = section().locator('input[type=file]');
  await chooser.setInputFiles({ name: 'after.png', mimeType: 'image/png', buffer: content });
  await section().getByRole('listitem').first().waitFor();
  const [row] = (await callFrom(page, 'round.show', { project, round: 1 })).findings.filter(
    ({ given }) => given !== null,
  );
  const id = row?.id ?? '';
  const said = async (): Promise<unknown> => {
    const [round] = await callFrom(page, 'finding.verdicts', { id });
    return [round?.given?.verdict, round?.given?.who, round?.given?.text, round?.images];
  };
  await eventually(said).toEqual(['partly', 'Ada', 'The header is set, **the cookie is not**.', 1]);
  expect([await callFrom(page, 'evidence.list', { id }), await barriers(page)]).toEqual([[], []]);
  await section().getByRole('button', { name: 'Undo' }).click();
  await eventually(said).toEqual(['partly', 'Mara Lindqvist', '', 1]);
});

it('the rounds tell how far each is, lead to what is left, and one with verdicts asks before it goes', async () => {
  await press('Escape');
  await press('l', 'g', 't');
  await dialog().getByText('1 partly fixed · ').waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Show those without a verdict' }).click();
  await eventually(() => page.getByRole('combobox', { name: /query/i }).inputValue()).toBe('verdict:none');
  await press('l', 'g', 't');
  await dialog().getByRole('button', { name: 'Remove' }).click();
  await dialog().getByText('1 verdict and 1 image would be lost with it.').waitFor();
  await dialog().getByRole('button', { name: 'Remove it with them' }).click();
  await dialog().getByText('A round records a result').waitFor();
  expect(await stands()).toEqual([]);
});

it('what is written of a first round is left by one way alone, which asks', async () => {
  await callFrom(page, 'round.add', { project, name: 'Again', begins: '', ends: '', note: '' });
  const written = Promise.withResolvers<undefined>();
  await page.route(
    '**/call/round.remove',
    async (route) => {
      const response = await route.fetch();
      await written.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await dialog().getByRole('region', { name: 'Again' }).getByRole('button', { name: 'Remove' }).click();
  await dialog().getByRole('textbox', { name: 'Name of the round' }).fill('Written');
  // The list was without the round before the program answered; the answer takes none of the words.
  const answered = page.waitForResponse(/call\/round\.remove/);
  const listed = page.waitForResponse(/call\/round\.list/);
  written.resolve(undefined);
  await Promise.all([answered, listed]);
  expect(await dialog().getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  await dialog().getByRole('button', { name: 'Close' }).last().click();
  await dialog().getByRole('alert').waitFor();
});
