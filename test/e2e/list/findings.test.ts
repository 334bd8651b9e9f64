import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';
import { syncByKey } from '../support/send.ts';

let browser: Browser;
let opened: Opened;
let page: Page;
let project = '';

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser, { width: 1500 });
  page = opened.page;
  [project = ''] = await openSample(page);
  await page.getByRole('row').nth(20).waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
});

afterEach(() => {
  expect(opened.complaints).toEqual([]);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const grid = () => page.getByRole('grid');
const query = () => page.getByLabel('Query', { exact: true });
/** How many findings the list has. */
const rows = async (): Promise<number> => Number(await grid().getAttribute('aria-rowcount')) - 1;
/** Places of the chosen findings among those that are drawn. */
const chosen = () =>
  page.locator('[role=row][aria-selected=true]').evaluateAll((all) => all.map((row) => row.ariaRowIndex));
/** The row that the screen reader is led to. */
const cursor = () =>
  grid().evaluate(
    (table) => document.getElementById(table.getAttribute('aria-activedescendant') ?? '')?.ariaRowIndex,
  );
/** The count beside a list at the left. */
const counted = (list: string) =>
  page
    .locator('nav button', { has: page.getByText(list, { exact: true }) })
    .locator('.count')
    .innerText();

async function ask(text: string): Promise<void> {
  await query().fill(text);
  await query().press('Escape');
  await query().press('Escape');
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

describe('the start', () => {
  it('asks the program once for each thing that it opens with', async () => {
    // Once the stream is open it asks again for what changed before.
    const counted = Promise.withResolvers<void>();
    onTestFinished(() => counted.resolve());
    await page.route('**/events', (route) => counted.promise.then(() => route.continue()));
    const asked: string[] = [];
    const note = (request: Request): number => asked.push(request.url().replace(/.*\/call\//, ''));
    page.on('request', note);
    await page.reload();
    await page.getByRole('row').nth(20).waitFor();
    page.off('request', note);
    counted.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    const once = ['home.state', 'setting.read', 'list.find'];
    expect(asked.filter((name) => once.includes(name)).sort()).toEqual(once.toSorted());
  });

  it('says so where it cannot be read where the person was, and goes on from there once it can', async () => {
    const says = 'The disk does not answer.';
    const body = JSON.stringify({ ok: false, error: { code: 'internal', message: says } });
    await page.route('**/call/setting.read', (route) => route.fulfill({ body }));
    await page.reload();
    await page.getByText(says).waitFor();
    const found = await barriers(page);
    await page.unrouteAll({ behavior: 'wait' });
    await button('Try again').click();
    await page.getByRole('row').nth(20).waitFor();
    expect(found).toEqual([]);
  });
});

describe('the query field', () => {
  it('shows what it finds with every key', async () => {
    await query().fill('severity:high');
    await eventually(rows).toBe(6);
    await query().fill('severity:high xml');
    await eventually(rows).toBe(1);
  });

  it('makes no row anew after a query that found nothing, and shows none meanwhile', async () => {
    await ask('');
    await eventually(rows).toBeGreaterThan(6);
    const titles = () => page.getByRole('gridcell').nth(2).innerText();
    const before = await titles();
    const cell = await page.getByRole('gridcell').nth(2).elementHandle();
    const shown = () => cell?.evaluate((one) => [one.isConnected, one.checkVisibility()]);
    await query().fill('severity:high no-such-word');
    await eventually(rows).toBe(0);
    const empty = [await page.getByRole('row').count(), await shown()];
    await ask('');
    await eventually(titles).toBe(before);
    expect([empty, await shown()]).toEqual([
      [1, [true, false]],
      [true, true],
    ]);
  });

  it('keeps the list while a word is typed that may become a field or a value, and takes the only one with Enter', async () => {
    await ask('severity:high');
    await eventually(rows).toBe(6);
    await query().fill('severity:high verdi');
    const mark = page.getByText('listed for severity:high', { exact: false });
    await mark.waitFor();
    const typing = [await rows(), await page.getByRole('alert').count()];
    await query().fill('severity:high verd');
    await page.getByRole('option', { name: 'verdict:', selected: true }).waitFor();
    await press('Enter');
    expect([await query().inputValue(), typing]).toEqual(['severity:high verdict:', [6, 0]]);
    await query().fill('severity:high verd');
    await mark.waitFor();
    await press('Escape');
    await page.getByText('No results').waitFor();
    expect(await mark.count()).toBe(0);
  });

  it('joins terms of different fields by OR', async () => {
    await ask('severity:critical');
    await eventually(rows).not.toBe(6);
    const critical = await rows();
    await ask('severity:high OR severity:critical xml OR severity:critical -xml');
    await eventually(rows).toBe(6 + critical);
  });

  it('completes fields and values by the keyboard', async () => {
    await query().fill('');
    await query().pressSequentially('stat');
    await press('ArrowDown', 'Enter');
    await query().pressSequentially('risk');
    // The values of the engagement are read when the hands rest.
    await page.getByRole('option', { name: 'risk_accepted' }).waitFor();
    await press('Tab');
    await eventually(rows).toBe(1);
    expect(await query().inputValue()).toBe('status:risk_accepted');
  });

  it('points at what it cannot understand, and keeps the list that was there', async () => {
    // Known by the program alone, and pointed at all the same.
    await query().fill('xss severity:hgh');
    await page.getByRole('alert').waitFor();
    expect([await page.getByRole('alert').innerText(), await page.locator('mark').innerText()]).toEqual([
      'Unknown severity "hgh". Did you mean "high"?',
      'hgh',
    ]);
    await query().fill('severity:>=hgh xss');
    const problem = page.getByRole('alert');
    await problem.waitFor();
    expect([await problem.innerText(), await page.locator('mark').innerText(), await rows()]).toEqual([
      'Unknown severity "hgh". Did you mean "high"?',
      'hgh',
      1,
    ]);
    const count = page.getByText(/^1 finding · listed for/);
    expect(await count.innerText()).toBe('1 finding · listed for status:risk_accepted');
    // The words of the mistake cover nothing of it.
    await count.click({ trial: true, position: { x: 10, y: 8 } });
    expect(await barriers(page)).toEqual([]);
  });

  it('says that nothing matches and leads back to everything', async () => {
    await ask('nothinghasthisword');
    await page.getByText('No results').waitFor();
    await query().fill('severity:>=hgh');
    await page.getByRole('alert').waitFor();
    // What stands below is the list of the query before: it found nothing, and says so still.
    await page.getByText('No findings match the last valid filter.').waitFor();
    // Until everything is there, it does not say that there is nothing.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/call/list.find', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest('**/call/list.find');
    await button('Clear filter').click();
    await asked;
    expect(await page.getByText(/^No findings under/).count()).toBe(0);
    release();
    await eventually(rows).toBe(20);
    await page.unrouteAll({ behavior: 'wait' });
  });
});

describe('the table', () => {
  it('is gone through, chosen from and opened by the keyboard', async () => {
    await press('l', 'Home', 'ArrowDown', 'ArrowDown', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown');
    await eventually(async () => [await cursor(), await chosen()]).toEqual(['6', ['4', '5', '6']]);
    await press('Control+a');
    await page.getByText('20 findings selected').waitFor();
    await press('Escape', 'Enter');
    await page.getByLabel('Title', { exact: true }).waitFor();
    await press('Escape');
    await eventually(() => page.getByLabel('Title', { exact: true }).count()).toBe(0);
    await eventually(cursor).toBe('6');
  });

  it('keeps its place and the keys when a finding opens beside it, and gives them back when it closes', async () => {
    const title = page.getByLabel('Title', { exact: true });
    const at = () => page.evaluate(() => document.activeElement?.getAttribute('role'));
    await press('l', 'Home', 'ArrowDown', 'Enter');
    await title.waitFor();
    await press('ArrowDown', 'ArrowDown');
    await eventually(async () => [await at(), await cursor()]).toEqual(['grid', '5']);
    await press('e');
    await eventually(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
    await press('Escape');
    await eventually(() => title.count()).toBe(0);
    await eventually(async () => [await at(), await cursor()]).toEqual(['grid', '5']);
  });

  it('gives up a choice of several first on Escape, then the open finding', async () => {
    const title = page.getByLabel('Title', { exact: true });
    await press('Home', 'Enter', 'Shift+ArrowDown', 'Shift+ArrowDown');
    await title.waitFor();
    const seen = async () => [(await chosen()).length, await title.count()];
    await eventually(seen).toEqual([3, 1]);
    await press('Escape');
    await eventually(seen).toEqual([0, 1]);
    await press('Escape');
    await eventually(() => title.count()).toBe(0);
  });

  it('says of the time in the column Changed that it is the one of this home', async () => {
    const said = page.getByTitle(/^Last changed .* \(locally or by sync\)$/);
    await eventually(() => said.count()).toBeGreaterThan(5);
  });

  it('has its columns sorted, moved and made wider by the keyboard', async () => {
    const labels = async () => (await page.getByRole('columnheader').allInnerTexts()).slice(1, 4);
    const width = async (name: string) =>
      (await page.getByRole('columnheader', { name }).boundingBox())?.width ?? 0;
    const before = await width('Severity');
    await press('l', 'Tab', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowLeft');
    await eventually(() => width('Severity')).toBe(before + 16);
    await press('Alt+ArrowRight');
    await eventually(labels).toEqual(['Title', 'Severity', 'Sync']);
    await press('Alt+ArrowRight');
    await eventually(labels).toEqual(['Title', 'Sync', 'Severity']);
    await page.getByText('Severity is column 3 of 7').waitFor({ state: 'attached' });
    expect(await barriers(page)).toEqual([]);
    await press('Alt+ArrowLeft', 'Alt+ArrowLeft', 'Shift+ArrowLeft', 'ArrowRight', 'ArrowRight', 'Enter');
    const sync = page.getByRole('columnheader', { name: 'Sync' });
    await eventually(() => sync.getAttribute('aria-sort')).toBe('ascending');
    await press('Enter');
    await eventually(() => sync.getAttribute('aria-sort')).toBe('descending');
    await press('ArrowDown', 'Home');
    await eventually(async () => [await labels(), await cursor()]).toEqual([
      ['Severity', 'Title', 'Sync'],
      '2',
    ]);
  });

  it('has a column made wider by the mouse, which moves none, however fast it goes', async () => {
    const severity = page.getByRole('columnheader', { name: 'Severity' });
    const places = async () => (await page.getByRole('columnheader').allInnerTexts()).slice(1, 4);
    const [before, labels] = [(await severity.boundingBox())?.width ?? 0, await places()];
    const { x = 0, y = 0, width = 0 } = (await severity.locator('.edge').boundingBox()) ?? {};
    const [fromX, atY] = [x + width / 2, y + 8];
    for (const by of [40, -40]) {
      const begin = by > 0 ? fromX : fromX + 40;
      await page.mouse.move(begin, atY);
      await page.mouse.down();
      await page.mouse.move(begin + by, atY, { steps: 4 });
      await page.mouse.up();
      await eventually(async () => (await severity.boundingBox())?.width).toBe(before + Math.max(by, 0));
    }
    expect(await places()).toEqual(labels);
  });

  it('is asked by the mouse alone: a click in the empty field offers what can be asked', async () => {
    await query().click();
    await page.getByRole('option', { name: /^severity:/ }).click();
    await page.getByRole('option', { name: /^high/i }).click();
    await eventually(() => query().inputValue()).toMatch(/^severity:high$/i);
    // A row that is clicked next stands elsewhere in the list before.
    await eventually(rows).toBe(6);
    await ask('');
    await eventually(rows).toBe(20);
  });

  it('is chosen from by the mouse: one, a range, one more', async () => {
    const row = (place: number) => page.locator(`[role=row][aria-rowindex="${String(place)}"]`);
    await row(3).locator('.tick').click();
    await row(6)
      .locator('.tick')
      .click({ modifiers: ['Shift'] });
    await row(9).locator('.tick').click();
    await eventually(chosen).toEqual(['3', '4', '5', '6', '9']);
    await button('Clear').click();
    await eventually(chosen).toEqual([]);
  });

  it('keeps its rows in their places while the mouse is on its way to one, whatever changes meanwhile', async () => {
    const before = await rows();
    // Moved in the page: where the page stalls, its moves come before what is due after them.
    const mouse = await page
      .getByRole('row')
      .nth(3)
      .evaluateHandle((row) =>
        setInterval(() => row.dispatchEvent(new PointerEvent('pointermove', { bubbles: true })), 20),
      );
    const asked: number[] = [];
    const note = (request: Request): void => {
      if (request.url().endsWith('/call/list.find')) asked.push(performance.now());
    };
    page.on('request', note);
    const fromMs = performance.now();
    const [made] = await callFrom(page, 'finding.create', {
      project,
      records: [{ title: 'Came while the mouse moved', asset: ['a.example.test'] }],
    });
    await eventually(() => asked.length).toBeGreaterThan(0);
    page.off('request', note);
    await mouse.evaluate((timer) => clearInterval(timer));
    await eventually(rows).toBe(before + 1);
    await callFrom(page, 'queue.discard', { op: made?.op ?? '' });
    await eventually(rows).toBe(before);
    // The list is asked anew at once if nobody holds it, and after a second at the latest.
    expect((asked[0] ?? 0) - fromMs).toBeGreaterThanOrEqual(1_000);
  });

  it('has read the finding on which the mouse rests, or the cursor, before it is opened', async () => {
    await ask('');
    // Each by its body: one that was read is read again where the store has changed.
    const reads = new Set<string>();
    const note = (request: Request): void => {
      if (request.url().endsWith('/call/finding.open')) reads.add(request.postData() ?? '');
    };
    page.on('request', note);
    await page.getByRole('row').nth(8).hover();
    await eventually(() => reads.size).toBe(1);
    await page.getByRole('row').nth(8).click();
    await page.getByLabel('Title', { exact: true }).waitFor();
    const opened = reads.size;
    await press('Escape', 'l', 'ArrowDown');
    await eventually(() => reads.size).toBe(2);
    page.off('request', note);
    expect([opened, await cursor()]).toEqual([1, '10']);
  });

  it('sorts by a column, and back, and remembers columns and place over a restart of the page', async () => {
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    await eventually(() => page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await button('Columns').click();
    await page.getByRole('menuitemcheckbox', { name: 'Tags' }).click();
    await page.getByRole('columnheader', { name: 'Tags' }).waitFor();
    await ask('severity:low');
    await page.reload();
    await eventually(rows).toBe(3);
    const tags = await page.getByRole('columnheader', { name: 'Tags' }).count();
    const sort = await page.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort');
    expect([tags, sort, await query().inputValue()]).toEqual([1, 'ascending', 'severity:low']);
    await ask('');
  });

  it('has the cursor on the open finding after a restart of the page, and goes on from there', async () => {
    await page.getByRole('row').nth(5).click();
    await page.getByRole('region', { name: 'Finding', exact: true }).waitFor();
    const kept = async () => (await callFrom(page, 'setting.read', {})).place?.finding ?? null;
    const [id] = (await callFrom(page, 'finding.list', { project, sort: 'title' })).rows
      .slice(4)
      .map((row) => row.id);
    await eventually(kept).toBe(id);
    await page.reload();
    await eventually(cursor).toBe('6');
    await page.getByRole('region', { name: 'Finding', exact: true }).press('Alt+ArrowDown');
    await eventually(cursor).toBe('7');
    await press('Escape', 'Escape');
  });

  it('scrolls through thousands and draws only what is seen', async () => {
    const records = Array.from({ length: 3_000 }, (_, index) => ({
      title: `Drawn ${String(index).padStart(4, '0')}`,
      asset: ['many.example.test'],
      severity: 'low',
    }));
    await callFrom(page, 'engagement.add', { project: 'many' });
    await callFrom(page, 'finding.create', { project: 'many', records });
    await page.getByRole('button', { name: /^Engagement.+/ }).click();
    await page.getByRole('menuitemcheckbox', { name: /^many/ }).click();
    await press('g', 'f');
    await eventually(rows).toBe(3_000);
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    /** What stood in rows that were on their way, as their page drew them. */
    const meanwhile: string[] = [];
    await page.route('**/call/list.rows', async (route) => {
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      meanwhile.push(...(await page.locator('[aria-busy]').allInnerTexts()));
      await route.continue();
    });
    await press('l', 'End');
    await page.getByText('Drawn 2999').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect([await cursor(), (await page.getByRole('row').count()) < 80, meanwhile.length > 0]).toEqual([
      '3001',
      true,
      true,
    ]);
    expect(meanwhile.join(' ')).not.toMatch(/Drawn/);
    await press('Home');
    await page.getByText('Drawn 0000').waitFor();
    await page.getByRole('button', { name: /^Engagement.+/ }).click();
    await page.getByRole('menuitemcheckbox').first().click();
    await press('g', 'f');
    await eventually(rows).toBe(20);
    // On a busy machine a sync of three thousand creations outlasts every later test.
    await callFrom(page, 'engagement.destroy', { project: 'many', name: 'many', unsent: 3_000 });
  });
});

describe('what is done with findings', () => {
  it('sets the status of many, shows them as queued, and undoes it', async () => {
    await ask('severity:high');
    await eventually(rows).toBe(6);
    await press('Control+a', 's');
    await page.getByRole('combobox', { name: 'Status' }).fill('pending_retest');
    await eventually(() => button('Set the status of 6 findings').isEnabled()).toBe(true);
    await press('Enter');
    await page.getByText('Status set to Pending retest: 6 findings with pending changes.').waitFor();
    // Under the pointer it does not leave by itself.
    await button('Undo').hover();
    await eventually(() => counted('With pending changes')).toBe('6');
    await eventually(() => page.getByRole('grid').getByText('Pending', { exact: true }).count()).toBe(6);
    await button('Undo').click();
    await eventually(() => counted('With pending changes')).toBe('0');
    await press('Escape');
  });

  it('asks before it deletes, and cancels', async () => {
    await press('l', 'Home', 'Delete');
    await page.getByRole('heading', { name: /^Delete “.+”\?$/u }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await press('Escape');
    await eventually(() => page.getByRole('dialog').count()).toBe(0);
    expect(await counted('With pending changes')).toBe('0');
  });

  it('makes a new finding by Ctrl+Enter, selects it in the list whatever that shows, and opens it at its text', async () => {
    await ask('severity:critical');
    await eventually(rows).toBe(0);
    await press('n');
    await page.getByLabel('Title', { exact: true }).fill('Written in the window');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Enter an asset.').waitFor();
    // A column of a table.
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('a.example.test\nb.example.test'));
    const assetField = page.getByRole('dialog').getByRole('combobox', { name: 'Assets' });
    await assetField.focus();
    await press('Control+V');
    await page.keyboard.type('ortal.fj');
    const known = page.getByRole('listbox', { name: 'Assets used before' });
    await known.getByRole('option', { name: 'portal.fjellmark.example', exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await press('Escape');
    await known.waitFor({ state: 'detached' });
    await press('ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Enter');
    await press('Control+Enter');
    const title = page.locator('.editor').getByLabel('Title', { exact: true });
    await eventually(() => title.inputValue()).toBe('Written in the window');
    // Its text begins where the hands are: the title is written.
    const place = () =>
      page.evaluate(() => document.activeElement?.closest('[data-place]')?.getAttribute('data-place'));
    await eventually(place).toBe('description');
    const row = page.getByRole('row').filter({ hasText: 'Written in the window' });
    await eventually(() => row.getAttribute('aria-selected')).toBe('true');
    await eventually(rows).toBe(1);
    const assets = page.locator('.editor [data-place=asset] [data-chip]');
    await eventually(async () => (await assets.allTextContents()).slice(0, 2)).toEqual([
      'a.example.test',
      'b.example.test',
    ]);
    await eventually(() => assets.count()).toBe(3);
    await press('Escape');
    await ask('');
    await eventually(rows).toBe(21);
  });
});

describe('what changed since the person looked', () => {
  it('is nothing after the first fetch: what was there before is no news', async () => {
    await button('Show unread').click();
    await page.getByText('Nothing new').waitFor();
    await eventually(() => counted('Unread')).toBe('0');
    await button('Show all').click();
    await eventually(rows).toBe(21);
  });
});

describe('the keys of the keyboard help', () => {
  it('do what it says of them: query, list, changes and back, read, status, help', async () => {
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id);
    await press('/');
    await eventually(focused).toBe('Query');
    await press('Escape');
    await eventually(focused).toBe('Findings');
    await press('u');
    await eventually(() => query().inputValue()).toBe('is:unread');
    await press('u');
    await eventually(rows).toBe(21);
    await press('l', 'Home', 'PageDown', 'End');
    await eventually(cursor).toBe('22');
    await press('x', 'm');
    await page.getByText('Everything was already read.').waitFor();
    await press('s');
    await page.getByRole('combobox', { name: 'Status' }).waitFor();
    await press('Escape', 'Escape', '?');
    await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
    await press('Escape');
    await eventually(() => page.getByRole('dialog').count()).toBe(0);
    await eventually(chosen).toEqual([]);
  });
});

describe('saved lists', () => {
  it('are kept with their count, renamed, removed and brought back', async () => {
    await ask('severity:low');
    await eventually(rows).toBe(3);
    await button('Save this list').click();
    await page.getByLabel('Name', { exact: true }).fill('Small ones');
    const found = await barriers(page);
    // Pressed twice before the program has answered, it is saved once.
    const pressed = Promise.withResolvers<void>();
    await page.route('**/call/view.save', (route) => pressed.promise.then(() => route.continue()), {
      times: 1,
    });
    await press('Enter');
    await press('Enter');
    pressed.resolve();
    await eventually(() => counted('Small ones')).toBe('3');
    expect((await callFrom(page, 'view.list', {})).length).toBe(1);
    await button('What to do with Small ones').click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Low ones');
    await press('Enter');
    await eventually(() => counted('Low ones')).toBe('3');
    await button('What to do with Low ones').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await button('Undo').click();
    await eventually(() => page.locator('nav').getByText('Low ones', { exact: true }).count()).toBe(1);
    await ask('');
    expect([project === '', found]).toEqual([false, []]);
  });
});

describe('an engagement with nothing under its ID', () => {
  it('says which ID that is, and leads to where it is removed from this computer', async () => {
    const back = await page.getByRole('button', { name: /^Engagement.+/ }).innerText();
    await callFrom(page, 'engagement.add', { project: 'acme-wbe' });
    // The service answers that there is none.
    await callFrom(page, 'sync.run', { projects: ['acme-wbe'] });
    await page.getByRole('button', { name: /^Engagement.+/ }).click();
    await page.getByRole('menuitemcheckbox', { name: /^acme-wbe/ }).click();
    await page.getByRole('heading', { name: 'Nothing fetched under acme-wbe yet' }).waitFor();
    const found = await barriers(page);
    await button('Remove from this computer…').click();
    await page.getByRole('heading', { name: 'Remove an engagement from this computer' }).waitFor();
    await button('Remove from this computer… acme-wbe').click();
    await page.getByRole('heading', { name: 'Remove acme-wbe from this computer' }).waitFor();
    await page.getByLabel(/^Type its name/).fill('acme-wbe');
    await press('Enter');
    await page.getByRole('region', { name: 'Record' }).waitFor();
    await press('Escape');
    await press('g', 'f');
    await page
      .getByRole('button', { name: /^Engagement.+/ })
      .getByText(back.trim())
      .waitFor();
    await eventually(rows).toBeGreaterThan(0);
    expect(found).toEqual([]);
  });
});

describe('the boxes', () => {
  const ticked = () => page.getByRole('gridcell', { name: 'selected', exact: true }).count();

  it('are not ticked by a finding that is opened, nor by the box of another one', async () => {
    await ask('');
    await page.getByRole('row').nth(3).click();
    await eventually(chosen).toEqual(['4']);
    const opened = await ticked();
    await page.getByRole('row').nth(5).locator('.tick').click();
    await eventually(chosen).toEqual(['6']);
    await eventually(ticked).toBe(1);
    await page.getByRole('row').nth(3).locator('.tick').click();
    await eventually(chosen).toEqual(['4', '6']);
    await eventually(ticked).toBe(2);
    await press('Escape', 'Escape');
    expect(opened).toBe(0);
  });
});

describe('the keys', () => {
  const hasFocus = () => grid().evaluate((table) => table === document.activeElement);

  it('are on the list after a click on its empty ground: Ctrl+A chooses findings, not the text of the page', async () => {
    await button('New').focus();
    const bar = await page.getByRole('region', { name: 'Findings', exact: true }).boundingBox();
    await page.mouse.click((bar?.x ?? 0) + 2, (bar?.y ?? 0) + 2);
    await press('Control+a');
    await eventually(() => chosen().then((all) => all.length > 5)).toBe(true);
    const marked = await page.evaluate(() => getSelection()?.toString());
    expect([await hasFocus(), marked]).toEqual([true, '']);
    await press('Escape');
  });

  it('are on the list when the findings are gone to from themselves', async () => {
    await button('New').focus();
    await press('g');
    await press('f');
    await eventually(hasFocus).toBe(true);
  });

  it('are on the list after a dialog whose opener takes none any more', async () => {
    await button('New').focus();
    await press('Control+k');
    await page.getByRole('dialog').waitFor();
    // Behind a dialog it has no role.
    const opener = page.locator('button', { hasText: /^\s*New\s*$/u });
    await opener.evaluate((element) => element.toggleAttribute('disabled', true));
    await press('Escape');
    await eventually(hasFocus).toBe(true);
    await opener.evaluate((element) => element.toggleAttribute('disabled', false));
  });

  it('stay where they are when there is room again for the list that a finding covered as they were sent to it', async () => {
    await press('Home', 'Enter');
    const editor = page.getByRole('region', { name: 'Finding', exact: true });
    await editor.waitFor();
    await page.setViewportSize({ width: 800, height: 800 });
    await grid().waitFor({ state: 'detached' });
    // The last one: a toast takes the place of the first.
    const beside = page.locator('footer button').last();
    await beside.focus();
    await press('l');
    await page.setViewportSize({ width: 1500, height: 800 });
    await grid().waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await beside.evaluate((element) => element === document.activeElement)).toBe(true);
    await press('Escape', 'Escape');
  });
});

describe('the status bar', () => {
  it.each([
    ['moves the mouse', () => page.mouse.move(400, 300).then(() => page.mouse.move(401, 300))],
    ['presses a key', () => press('Shift')],
    ['turns the wheel', () => page.mouse.wheel(0, 10)],
  ])('has a sync know of a person who %s', async (_what, work) => {
    // As it is while a sync runs.
    await page.route('**/call/desk.status', async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replace('"syncing":false', '"syncing":true');
      await route.fulfill({ response: answer, body: text });
    });
    await page.reload();
    await grid().waitFor();
    let told = 0;
    page.on('request', (request) => (told += request.url().endsWith('/call/desk.worked') ? 1 : 0));
    // Until the page knows of the sync there is nobody to tell.
    await eventually(async () => {
      await work();
      return told > 0;
    }).toBe(true);
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    // Before that the page does not know that it is connected, and a sync would ask for the service.
    await page.getByRole('button', { name: /^1 finding pending/ }).waitFor();
  });

  it('tells of a sync, and of what it sent', async () => {
    await syncByKey(page);
    await page.getByText(/^Synced: 1 finding sent/).waitFor();
    await eventually(() => page.getByRole('button', { name: '0 findings pending' }).count()).toBe(1);
  });
});

describe('the desk', () => {
  it.each(['light', 'dark'] as const)(
    'has no barrier in the %s theme, alone, with help, and narrow',
    async (theme) => {
      await page.emulateMedia({ colorScheme: theme });
      const found = await barriers(page);
      await press('?');
      await page.getByRole('dialog').waitFor();
      found.push(...(await barriers(page)));
      await press('Escape');
      await page.setViewportSize({ width: 900, height: 700 });
      await button('Lists and settings').click();
      found.push(...(await barriers(page)));
      await button('Close the lists').click();
      await page.setViewportSize({ width: 1500, height: 800 });
      expect(found).toEqual([]);
    },
  );
});
