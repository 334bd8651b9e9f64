import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, openFinding, type Day } from '../support/day.ts';

/* The assistant from the finding, the list and the queue. */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['Weak passwords', 'Passwords are weak', 'Open port']);
  page = day.page;
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

afterEach(() => {
  expect(day.complaints).toEqual([]);
});

const dialog = () => page.getByRole('dialog');
const section = () => page.getByRole('region', { name: 'Assistant', exact: true });

it('a demonstration is asked for once, looked at beside the finding, edited and accepted', async () => {
  await openFinding(page, 'Open port');
  await section().getByRole('button', { name: 'Draft a demonstration…' }).click();
  await dialog().getByText('It may cost credits of your organization.').waitFor();
  expect(await barriers(page)).toEqual([]);
  expect(day.service.charges).toHaveLength(0);
  await dialog().getByRole('button', { name: 'Ask once' }).click();
  const draft = dialog().getByRole('textbox', { name: 'Draft of the assistant' });
  await draft.getByText('Draft 1 for').waitFor();
  expect(day.service.charges).toHaveLength(1);
  expect(await barriers(page)).toEqual([]);
  await draft.press('Control+a');
  await page.keyboard.type('I connected to it.');
  await dialog().getByRole('button', { name: 'Accept and apply' }).click();
  await page.getByText('Added to the demonstration. Sent at the next sync.').waitFor();
  await callFrom(page, 'sync.run', {});
  expect(day.service.finding('f2')).toMatchObject({ demonstration: 'I connected to it.' });
});

it('without a connection the question waits in the queue, and is confirmed there once it is back', async () => {
  await section().getByRole('button', { name: 'Draft a demonstration…' }).click();
  await dialog().getByRole('button', { name: 'Ask later' }).click();
  await section().getByText('It is pending.').waitFor();
  await callFrom(page, 'sync.run', {});
  expect(day.service.charges).toHaveLength(1);
  await section().getByRole('button', { name: 'Show in pending changes' }).click();
  await page.getByText('Needs your confirmation').first().waitFor();
  expect(await barriers(page)).toEqual([]);
  day.service.setFaults(({ path }) => (path.includes('/ai/') ? { kind: 'drop', handled: true } : undefined));
  await page.getByRole('button', { name: 'Confirm…' }).click();
  await dialog().getByRole('button', { name: 'Ask once' }).click();
  await page.getByRole('heading', { name: 'No answer: you may have been charged' }).waitFor();
  await dialog().getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Check, or ask again…' }).click();
  await dialog().getByRole('button', { name: 'Look at the finding' }).click();
  await dialog().getByText('That does not prove that it did not run.').waitFor();
  expect(await barriers(page)).toEqual([]);
  day.service.setFaults(undefined);
  await dialog().getByRole('button', { name: 'Ask again…' }).click();
  await dialog().getByRole('button', { name: 'Ask once' }).click();
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await eventually(() => callFrom(page, 'queue.list', {})).toEqual([]);
  await dialog().waitFor({ state: 'detached' });
  expect(day.service.charges).toHaveLength(3);
});

it('a merge of what is chosen is taken over part by part', async () => {
  day.service.edit('f1', { description: 'Anybody can guess them.' });
  day.service.edit('f0', { tags: ['login'] });
  await callFrom(page, 'sync.run', {});
  await callFrom(page, 'comment.add', { id: 'f0', text: 'Ask Mara.' });
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await page.getByRole('row', { name: /Weak passwords/ }).click();
  await page.getByRole('row', { name: /Passwords are weak/ }).click({ modifiers: ['Control'] });
  await page.getByRole('button', { name: 'Merge' }).click();
  await dialog().getByRole('button', { name: 'Ask once' }).click();
  await dialog()
    .getByText(/^Merge of 2 findings into/)
    .waitFor();
  expect(await barriers(page)).toEqual([]);
  const part = dialog().getByRole('checkbox', { name: 'Description' });
  // A text is edited before it is accepted, and with it its field is chosen; a list is the union of all.
  await dialog().getByRole('button', { name: 'Edit Description' }).click();
  const text = dialog().getByRole('textbox', { name: 'Description' });
  await text.getByText('Anybody can guess them.').waitFor();
  await text.press('Control+a');
  await page.keyboard.type('Passwords are short, and anybody guesses them.');
  expect(await part.isChecked()).toBe(true);
  const tags = dialog().getByRole('group', { name: 'Tags as proposed' });
  await tags.getByRole('checkbox', { name: /^login/ }).press('Space');
  await tags.getByRole('checkbox', { name: /^login/ }).press('Space');
  expect(await barriers(page)).toEqual([]);
  // What was changed is not lost by a step back.
  await dialog().getByRole('button', { name: 'Close' }).last().click();
  await dialog().getByRole('button', { name: 'Keep editing' }).click();
  await dialog()
    .getByRole('button', { name: /^Accept selected/ })
    .click();
  await dialog().getByText('The other finding stays as it is until you delete it.').waitFor();
  const { effective } = await callFrom(page, 'finding.get', { id: 'f1' });
  expect([effective['description'], effective['tags']]).toEqual([
    'Passwords are short, and anybody guesses them.',
    ['login'],
  ]);
  expect(await barriers(page)).toEqual([]);
  // Before the other one goes, the dialog says what the one that stays has not, and takes it over.
  await dialog()
    .getByText(/ lacks what the other one has/)
    .waitFor();
  await dialog()
    .getByText(/^1 comment$/)
    .waitFor();
  await dialog().getByRole('button', { name: 'Take these over' }).click();
  await dialog()
    .getByText(/has the assets, references, images, comments and verdicts/)
    .waitFor();
  expect((await callFrom(page, 'comment.list', { id: 'f1' })).map(({ text }) => text)).toEqual(['Ask Mara.']);
  await dialog().getByRole('button', { name: 'Delete the other one…' }).click();
  await dialog().getByRole('button', { name: 'Delete 1 finding' }).click();
  await eventually(async () =>
    (await callFrom(page, 'queue.list', {})).map(({ kind, findings }) => [kind, findings]),
  ).toEqual([
    ['update', ['f1']],
    ['bulk-delete', ['f0']],
  ]);
  expect(day.service.charges.map(({ action }) => action)).toEqual([
    'demonstration',
    'demonstration',
    'demonstration',
    'merge',
  ]);
});

it('a limit of the assistant is counted down, and holds up nothing else', async () => {
  day.service.setFaults(({ path }) =>
    path.includes('/ai/') ? { kind: 'status', status: 429, handled: false, retryAfter: '900' } : undefined,
  );
  await openFinding(page, 'Open port');
  await section().getByRole('button', { name: 'Draft a demonstration…' }).click();
  await dialog().getByRole('button', { name: 'Ask once' }).click();
  await eventually(() => dialog().getByRole('timer').innerText()).toMatch(/^1[45]:\d\d$/);
  expect(await dialog().getByRole('button', { name: 'Sync now' }).isDisabled()).toBe(true);
  expect(await barriers(page)).toEqual([]);
  await callFrom(page, 'sync.run', {});
  const waiting = await callFrom(page, 'queue.list', {});
  expect(waiting.map(({ kind, findings, state }) => [kind, findings, state])).toEqual([
    ['ai-demonstration', ['f2'], 'queued'],
  ]);
  expect(day.service.charges).toHaveLength(4);
});
