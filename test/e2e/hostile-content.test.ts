import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { SampleService } from '#sample/http/server.ts';
import { startSampleService } from '#sample/http/server.ts';
import { askedSeeds, goThroughQuestions, openAt } from './hostile/questions.ts';
import { attacks } from './hostile/corpus.ts';
import {
  bringAbout,
  disguised,
  hostileName,
  hostileProject,
  hostileSeeds,
  refusal,
  speakHostile,
} from './hostile/desk.ts';
import { hostileBody, visitAll, watchFor, type Watch } from './hostile/visit.ts';
import { barriers } from './support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from './support/browser.ts';
import { callFrom, connectVault } from './support/calls.ts';

/*
 * A finding quotes the attack that it reports. No text of a finding runs, loads, frames, submits or navigates
 * anything, wherever it is shown, and a reader still sees what it says.
 */

const project = 'hostile-2026';
const corpus = attacks(40);
/** Shown on the screens of which each takes a while: each 23rd, from another one in each run unless it is said. */
const every = 23;
const from = Number(process.env['ATTACKS_FROM'] ?? randomInt(every));
const few = corpus.filter((_attack, at) => at % every === from);
/** So many are edited at the service and looked at with their changes. */
const shownChanged = 20;
/** Stands first in every order. */
const address = 'https://user:secret@attack.example/?q=a%20b#c';
const first = {
  id: 'link',
  body: { title: '0 a link', asset: ['x'], severity: 'critical', description: `[click here](${address})` },
};
let browser: Browser;
let service: SampleService;
let opened: Opened;
let watch: Watch;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  service = await startSampleService({
    engagement: false,
    seeds: [
      {
        project,
        findings: [
          first,
          ...corpus.map(({ text }, at) => ({ id: `h${String(at)}`, body: hostileBody(text, at) })),
        ],
      },
      hostileSeeds(few),
      askedSeeds(few),
    ],
    // An edit empties what it does not carry: one of the questions.
    updateReplaces: true,
  });
  opened = await openWindow(browser, { width: 1700, height: 1000 });
  ({ page } = opened);
  await connectVault(page, service, project);
  await callFrom(page, 'sync.run', { projects: [project] });
  await callFrom(page, 'setting.write', {
    name: 'place',
    value: { project, query: '', sort: 'title', finding: null, split: 500 },
  });
  watch = await watchFor(opened);
  await page.reload();
  await page.getByRole('row').nth(3).waitFor();
}, 180_000);

afterAll(async () => {
  await opened.close();
  await browser.close();
  await service.close();
});

const quiet = { ran: [], violations: [], requests: [], navigations: [], frames: 1, pages: 1, strange: [] };

test('no text of a list runs, loads or navigates anything', async () => {
  const titles = await page.evaluate(async () => {
    const seen = new Set<string>();
    const scroller = [...document.querySelectorAll('main *')].find(
      (one) => one.scrollHeight > one.clientHeight + 500,
    );
    const rows = (): string[] =>
      [...(scroller?.querySelectorAll('[role=row]') ?? [])].map((row) => row.textContent);
    /** Whether a row stands wherever one is to be seen: a list that is scrolled is drawn in parts. */
    const drawn = (): boolean => {
      const { left, top, bottom } = scroller?.getBoundingClientRect() ?? new DOMRect();
      for (let at = top + 40; at < bottom; at += 14) {
        const row = document.elementFromPoint(left + 60, at)?.closest('[role=row]') ?? null;
        if (row === null || row.ariaBusy === 'true') return false;
      }
      return true;
    };
    for (let top = 0; top <= (scroller?.scrollHeight ?? 0); top += scroller?.clientHeight ?? 500) {
      scroller?.scrollTo(0, top);
      const end = performance.now() + 5_000;
      do await new Promise((go) => requestAnimationFrame(go));
      while (!drawn() && performance.now() < end);
      for (const number of rows()
        .join('\n')
        .matchAll(/hostile (\d+) /g))
        seen.add(number[1] ?? '');
    }
    return seen.size;
  });
  expect([titles, await watch.seen()]).toEqual([corpus.length, quiet]);
});

test('no text of an open finding does, and every word of it can be read in its preview', async () => {
  const visited = await visitAll(page, corpus.length + 1);
  const unread = corpus.flatMap(({ name, text, words }, at) => {
    const shown = visited.get(at);
    if (shown === undefined || shown.texts.length < 3) return [`${name}: was not shown`];
    const missing = words.filter((word) => shown.texts.some((one) => !one.includes(word)));
    return missing.length === 0 ? [] : [`${name}: ${missing.join(' ')} of ${text.slice(0, 200)}`];
  });
  const marks = [...visited.values()].flatMap(({ marks: all }) => all);
  expect({ unread, seen: await watch.seen(), links: [...new Set(marks)].sort() }).toEqual({
    unread: [],
    seen: quiet,
    links: ['http:', 'https:', 'mailto:'],
  });
}, 300_000);

test('no text of the history and of what changed does', async () => {
  // The first rows of the list, in the order that the page has.
  const { place } = await callFrom(page, 'setting.read', {});
  const { rows } = await callFrom(page, 'list.query', { project, query: '', sort: place?.sort ?? null });
  const numbers = [...new Uint32Array(Uint8Array.from(Buffer.from(rows, 'base64')).buffer)].slice(
    0,
    shownChanged + 1,
  );
  const ids = (await callFrom(page, 'list.ids', { rows: numbers })).filter((id) => id !== 'link');
  await callFrom(page, 'finding.look', { project });
  for (const id of ids) {
    const at = Number(id.slice(1));
    const other = hostileBody(corpus[corpus.length - 1 - at]?.text ?? '', at);
    // Neither may change the order.
    const { title, severity } = hostileBody(corpus[at]?.text ?? '', at);
    service.edit(id, { ...other, title: title ?? '', severity: severity ?? '' });
  }
  await callFrom(page, 'sync.run', { projects: [project] });
  const visited = await visitAll(page, shownChanged + 1, { history: true });
  const told = [...visited.values()].filter(({ texts }) =>
    texts[0]?.includes('Changed on the service'),
  ).length;
  expect([told, await watch.seen()]).toEqual([shownChanged, quiet]);
}, 300_000);

test('a link of a finding opens nothing before its whole address was shown', async () => {
  await page.reload();
  await page.getByRole('row').nth(1).dblclick();
  const link = page.locator('.preview a').first();
  await link.click({ button: 'middle' });
  const shown = await page.getByRole('dialog').getByText(address).textContent();
  const wrong = await barriers(page);
  await page.keyboard.press('Escape');
  await link.click({ modifiers: ['Control'] });
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  expect([shown, wrong, await page.getByRole('dialog').count(), await watch.seen()]).toEqual([
    address,
    [],
    0,
    quiet,
  ]);
});

/** Words of these attacks that are not to be read in a text. */
function unreadIn(text: string, shown: readonly (typeof corpus)[number][]): string[] {
  return shown.flatMap(({ name, words }) =>
    words.filter((word) => !text.includes(word)).map((word) => `${name}: ${word}`),
  );
}

const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Walks over what is shown, one after the other, until so many were read. @returns their texts */
async function readAll(count: number, onward: string, wrong: Set<string>): Promise<string> {
  const article = page.getByRole('article');
  const heading = article.getByRole('heading', { level: 2 }).first();
  await heading.waitFor();
  const texts: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const text = await article.innerText();
    texts.push(text);
    for (const place of await disguised(page)) wrong.add(place);
    if (at === count - 1) break;
    // By its heading: the text of one may change while it is read, and would pass for the next.
    const before = await heading.textContent();
    await press(onward);
    await page.waitForFunction((name) => document.querySelector('article h2')?.textContent !== name, before);
  }
  return texts.join('\n');
}

test(`no text does in what the program asks, reports, copies and reads from a file (attacks from ${String(from)})`, async () => {
  const wrong = new Set<string>();
  const copied = await goThroughQuestions(opened, service, few, async () => {
    for (const one of await disguised(page)) wrong.add(one);
  });
  const missing = few[0]?.words.filter((word) => !copied.text.includes(word));
  expect({ types: copied.types, missing, wrong: [...wrong], seen: await watch.seen() }).toEqual({
    types: ['text/plain'],
    missing: [],
    wrong: [],
    seen: quiet,
  });
});

test(`no text does on the screens where a person decides, and none disguises what is decided (attacks from ${String(from)})`, async () => {
  const { connection } = await callFrom(page, 'desk.status', {});
  speakHostile(service, connection?.user ?? {});
  await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? null });
  await bringAbout(page, service, few);
  await callFrom(page, 'view.save', { view: null, name: hostileName, query: hostileName, sort: null });
  await openAt(page, hostileProject);
  const dialog = page.getByRole('dialog');
  const wrong = new Set<string>();
  const look = async (): Promise<void> => {
    for (const one of await disguised(page)) wrong.add(one);
  };

  await press('g', 'r');
  const unread = unreadIn(await readAll(few.length, 's', wrong), few);
  await press('g', 'c');
  await page.getByRole('article').getByRole('heading').getByText('candidate 00').waitFor();
  unread.push(...unreadIn(await readAll(few.length - 2, 'Alt+ArrowDown', wrong), few.slice(5)));
  await press('g', 'q');
  await page.getByRole('listbox', { name: 'Pending changes' }).getByRole('option').first().waitFor();
  const queued = await readAll(5, 'ArrowDown', wrong);
  if (!queued.includes(refusal)) unread.push('what the service said');

  await press('Control+k');
  await dialog.waitFor();
  for (const words of ['mine', 'Sons']) {
    await press('Control+a');
    await page.keyboard.type(words);
    await dialog.getByRole('option').filter({ hasText: words }).first().waitFor();
    await look();
  }
  await press('Escape', 'g', 'l', 'l');
  const list = page.getByRole('grid');
  await eventually(() => list.evaluate((grid) => grid === document.activeElement)).toBe(true);
  await press('Control+a', 'r');
  await dialog.getByRole('textbox').first().fill('before');
  await dialog.getByRole('region', { name: 'Matches' }).getByRole('group').nth(3).waitFor();
  await look();
  await press('Escape');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('grid').focus();
  await press('Control+a', 'Delete');
  await dialog.getByText(`All ${String(few.length * 2)} findings go.`).waitFor();
  await look();
  await press('Escape');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Remove engagement', { exact: true }).first().click();
  await page.getByRole('button', { name: /^Remove from this computer… .*Sons/ }).click();
  await page.getByLabel(/^Type its name/).waitFor();
  await look();
  await press('Escape');
  expect({ unread, wrong: [...wrong], seen: await watch.seen() }).toEqual({
    unread: [],
    wrong: [],
    seen: quiet,
  });
});
