import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { png } from '../../domain/images/pictures.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, openFinding, project, unlock, type Day } from '../support/day.ts';
import { crashHost, mortalHost } from '../support/host-crash.ts';

/* The home is locked by another page, by time, or by a crash, while something is typed that is not saved. */

let browser: Browser;
let day: Day;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['First', 'Second'], ['Candidate'], mortalHost);
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

it('does not claim that all is saved, and what was typed is there behind the lock', async () => {
  const { page } = day;
  const title = page.getByRole('textbox', { name: 'Title' });
  await openFinding(page, 'First');
  await title.fill(' ');
  await page.getByText('Not saved: title').waitFor();
  // By the button of another window, which has nothing that is not saved.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Lock' }).first().click();
  await other.getByRole('heading', { name: 'Locked' }).waitFor();
  await page.getByText('You have unsaved text on this page.').waitFor();
  await other.close();
  const claimed = await page.getByText('What you typed is saved.').count();
  await unlock(page);
  await page.getByRole('row').filter({ hasText: 'First' }).dblclick();
  await title.waitFor();
  const kept = await title.inputValue();
  await title.fill('First, again');
  await page.getByText('Saved locally').waitFor();
  expect([claimed, kept]).toEqual([0, ' ']);
});

it('asks for the passphrase where its host crashed, and has all that was typed', async () => {
  const { page } = day;
  const title = page.getByRole('textbox', { name: 'Title' });
  const waiting = await callFrom(page, 'queue.list', {});
  await title.fill(' ');
  await page.getByText('Not saved: title').waitFor();
  await crashHost(day.opened.serving);
  await page.getByText('You have unsaved text on this page.').waitFor();
  const refused = await callFrom(page, 'queue.list', {}).catch(String);
  await unlock(page);
  await page.getByRole('row').filter({ hasText: 'First, again' }).dblclick();
  await title.waitFor();
  const kept = await title.inputValue();
  const after = await callFrom(page, 'queue.list', {});
  await title.fill('First, after the crash');
  await eventually(async () => (await callFrom(page, 'finding.get', { id: 'f0' })).effective['title']).toBe(
    'First, after the crash',
  );
  expect([refused, kept, after]).toEqual([expect.stringContaining('This vault is locked'), ' ', waiting]);
});

it('asks before the page is left over what is not saved, whichever screen is shown', async () => {
  const { page } = day;
  const title = page.getByRole('textbox', { name: 'Title' });
  await openFinding(page, 'Second');
  await title.fill(' ');
  await page.getByText('Not saved: title').waitFor();
  await page.getByRole('button', { name: /^Pending changes/ }).click();
  await title.waitFor({ state: 'detached' });
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const kind = (await asked).type();
  for (const key of ['g', 'f']) await page.keyboard.press(key);
  await title.fill('Second');
  await page.getByText('Not saved: title').waitFor({ state: 'detached' });
  expect(kind).toBe('beforeunload');
});

it('asks before the page is left while images are taken, and takes those behind a lock that it has not yet', async () => {
  const { page } = day;
  await openFinding(page, 'Second');
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  await page.route('**/call/evidence.add', async (route) => {
    await locked;
    await route.continue();
  });
  const files = ['login', 'menu'].map((name, at) => ({
    name: `${name}.png`,
    mimeType: 'image/png',
    buffer: Buffer.from(png({ width: 20 + at, height: 9 })),
  }));
  const held = page.waitForRequest('**/call/evidence.add');
  await page.locator('[data-place=evidence] input[type=file]').setInputFiles(files);
  await held;
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const kind = (await asked).type();
  await callFrom(page, 'home.lock', {});
  lock();
  await page.getByText('You have unsaved text on this page.').waitFor();
  await unlock(page);
  const names = async () =>
    (await callFrom(page, 'evidence.list', { id: 'f1' })).map(({ originalName }) => originalName);
  await eventually(names).toEqual(['login.png', 'menu.png']);
  await page.unrouteAll({ behavior: 'wait' });
  for (const { evidence } of await callFrom(page, 'evidence.list', { id: 'f1' })) {
    await callFrom(page, 'evidence.remove', { evidence });
  }
  expect(kind).toBe('beforeunload');
});

it.each([
  {
    what: 'a fact',
    call: 'engagement.describe',
    show: async () => {
      await day.page.getByRole('row').first().waitFor();
      for (const key of ['Escape', 'g', 'e']) await day.page.keyboard.press(key);
    },
    field: 'Client',
    stored: async () => (await callFrom(day.page, 'engagement.facts', { project })).facts.client,
  },
  {
    what: 'a caption',
    call: 'evidence.caption',
    show: async () => {
      for (const key of ['Escape', 'g', 'f']) await day.page.keyboard.press(key);
      const content = Buffer.from(png({ width: 9, height: 9 })).toString('base64');
      await callFrom(day.page, 'evidence.add', { id: 'f1', name: 'login.png', content });
      await openFinding(day.page, 'Second');
    },
    field: 'Caption of image 1',
    stored: async () => (await callFrom(day.page, 'evidence.list', { id: 'f1' }))[0]?.caption,
  },
  {
    what: 'words of a verdict',
    call: 'verdict.set',
    show: async () => {
      for (const key of ['Escape', 'g', 'f']) await day.page.keyboard.press(key);
      const { number: round } = await callFrom(day.page, 'round.add', { project });
      await callFrom(day.page, 'verdict.set', { project, round, ids: ['f1'], verdict: 'fixed' });
      await openFinding(day.page, 'Second');
    },
    field: 'Tester',
    stored: async () => (await callFrom(day.page, 'finding.verdicts', { id: 'f1' }))[0]?.given?.who,
  },
])('says so of $what, and saves it behind the lock', async ({ call, show, field, stored }) => {
  const { page } = day;
  await show();
  // The save is on its way when the lock comes.
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  await page.route(`**/call/${call}`, async (route) => {
    await locked;
    await route.continue();
  });
  const sent = page.waitForRequest(`**/call/${call}`);
  const answered = page.waitForResponse(`**/call/${call}`);
  await page.getByLabel(field, { exact: true }).fill('Harbour Ltd');
  await sent;
  await callFrom(page, 'home.lock', {});
  await page.getByRole('heading', { name: 'Locked' }).waitFor();
  lock();
  await answered;
  await page.getByText('You have unsaved text on this page.').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await unlock(page);
  await eventually(stored).toBe('Harbour Ltd');
});

it('claims it where it is so', async () => {
  const { page } = day;
  await callFrom(page, 'home.lock', {});
  await eventually(() => page.getByText('What you typed is saved.').count()).toBe(1);
});

it('keeps what was begun in the dialogs of a new finding and of a change of many', async () => {
  const { page } = day;
  const lock = async (): Promise<void> => {
    await callFrom(page, 'home.lock', {});
    await page.getByText('You have unsaved text on this page.').waitFor();
    await unlock(page);
  };
  await unlock(page);
  await page.getByRole('row').filter({ hasText: 'First' }).click();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Find').fill('first');
  await dialog.getByLabel('Replace with').fill('the last');
  await lock();
  const bulk = [
    await dialog.getByLabel('Find').inputValue(),
    await dialog.getByLabel('Replace with').inputValue(),
  ];
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  // Behind the lock the dialog is there before the engagement that a new finding is for.
  await page.getByRole('row').filter({ hasText: 'First' }).waitFor();
  await page.keyboard.press('n');
  await dialog.getByLabel('Title').fill('Begun before the lock');
  await dialog.getByRole('combobox', { name: 'Assets' }).fill('a.test');
  await lock();
  const title = await dialog.getByLabel('Title').inputValue();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await callFrom(page, 'home.lock', {});
  await page.getByText('What you typed is saved.').waitFor();
  expect([bulk, title]).toEqual([['first', 'the last'], 'Begun before the lock']);
});

it('keeps what was marked on an image, and lets go of it where the image is another one or gone', async () => {
  const { page } = day;
  await unlock(page);
  const content = (width: number) => Buffer.from(png({ width, height: 20 })).toString('base64');
  const { evidence, sha256 } = await callFrom(page, 'evidence.add', {
    id: 'f1',
    name: 'login.png',
    content: content(40),
  });
  await openFinding(page, 'Second');
  const { length } = await callFrom(page, 'evidence.list', { id: 'f1' });
  await page.getByRole('button', { name: `Crop or redact image ${String(length)}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Crop or redact' });
  const area = dialog.getByRole('button', { name: 'Area 1' });
  const left = dialog.getByLabel('X', { exact: true });
  const cover = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Cover an area' }).press('Enter');
    await area.waitFor();
  };
  const lock = async (): Promise<void> => {
    await callFrom(page, 'home.lock', {});
    await page.getByText('You have unsaved text on this page.').waitFor();
  };
  await cover();
  await left.fill('3');
  await left.press('Enter');
  await lock();
  await unlock(page);
  await area.click();
  const kept = await left.inputValue();
  await lock();
  // Another window opens the home, and redacts the image.
  const other = await day.opened.context.newPage();
  await other.goto(page.url());
  await unlock(other);
  await callFrom(other, 'evidence.replace', { evidence, madeOf: sha256, content: content(30) });
  await dialog.getByText('The image changed since you marked it.').waitFor();
  const areas = await area.count();
  await cover();
  await callFrom(other, 'evidence.remove', { evidence });
  await page.getByRole('alert').filter({ hasText: 'what you had marked on it went with it' }).waitFor();
  await other.close();
  await callFrom(page, 'home.lock', {});
  await page.getByText('What you typed is saved.').waitFor();
  expect([kept, areas, await dialog.count()]).toEqual(['3', 0, 0]);
});

it('keeps what was written into a conflict and to a decision, and says so', async () => {
  const { page, service } = day;
  await unlock(page);
  await callFrom(page, 'finding.edit', { id: 'f1', changes: { title: 'Second, mine' } });
  service.edit('f1', { title: 'Second, theirs' });
  await callFrom(page, 'sync.run', {});
  await page.getByRole('row').first().waitFor();
  for (const key of ['Escape', 'g', 'r']) await page.keyboard.press(key);
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.fill('Seen on both hosts');
  for (const key of ['Escape', 'g', 'c']) await page.keyboard.press(key);
  const own = page.getByRole('textbox', { name: 'Title: something else' });
  await own.fill('Second, by hand');
  await eventually(async () => (await callFrom(page, 'setting.read', {})).place?.screen).toBe('conflicts');
  await callFrom(page, 'home.lock', {});
  await page.getByText('You have unsaved text on this page.').waitFor();
  await unlock(page);
  await own.waitFor();
  const kept = await own.inputValue();
  // Another window settles it under the hands of this one.
  const [open] = await callFrom(page, 'queue.list', {});
  await callFrom(page, 'queue.resolve', { op: open?.op ?? '', choice: 'theirs' });
  await page.getByText('What you wrote there was not used.').waitFor();
  await page.getByRole('button', { name: /^Review/ }).click();
  await comment.waitFor();
  expect([kept, await comment.inputValue()]).toEqual(['Second, by hand', 'Seen on both hosts']);
});

it('hands back what was written to a decision on what is no candidate any more, and has nothing unsaved then', async () => {
  const { page, service } = day;
  await page.getByRole('button', { name: /^Review/ }).click();
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.fill('Seen on one host');
  service.remove('c0');
  await callFrom(page, 'sync.run', { acceptMissing: true });
  const told = page.locator('.toast').filter({ hasText: '"Candidate" is no candidate any more. What you' });
  await told.getByRole('button', { name: 'Copy it' }).waitFor();
  await page.getByText('No longer a candidate').waitFor();
  // The keys stay in the field, and decide on nothing.
  const reached = (field: HTMLElement) => field === document.activeElement && field.matches(':read-only');
  await eventually(() => comment.evaluate(reached)).toBe(true);
  await callFrom(page, 'home.lock', {});
  await eventually(() => page.getByText('What you typed is saved.').count()).toBe(1);
  await unlock(page);
});

it('keeps what was chosen a moment before the lock', async () => {
  const { page } = day;
  await page.getByRole('button', { name: /^Settings/ }).click();
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('group', { name: 'Theme' }).getByLabel('Dark').check();
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await unlock(page);
  await page.getByRole('button', { name: /^Findings/ }).waitFor();
  expect((await callFrom(page, 'setting.read', {})).appearance?.theme).toBe('dark');
});

it('lets go of what was typed in an engagement whose data was destroyed', async () => {
  const { page } = day;
  const title = page.getByRole('textbox', { name: 'Title' });
  await page.getByRole('button', { name: /^Findings/ }).click();
  await page.getByRole('row').filter({ hasText: 'First' }).dblclick();
  await title.fill(' ');
  await page.getByText('Not saved: title').waitFor();
  await page.getByRole('button', { name: /^Pending changes/ }).click();
  await title.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Findings/ }).click();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const begun = page.getByRole('dialog', { name: 'New finding' });
  await begun.getByLabel('Title').fill('Begun');
  const [engagement] = await callFrom(page, 'engagement.list', {});
  const { unsent } = await callFrom(page, 'engagement.holdings', { project });
  await callFrom(page, 'engagement.destroy', { project, name: engagement?.name ?? project, unsent });
  await page.getByText('No engagement yet').waitFor();
  await page.getByRole('alert').filter({ hasText: 'Unsaved text there is lost' }).waitFor();
  expect(await begun.count()).toBe(0);
  await callFrom(page, 'home.lock', {});
  await page.getByText('What you typed is saved.').waitFor();
  expect(await page.getByText('You have unsaved text on this page.').count()).toBe(0);
});
