import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, project, unlock, type Day } from '../support/day.ts';
import { openReportPanel } from '../support/report-panels.ts';

/*
 * Another window, or the terminal, writes into the same home, or locks it, while something is begun here; or what was
 * written from here is not answered.
 */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['First', 'Second']);
  page = day.page;
  await page.getByRole('row').nth(1).waitFor();
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

afterEach(() => {
  // What is asked for at the moment of the lock is refused.
  expect(day.complaints.filter((complaint) => !complaint.includes('423'))).toEqual([]);
});

const dialog = () => page.getByRole('dialog');
const button = (name: string | RegExp) => page.getByRole('button', { name }).first();

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Leaves the field that has the keys again, a frame after the button that was pressed beside it is gone. */
async function leaveField(): Promise<void> {
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);
  await eventually(hasFocus).toBe(true);
  await press('Escape');
}

/** Locks the home as another window does. @returns what the page says of what was typed */
async function lock(): Promise<string> {
  await callFrom(page, 'home.lock', {});
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
  const isSaved = await page.getByText('What you typed is saved.').count();
  return isSaved === 1 ? 'saved' : 'not saved';
}

it('Undo leaves what another window wrote about the engagement since, and says so', async () => {
  const summary = async () => (await callFrom(page, 'engagement.facts', { project })).facts.summary;
  await press('g', 'e');
  const text = page.getByRole('textbox', { name: /Management summary.*Markdown/ });
  await text.click();
  await page.keyboard.type('Words of mine.');
  await eventually(summary).toBe('Words of mine.');
  await callFrom(page, 'engagement.describe', { project, facts: { summary: 'A whole page of theirs.' } });
  await eventually(() => text.innerText()).toBe('A whole page of theirs.');
  await button(/^Undo/).click();
  await page.getByText('"Management summary" was changed elsewhere, and that value is kept').waitFor();
  expect(await summary()).toBe('A whole page of theirs.');
  await leaveField();
});

it('a field of a finding that another window wrote while it was typed here asks which one stays', async () => {
  const stored = async () => (await callFrom(page, 'finding.open', { id: 'f1' })).effective['title'];
  await press('g', 'f');
  await page.getByRole('row').filter({ hasText: 'Second' }).dblclick();
  const title = page.locator('.editor').getByRole('textbox', { name: 'Title' });
  await eventually(() => title.inputValue()).toBe('Second');
  await title.fill('Second of A');
  await callFrom(page, 'finding.edit', {
    id: 'f1',
    changes: { title: 'Second of B' },
    seen: { title: 'Second' },
  });
  const told = page.getByText('The title also changed elsewhere. Keep yours or use the other?');
  await button('Changed elsewhere').waitFor();
  // Neither typing on nor leaving the field writes over it.
  await title.pressSequentially(', typed on');
  await press('Tab');
  expect([await stored(), await title.inputValue()]).toEqual(['Second of B', 'Second of A, typed on']);
  await button('Changed elsewhere').click();
  await told.waitFor();
  await button('Keep mine').click();
  await eventually(stored).toBe('Second of A, typed on');
  await told.waitFor({ state: 'detached' });
  await leaveField();
});

it('says so where another window wrote a fact while it was typed here, and has theirs again', async () => {
  const stored = async () => (await callFrom(page, 'engagement.facts', { project })).facts.client;
  const { promise: written, resolve: goOn } = Promise.withResolvers<void>();
  await press('g', 'e');
  const hold = async (route: Route): Promise<void> => {
    await written;
    await route.continue();
  };
  await page.route('**/call/engagement.describe', hold, { times: 1 });
  const held = page.waitForRequest('**/call/engagement.describe');
  await page.getByRole('textbox', { name: 'Client', exact: true }).fill('Mine');
  await held;
  await callFrom(page, 'engagement.describe', { project, facts: { client: 'Theirs' } });
  goOn();
  await page.getByText('"Client" was also changed elsewhere').waitFor();
  expect(await stored()).toBe('Theirs');
  await button('Keep mine').click();
  await eventually(stored).toBe('Mine');
  await page.getByRole('textbox', { name: 'Client', exact: true }).fill('Mine again');
  await callFrom(page, 'engagement.describe', { project, facts: { client: 'Theirs' } });
  await button('Use theirs').click();
  await eventually(() => page.getByRole('textbox', { name: 'Client', exact: true }).inputValue()).toBe(
    'Theirs',
  );
  expect(await stored()).toBe('Theirs');
  expect(await page.getByText('"Client" was also changed elsewhere').count()).toBe(0);
});

it('the form of a round keeps only what was touched, and is there again behind a lock', async () => {
  const { number: round } = await callFrom(page, 'round.add', { project, name: 'Round one' });
  await press('g', 'f', 'g', 't');
  await dialog().getByRole('button', { name: 'Change' }).click();
  const name = dialog().getByRole('textbox', { name: 'Name of the round' });
  await name.fill('After the fixes');
  await callFrom(page, 'round.change', { project, round, note: 'A long note of theirs.' });
  await eventually(() => dialog().getByRole('textbox', { name: 'Note' }).inputValue()).toBe(
    'A long note of theirs.',
  );
  // The name that is typed here is told before it is saved, with theirs.
  const told = dialog().getByText('The name was changed elsewhere while you typed');
  await callFrom(page, 'round.change', { project, round, name: 'Theirs' });
  await told.waitFor();
  const said = await lock();
  await unlock(page);
  await eventually(() => name.inputValue()).toBe('After the fixes');
  await told.waitFor();
  await dialog().getByRole('button', { name: 'Keep mine' }).click();
  await told.waitFor({ state: 'detached' });
  await press('Escape');
  await dialog().getByText('You have unsaved changes.').waitFor();
  await dialog().getByRole('button', { name: 'Keep editing' }).click();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().getByRole('button', { name: 'New round' }).waitFor();
  const [one] = await callFrom(page, 'round.list', { project });
  expect([said, one?.name, one?.note]).toEqual(['not saved', 'After the fixes', 'A long note of theirs.']);
  await press('Escape');
});

it('words for many verdicts outlive a lock, and Escape asks before it drops them', async () => {
  await page.getByRole('row').nth(1).click();
  await press('f');
  const text = dialog().getByRole('textbox', { name: 'Text for all of them' });
  await text.fill('Looked at again on site.');
  await dialog().getByRole('radio', { name: 'Fixed', exact: true }).check();
  const said = await lock();
  await unlock(page);
  await eventually(() => text.inputValue()).toBe('Looked at again on site.');
  await dialog().getByText('1 finding: “Fixed”.').waitFor();
  await press('Escape');
  const stays = await dialog().count();
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await dialog().waitFor({ state: 'detached' });
  expect([said, stays, await lock()]).toEqual(['not saved', 1, 'saved']);
  await unlock(page);
  await page.getByRole('row').nth(1).waitFor();
  expect(await dialog().count()).toBe(0);
});

it('a theme that is being written outlives a lock', async () => {
  await press('g', 'p');
  await openReportPanel(page, 'options');
  await button('Logo, colours, fonts…').press('Enter');
  await dialog().getByRole('button', { name: 'New theme…' }).click();
  const name = dialog().getByRole('textbox', { name: 'Name of the theme' });
  await name.fill('House style');
  const said = await lock();
  await unlock(page);
  await eventually(() => name.inputValue()).toBe('House style');
  expect(said).toBe('not saved');
  await press('Escape');
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

it('the title of a report that is typed when a lock comes is kept behind it', async () => {
  const title = page.getByRole('textbox', { name: 'Title' });
  // The save is on its way when the lock comes, however slowly it is typed.
  const { promise: locked, resolve: goOn } = Promise.withResolvers<void>();
  const call = '**/call/report.configure';
  await page.route(call, async (route) => {
    await locked;
    await route.continue();
  });
  const sent = page.waitForRequest(call);
  const answered = page.waitForResponse(call);
  await title.pressSequentially('Second test');
  await sent;
  const said = await lock();
  goOn();
  await answered;
  await page.unrouteAll({ behavior: 'wait' });
  // The first saves behind it are refused as well.
  const error = { code: 'locked', message: 'The vault is locked.' };
  const body = JSON.stringify({ ok: false, error });
  await page.route(call, (route) => route.fulfill({ status: 423, body }), { times: 2 });
  await unlock(page);
  await eventually(async () => (await callFrom(page, 'report.settings', { project })).settings.title).toBe(
    'Second test',
  );
  expect([said, await title.inputValue()]).toEqual(['not saved', 'Second test']);
});

it('a saved list is renamed, and keeps the query that another window gave it', async () => {
  const { view } = await callFrom(page, 'view.save', { view: null, name: 'Mine', query: '', sort: null });
  await page.reload();
  await button('What to do with Mine').click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await callFrom(page, 'view.save', { view, query: 'is:queued' });
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Waiting');
  await press('Enter');
  await dialog().waitFor({ state: 'detached' });
  expect(await callFrom(page, 'view.list', {})).toEqual([
    { view, name: 'Waiting', query: 'is:queued', sort: null },
  ]);
});

it('a new finding whose creation was not answered is made once, with what was corrected since', async () => {
  await press('g', 'f');
  await page.route(
    '**/call/finding.create',
    async (route) => {
      await route.fetch();
      await route.fulfill({ body: 'cut off' });
    },
    { times: 1 },
  );
  await press('n');
  await dialog().getByRole('textbox', { name: 'Title' }).fill('Mdae once');
  await dialog().getByRole('combobox', { name: 'Assets' }).fill('a.example.test');
  await press('Control+Enter');
  await dialog()
    .getByText(/answer could not be read/u)
    .waitFor();
  await dialog().getByRole('textbox', { name: 'Title' }).fill('Made once');
  await dialog().getByRole('button', { name: 'Create and open' }).click();
  await eventually(() => page.locator('.editor').getByRole('textbox', { name: 'Title' }).inputValue()).toBe(
    'Made once',
  );
  const queued = await callFrom(page, 'queue.list', {});
  expect(queued.filter(({ kind }) => kind === 'create').length).toBe(1);
});

it.each([
  ['before it', (text: string) => `Theirs. ${text}`],
  ['in the same line', (text: string) => text.replace('Begin', 'Theirs begin')],
])('letters of an input method stand once where another window wrote %s meanwhile', async (where, theirs) => {
  const [made] = await callFrom(page, 'finding.create', {
    project,
    records: [{ title: `Composed ${where}`, asset: ['a.example.test'], description: 'One.\n\nBegin ' }],
  });
  const id = made?.findings[0] ?? '';
  const stored = async () => (await callFrom(page, 'finding.open', { id })).effective['description'];
  await press('g', 'f');
  await page
    .getByRole('row')
    .filter({ hasText: `Composed ${where}` })
    .dblclick();
  // The one before begins alike: its text is here until this one is read.
  await eventually(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(`Composed ${where}`);
  const text = page.getByRole('textbox', { name: 'Description, Markdown' });
  await eventually(() => text.innerText()).toMatch(/Begin $/u);
  await text.click();
  await press('Control+End');
  const input = await page.context().newCDPSession(page);
  const compose = (letters: string) =>
    input.send('Input.imeSetComposition', {
      text: letters,
      selectionStart: letters.length,
      selectionEnd: letters.length,
    });
  await compose('に');
  await compose('にほん');
  await eventually(stored).toBe('One.\n\nBegin にほん');
  const read = page.waitForResponse(
    async (answer) => answer.url().endsWith('/call/finding.open') && (await answer.text()).includes('heirs'),
  );
  await callFrom(page, 'finding.edit', { id, changes: { description: theirs('One.\n\nBegin にほん') } });
  await read;
  // The page has drawn what it read.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await compose('日本');
  await input.send('Input.insertText', { text: '日本' });
  await eventually(stored).toBe(theirs('One.\n\nBegin 日本'));
  await eventually(async () => (await text.innerText()).replaceAll(/\n+/gu, ' ')).toBe(
    theirs('One.\n\nBegin 日本').replaceAll(/\n+/gu, ' '),
  );
  await input.detach();
});
