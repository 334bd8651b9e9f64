import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { generateFindings } from '#sample/data/generator.ts';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { listByKeys } from '../support/list.ts';
import { syncByKey } from '../support/send.ts';

/* One action over many findings, by keyboard alone, before a service with 1,200 of them. */

const project = 'many-2026';
const count = 1_200;
const own = ['aa', 'bb', 'cc'].map((id) => ({
  id,
  body: {
    title: `Zz ${id}`,
    asset: ['portal.example.test'],
    severity: 'medium',
    status: 'open',
    description: 'The first line.\n\nThe last line.\n',
  },
}));

/** None of them closed, so that all can be. */
const generated = [...generateFindings(7, count - own.length)].map(({ body, ...seed }) => ({
  ...seed,
  body: { ...body, status: body['status'] === 'closed' ? 'open' : body['status'] },
}));

let browser: Browser;
let service: SampleService;
let opened: Opened;
let page: Page;
let folder = '';

beforeAll(async () => {
  browser = await launchBrowser();
  service = await startSampleService({
    engagement: false,
    seeds: [{ project, findings: [...generated, ...own] }],
  });
  folder = mkdtempSync(join(tmpdir(), 'dossier-bulk-'));
  opened = await openWindow(browser, { home: join(folder, 'home') });
  page = opened.page;
  await callFrom(page, 'home.create', { passphrase: null });
  await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? '' });
  await callFrom(page, 'engagement.add', { project });
  await callFrom(page, 'sync.run', {});
  await page.reload();
  await page.getByRole('row').nth(10).waitFor();
});

afterAll(async () => {
  await opened.close();
  await service.close();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  expect(opened.complaints).toEqual([]);
});

const dialog = () => page.getByRole('dialog');
const button = (name: string | RegExp) => dialog().getByRole('button', { name });
const rows = async (): Promise<number> =>
  Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Lists what a query finds and chooses all of it. */
async function chooseAll(query: string, found: number): Promise<void> {
  await listByKeys(page, query, found);
  await press('Control+a');
  await page.getByText(new RegExp(`^${found.toLocaleString('en-GB')} findings? selected`)).waitFor();
}

/** Goes through the dialog by Tab until this button has the keys, and presses it. */
async function pressButton(name: string | RegExp): Promise<void> {
  const wanted = button(name);
  await eventually(() => wanted.isEnabled()).toBe(true);
  for (let at = 0; at < 60; at += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break;
    await press('Tab');
  }
  await press('Enter');
}

/** A field of each of the three findings that only these tests know, as it is here. */
async function fields(name: string): Promise<unknown[]> {
  const shown = [];
  for (const { id } of own) shown.push((await callFrom(page, 'finding.get', { id })).effective[name]);
  return shown;
}

describe('a list of 1,200 findings', () => {
  const grid = () => page.getByRole('grid');
  const scrollTo = (top: number) => grid().evaluate((table, to) => table.scrollTo(0, to), top);
  /** Numbers of the rows that are seen, from the top; those that are on their way left out. */
  const shown = () =>
    grid().evaluate((table) => {
      const { top, bottom } = table.getBoundingClientRect();
      return [...table.querySelectorAll('[role=row]:not([aria-busy])')]
        .map((row) => ({ at: Number(row.ariaRowIndex), box: row.getBoundingClientRect() }))
        .filter(({ at, box }) => at > 1 && box.bottom > top && box.top < bottom)
        .map(({ at }) => at)
        .sort((one, other) => one - other);
    });
  async function expectRowsAt(top: number): Promise<void> {
    const first = 2 + Math.floor(top / 28);
    await eventually(shown).toEqual(expect.arrayContaining([first, first + 1, first + 15]));
  }

  /**
   * How many rows get other texts in each of the next 1,800 frames; the handle's value grows. Behind a frame that
   * is late the table goes on by itself every 200 ms: more than one part may come in such a one.
   */
  const drawnInFrames = () =>
    grid().evaluateHandle((table) => {
      const counts: { readonly rows: number; readonly parts: number }[] = [];
      let lastMs = performance.now();
      const changed = new Set<Element>();
      new MutationObserver((records) => {
        for (const { target } of records) {
          const row = target.parentElement?.closest('[role=row]');
          if (row) changed.add(row);
        }
      }).observe(table, { subtree: true, characterData: true });
      requestAnimationFrame(function next() {
        const nowMs = performance.now();
        counts.push({ rows: changed.size, parts: 1 + Math.floor((nowMs - lastMs) / 200) });
        lastMs = nowMs;
        changed.clear();
        if (counts.length < 1_800) requestAnimationFrame(next);
      });
      return counts;
    });
  type Frames = Awaited<ReturnType<typeof drawnInFrames>>;
  const rowsOf = async (frames: Frames): Promise<number[]> =>
    (await frames.jsonValue()).map(({ rows }) => rows);
  const maxInPart = async (frames: Frames): Promise<number> =>
    Math.max(...(await frames.jsonValue()).map(({ rows, parts }) => rows / parts));

  it('is drawn in parts while it is scrolled, never a whole view in one frame, and ends where it was scrolled to', async () => {
    // So that every row is here, and none waits for its answer.
    for (let top = 0; top <= 16_000; top += 2_000) {
      await scrollTo(top);
      await expectRowsAt(top);
    }
    await scrollTo(0);
    await expectRowsAt(0);
    const inFrames = await drawnInFrames();
    await grid().hover();
    for (let turn = 0; turn < 5; turn += 1) await page.mouse.wheel(0, 3_000);
    await eventually(() => grid().evaluate(({ scrollTop }) => scrollTop)).toBe(15_000);
    await expectRowsAt(15_000);
    expect(Math.max(...(await rowsOf(inFrames)))).toBeGreaterThan(0);
    expect(await maxInPart(inFrames)).toBeLessThanOrEqual(14);
    await scrollTo(0);
  });

  it('shows what a letter finds at once as far as it is seen, and what lies beyond the edges after that', async () => {
    const seen = await grid().evaluate(({ clientHeight }) => Math.ceil((clientHeight - 30) / 28) + 1);
    // What was scrolled before is drawn.
    await expectRowsAt(0);
    const inFrames = await drawnInFrames();
    await press('/', 'Control+a');
    await page.keyboard.type('severity:low');
    await eventually(async () => Math.max(...(await rowsOf(inFrames)))).toBeGreaterThanOrEqual(seen - 1);
    await eventually(async () => (await rowsOf(inFrames)).filter((rows) => rows > 0).length > 1).toBe(true);
    await eventually(async () => (await rowsOf(inFrames)).at(-1)).toBe(0);
    expect(await maxInPart(inFrames)).toBeLessThanOrEqual(seen);
    await press('Control+a', 'Delete', 'Escape', 'Escape');
    await eventually(rows).toBe(count);
  });
});

describe('a list of 1,200 findings that is scrolled', () => {
  it('shows nothing of the list before once a letter is answered: a click would meet another finding', async () => {
    const grid = page.getByRole('grid');
    await press('/', 'Control+a');
    // A word that no finding has; half a severity would be an error, and keep the list before it.
    await page.keyboard.type('zwqxj');
    await eventually(rows).toBe(0);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await eventually(rows).toBe(count);
    // From the first frame of the new list on, as the person would see it: while the wheel turns, to and fro.
    const otherRows = await grid.evaluateHandle((table) => {
      const seen: string[] = [];
      let turned = 0;
      const wheel = setInterval(() => {
        turned += 1;
        table.scrollTop = turned % 2 === 0 ? 0 : 28;
        if (turned > 400) clearInterval(wheel);
      }, 10);
      new MutationObserver(() => {
        const { top, bottom } = table.getBoundingClientRect();
        for (const row of table.querySelectorAll(
          '[role=row][aria-selected]:not([aria-busy], [aria-hidden])',
        )) {
          const box = row.getBoundingClientRect();
          if (box.bottom > top && box.top < bottom)
            seen.push(row.querySelector('[aria-colindex="2"]')?.textContent ?? '');
        }
        clearInterval(wheel);
      }).observe(table, { attributeFilter: ['aria-rowcount'] });
      return seen;
    });
    await page.keyboard.insertText('severity:low');
    await eventually(async () => (await otherRows.jsonValue()).length > 10).toBe(true);
    const severities = (await otherRows.jsonValue()).map((text) => /low$/i.test(text.trim()));
    expect(new Set(severities)).toEqual(new Set([true]));
    await press('Control+a', 'Delete', 'Escape', 'Escape');
    await eventually(rows).toBe(count);
  });
});

describe('a change of 1,200 findings', () => {
  it('is previewed, confirmed with its count, told finding by finding and undone', async () => {
    await chooseAll('', count);
    await press('t');
    // The first dialog of this page: its script may still be on its way, and keys before it write nothing.
    await dialog().waitFor();
    await page.keyboard.type('retest');
    await press('Enter');
    await dialog().getByText('All 1,200 findings change.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await pressButton('Change the tags of 1,200 findings');
    await button(/^Pending 1,200$/).waitFor();
    expect(await fields('tags')).toEqual([['retest'], ['retest'], ['retest']]);
    expect(await barriers(page)).toEqual([]);
    await pressButton('Undo 1,200 findings');
    await dialog().getByText('Undone for 1,200 findings.').waitFor();
    await button(/^Undone 1,200$/).waitFor();
    expect(await fields('tags')).toEqual([undefined, undefined, undefined]);
    await press('Escape');
    await eventually(() => dialog().count()).toBe(0);
  });

  it('is stopped in the middle, tells what is done, goes on with the rest, and arrives at each of them once', async () => {
    await chooseAll('', count);
    await press('s');
    await page.keyboard.type('closed');
    await dialog().getByText('All 1,200 findings change.').waitFor();
    // As soon as something is done: a hand would come late to what takes a machine half a second.
    await page.evaluate(() => {
      new MutationObserver((_records, observer) => {
        const progress = document.querySelector('dialog progress');
        if (!(progress instanceof HTMLProgressElement) || progress.value === 0) return;
        observer.disconnect();
        const buttons = [...document.querySelectorAll<HTMLElement>('dialog button')];
        buttons.find(({ textContent }) => textContent.trim() === 'Stop')?.click();
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await press('Enter');
    const told = dialog().getByText(/ of 1,200 done: it was stopped before the rest\.$/);
    await told.waitFor();
    const done = Number((await told.innerText()).split(' ')[0]?.replace(',', ''));
    const left = (count - done).toLocaleString('en-GB');
    await button(new RegExp(`^Not done ${left}$`)).waitFor();
    expect(await barriers(page)).toEqual([]);
    const waiting = (await callFrom(page, 'queue.list', {})).flatMap(({ findings }) => findings);
    await pressButton(`Continue with ${left}`);
    await button(/^Pending 1,200$/).waitFor();
    await press('Escape');
    await syncByKey(page);
    await page.getByText(/^Synced: /).waitFor({ timeout: 90_000 });
    const sent = service.ledger.flatMap(({ outcome, ids }) => (outcome === 'applied' ? ids : []));
    const values = new Set(service.findings(project).map(({ status }) => status));
    expect([done > 0 && done < count, waiting.length, sent.length, new Set(sent).size, [...values]]).toEqual([
      ...[true, done, count, count, ['closed']],
    ]);
    expect(await callFrom(page, 'queue.list', {})).toEqual([]);
  });

  it('asks for the number before it deletes them', async () => {
    await chooseAll('', count);
    await press('Delete');
    const confirm = button('Delete 1,200 findings');
    await confirm.waitFor();
    const before = await confirm.isEnabled();
    await dialog().getByLabel('Type 1,200 to delete them').waitFor();
    await press('Shift+Tab');
    await page.keyboard.type('1200');
    expect([before, await confirm.isEnabled(), await barriers(page)]).toEqual([false, true, []]);
    await press('Escape');
    await eventually(() => dialog().count()).toBe(0);
    expect(await callFrom(page, 'queue.list', {})).toEqual([]);
  });
});

describe('find and replace', () => {
  it('meets what is typed in the open editor and not saved yet: neither eats the other', async () => {
    await chooseAll('title:zz', own.length);
    await press('Escape', 'Home', 'Enter');
    const text = page.getByRole('textbox', { name: 'Description, Markdown' });
    await text.waitFor();
    // What is typed stays on its way until the bulk change is done.
    let release = (): void => undefined;
    const held = new Promise<void>((go) => (release = go));
    await page.route('**/call/finding.edit', async (route) => {
      await held;
      await route.continue();
    });
    await text.click();
    await press('Control+End');
    await page.keyboard.type('Typed meanwhile.');
    await page.getByRole('grid').focus();
    await press('Control+a', 'r');
    await page.keyboard.type('first');
    await press('Tab');
    await page.keyboard.type('1st');
    await dialog().getByText('All 3 findings change.').waitFor();
    await dialog().getByLabel('Zz cc', { exact: true }).first().waitFor();
    expect(await barriers(page)).toEqual([]);
    // The last hit is taken out: its box is reached by Tab like any other.
    await dialog().getByRole('group', { name: 'Zz cc' }).getByRole('checkbox').last().press('Space');
    await pressButton('Replace 2 matches in 2 findings');
    await button(/^Left out 1$/).waitFor();
    await press('Escape');
    release();
    await page.getByText('Saved locally').waitFor();
    await eventually(() => fields('description')).toEqual([
      'The 1st line.\n\nThe last line.\nTyped meanwhile.',
      'The 1st line.\n\nThe last line.\n',
      'The first line.\n\nThe last line.\n',
    ]);
    await eventually(() => text.innerText()).toContain('1st');
    await page.unrouteAll({ behavior: 'wait' });
  });
});

describe('what failed', () => {
  it('is told among the bulk changes, and chosen in the list', async () => {
    await callFrom(page, 'sync.run', {});
    await chooseAll('title:zz', own.length);
    await press('v');
    await page.keyboard.type('critical');
    await dialog().getByText('All 3 findings change.').waitFor();
    await press('Enter');
    await page.getByText(/^Severity set to Critical: 3 findings with pending changes/).waitFor();
    service.edit('bb', { severity: 'low' });
    await callFrom(page, 'sync.run', {});
    await press('b');
    await button(/^Severity set to Critical .*1 finding in conflict, 2 done$/).press('Enter');
    await button('Select the 1 failed in the list').waitFor();
    expect(await barriers(page)).toEqual([]);
    await pressButton('Select the 1 failed in the list');
    await page.getByText('1 finding selected of 1').waitFor();
    expect(await page.getByLabel('Query', { exact: true }).inputValue()).toBe('id:bb');
  });
});
