import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, openFinding, project, type Day } from '../support/day.ts';
import { openReportPanel } from '../support/report-panels.ts';

/* What colleagues do with findings before the client sees them; nothing of it leaves the vault. */

/** Made and marked by the last test. */
const ready = {
  title: 'Length is not limited',
  asset: ['portal.example.test'],
  severity: 'low',
  remediation: 'Check the length.',
};
const titles = ['Login without limit', 'Open redirect', 'Weak cipher'];

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, titles);
  page = day.page;
  for (const title of titles) await row(title).waitFor();
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

afterEach(() => {
  expect(day.complaints).toEqual([]);
});

const row = (title: string) => page.getByRole('row').filter({ hasText: title });
const menuOf = (state: string) => page.getByRole('button', { name: `Review state: ${state}` });
const query = () => page.getByLabel('Query', { exact: true });

it('a finding is marked in its editor, for several from the menu of a row, and the list shows and finds it', async () => {
  await openFinding(page, 'Open redirect');
  await menuOf('In progress').click();
  await page.getByRole('menuitemcheckbox', { name: 'Ready for review' }).click();
  await menuOf('Ready for review').waitFor();
  await row('Open redirect').getByRole('img', { name: 'Ready for review' }).waitFor();
  const found = await barriers(page);
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Finding', exact: true }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await row('Login without limit').getByRole('gridcell').first().click();
  await row('Weak cipher').getByRole('gridcell').first().click();
  await page.getByText(/^2 findings selected/).waitFor();
  await row('Weak cipher').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Mark as reviewed' }).click();
  await page.getByText('2 findings marked as reviewed.').waitFor();
  await row('Weak cipher').getByRole('img', { name: 'Reviewed' }).waitFor();
  await row('Login without limit').getByRole('img', { name: 'Reviewed' }).waitFor();
  found.push(...(await barriers(page)));
  await page.getByLabel('Status bar').getByText('0 findings pending').waitFor();
  expect(found).toEqual([]);
});

it('the keys mark what is under the cursor, and a query finds it', async () => {
  await callFrom(page, 'state.set', { ids: ['f1'], state: 'ready' });
  await page.keyboard.press('Escape');
  await row('Weak cipher').click();
  await page.keyboard.press('w');
  await row('Weak cipher').getByRole('img', { name: 'Ready for review' }).waitFor();
  await query().fill('state:ready');
  await row('Login without limit').waitFor({ state: 'detached' });
  await eventually(() => page.getByRole('row').count()).toBe(3);
  await query().fill('');
  await row('Login without limit').waitFor();
});

const panel = () => page.getByRole('complementary', { name: 'Comments' });
const comments = () => panel().getByRole('article', { name: 'Comment' });
const newComment = () => panel().getByRole('textbox', { name: 'New comment' });
const toggle = () => page.getByRole('button', { name: /^Comments(?:: \d+ open)?$/u });
const source = () => page.getByRole('textbox', { name: 'Description, Markdown' });

/** Shows a finding with its comments beside it, whatever was shown before. */
async function openComments(title: string): Promise<void> {
  if ((await panel().count()) > 0) await toggle().click();
  await panel().waitFor({ state: 'detached' });
  await openFinding(page, title);
  await toggle().click();
  await newComment().waitFor();
}

it('words of a text are commented on, and the comment says when they have changed', async () => {
  await openFinding(page, 'Open redirect');
  await source().click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Control+Alt+m');
  await panel().getByText('The parameter is not checked.').waitFor();
  await eventually(() => newComment().evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('Which one?');
  await page.keyboard.press('Control+Enter');
  await comments().getByText('Which one?').waitFor();
  await comments().getByText('Mara Lindqvist').waitFor();
  await comments().locator('blockquote').getByText('The parameter is not checked.').waitFor();
  await row('Open redirect').getByRole('img', { name: '1 open comment' }).waitFor();
  const found = await barriers(page);
  await source().click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type('It is not clear what is checked.');
  await comments().getByText('The passage has changed').waitFor();
  await comments().getByRole('button', { name: 'Description' }).click();
  await eventually(() =>
    page.evaluate(() => document.activeElement?.closest('[data-place="description"]') !== null),
  ).toBe(true);
  expect(found).toEqual([]);
});

it('the comments come into sight where somebody is far down in a finding', async () => {
  const end = page.getByRole('heading', { name: 'Retest', exact: true });
  await openComments('Open redirect');
  await toggle().click();
  await panel().waitFor({ state: 'detached' });
  await end.evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await eventually(() => end.evaluate((heading) => heading.getBoundingClientRect().top < innerHeight)).toBe(
    true,
  );
  await toggle().click();
  await eventually(() =>
    panel().evaluate((aside) => {
      const { top, bottom } = aside.getBoundingClientRect();
      return bottom > 0 && top < innerHeight && top > 0;
    }),
  ).toBe(true);
});

it('a comment is edited, resolved and deleted, and the deletion can be undone', async () => {
  await openComments('Weak cipher');
  await newComment().fill('About the whole finding');
  await panel().getByRole('button', { name: 'Add comment' }).click();
  const second = comments().filter({ hasText: 'About the whole finding' });
  await second.waitFor();
  await page.getByRole('button', { name: 'Comments: 1 open' }).waitFor();
  await second.getByRole('button', { name: 'Edit comment' }).click();
  await panel().getByRole('textbox', { name: 'Text of the comment' }).fill('About all of it');
  await page.keyboard.press('Control+Enter');
  const edited = comments().filter({ hasText: 'About all of it' });
  await edited.getByText('edited').waitFor();
  await edited.getByRole('button', { name: 'Delete comment' }).click();
  await edited.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await edited.waitFor();
  await edited.getByRole('button', { name: 'Resolve comment' }).click();
  await panel().getByText('Resolved (1)').click();
  await edited.getByRole('button', { name: 'Reopen comment' }).waitFor();
  await page.getByRole('button', { name: 'Comments', exact: true }).waitFor();
  expect(await barriers(page)).toEqual([]);
});

it('a reply stands below its comment, is counted there, and resolved and deleted with it', async () => {
  await openComments('Login without limit');
  await newComment().fill('Which host is it?');
  await panel().getByRole('button', { name: 'Add comment' }).click();
  const asked = panel().getByRole('article', { name: 'Comment' }).filter({ hasText: 'Which host is it?' });
  await asked.getByRole('button', { name: 'Reply', exact: true }).click();
  const field = asked.getByRole('textbox', { name: 'Reply to the comment' });
  await eventually(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await asked.getByRole('button', { name: 'Reply', exact: true }).press('Enter');
  await field.fill('The second one.');
  await page.keyboard.press('Control+Enter');
  const answer = asked.getByRole('list', { name: '1 reply' }).getByRole('article', { name: 'Reply' });
  await answer.getByText('The second one.').waitFor();
  await page.getByRole('button', { name: 'Comments: 1 open' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Resolve comment' }).click();
  await page.getByRole('button', { name: 'Comments', exact: true }).waitFor();
  await panel()
    .getByText(/^Resolved/)
    .click();
  await answer.getByText('The second one.').waitFor();
  await asked.getByRole('button', { name: 'Delete comment' }).click();
  await asked.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await panel()
    .getByText(/^Resolved/)
    .click();
  await answer.getByText('The second one.').waitFor();
  await asked.getByRole('button', { name: 'Delete comment' }).click();
  await asked.waitFor({ state: 'detached' });
});

it('what is typed while a comment is being added begins the next one', async () => {
  await openComments('Weak cipher');
  const { promise: typedOn, resolve: goOn } = Promise.withResolvers<void>();
  const hold = async (route: Route): Promise<void> => {
    await typedOn;
    await route.continue();
  };
  await page.route('**/call/comment.add', hold, { times: 1 });
  const held = page.waitForRequest('**/call/comment.add');
  await newComment().fill('First');
  await newComment().press('Control+Enter');
  await held;
  await newComment().press('End');
  await page.keyboard.type(' and more');
  goOn();
  const first = comments().filter({ hasText: 'First' });
  await first.waitFor();
  await eventually(() => newComment().inputValue()).toBe(' and more');
  await newComment().fill('');
  await first.getByRole('button', { name: 'Delete comment' }).click();
  await first.waitFor({ state: 'detached' });
});

it('the key begins a comment, whose words outlive another screen; notes belong to the engagement', async () => {
  await page.keyboard.press('Escape');
  await panel().waitFor({ state: 'detached' });
  await openFinding(page, 'Weak cipher');
  await page.getByRole('grid', { name: 'Findings' }).focus();
  await page.keyboard.press('c');
  await eventually(() => newComment().evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('Half a thou');
  await page.getByRole('button', { name: 'Engagement', exact: true }).click();
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByRole('textbox', { name: 'New note' }).fill('Ask for the second host');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await notes.getByRole('article').getByText('Ask for the second host').waitFor();
  const found = await barriers(page);
  await page.getByRole('button', { name: 'Findings', exact: true }).click();
  await page.getByRole('button', { name: 'Comments', exact: true }).click();
  await eventually(() => newComment().inputValue()).toBe('Half a thou');
  expect(found).toEqual([]);
});

it('what changed since a finding was marked ready is kept, or restored by an edit', async () => {
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Finding', exact: true }).waitFor({ state: 'detached' });
  const { id } = await callFrom(page, 'finding.create', { project, records: [ready] }).then(
    async ([made]) => ({ id: made?.findings[0] ?? '' }),
  );
  await callFrom(page, 'state.set', { ids: [id], state: 'ready' });
  await callFrom(page, 'finding.edit', {
    id,
    changes: { severity: 'high', remediation: 'Check the length of each field.' },
  });
  await openFinding(page, ready.title);
  const changes = page.getByRole('region', { name: /since it was marked ready for review/ });
  await changes.getByText('severity and remediation').waitFor();
  await changes.getByRole('button', { name: 'Show changes' }).click();
  const remediation = changes.getByRole('group', { name: 'Remediation', exact: true });
  await remediation.getByText('of each field').waitFor();
  const found = await barriers(page);
  await changes
    .getByRole('group', { name: 'Severity', exact: true })
    .getByRole('button', { name: 'Restore' })
    .click();
  await changes.getByRole('group', { name: 'Severity', exact: true }).waitFor({ state: 'detached' });
  await eventually(async () => (await callFrom(page, 'finding.get', { id })).effective['severity']).toBe(
    'low',
  );
  await remediation.getByRole('button', { name: 'Keep change' }).click();
  await changes.waitFor({ state: 'detached' });
  const { effective } = await callFrom(page, 'finding.get', { id });
  expect([effective['remediation'], found]).toEqual(['Check the length of each field.', []]);
});

it('a report that prints comments is exported only after a question, and off is the default', async () => {
  const option = page.getByRole('checkbox', { name: 'Print open comments' });
  const question = page.getByRole('dialog', { name: 'Export with comments?' });
  const editions = async () => (await callFrom(page, 'edition.list', { project })).length;
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Finding', exact: true }).waitFor({ state: 'detached' });
  const [id] = (await callFrom(page, 'finding.list', { project })).rows.map((one) => one.id);
  await callFrom(page, 'comment.add', { id: id ?? '', text: 'For colleagues' });
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await openReportPanel(page, 'options');
  const before = await option.isChecked();
  await option.click();
  await openReportPanel(page, 'check');
  await page.getByText('Comments that the report prints').waitFor();
  await page.getByRole('button', { name: /^Export (draft|PDF)…$/ }).click();
  await question.getByText(/^This report prints \d+ open comments? of your colleagues\./).waitFor();
  const found = await barriers(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  const kept = await editions();
  await page.getByRole('button', { name: /^Export (draft|PDF)…$/ }).click();
  await question.getByRole('button', { name: 'Export with comments' }).click();
  await page.getByText(/^Saved edition 1 /).waitFor();
  expect([before, found, kept, await editions()]).toEqual([false, [], 0, 1]);
});

it('words that an open comment is about are marked in the preview, and lead to it by keys and by the mouse', async () => {
  await page.getByRole('button', { name: 'Findings', exact: true }).click();
  await openFinding(page, 'Login without limit');
  const { rows } = await callFrom(page, 'finding.list', { project, query: 'title:"Login without limit"' });
  const id = rows[0]?.id ?? '';
  const quote = 'attacker reads';
  const { comment } = await callFrom(page, 'comment.add', {
    id,
    field: 'description',
    quote,
    text: 'Which files?',
  });
  const preview = page.getByRole('group', { name: 'Description, as it reads' });
  const mark = preview.getByRole('button', { name: quote });
  const onComment = (): Promise<boolean> =>
    page.evaluate((named) => {
      const now = document.activeElement;
      return now instanceof HTMLElement && now.dataset['comment'] === named;
    }, comment);
  await mark.waitFor();
  const found = await barriers(page);
  const said = await mark.getAttribute('title');
  await mark.press('Enter');
  await eventually(onComment).toBe(true);
  found.push(...(await barriers(page)));
  await toggle().click();
  await panel().waitFor({ state: 'detached' });
  await mark.click();
  await eventually(onComment).toBe(true);
  const shown = comments().filter({ hasText: 'Which files?' });
  await shown.getByRole('button', { name: 'Resolve comment' }).click();
  await mark.waitFor({ state: 'detached' });
  expect([found, said]).toEqual([[], 'Comment by Mara Lindqvist: Which files?']);
});
