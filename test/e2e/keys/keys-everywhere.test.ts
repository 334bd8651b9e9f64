import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';

let browser: Browser;
let opened: Opened;
let page: Page;
let project = '';

beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser);
  ({ page } = opened);
});
afterAll(async () => {
  await opened.close();
  await browser.close();
});

/** The element with the keys, as a screen reader names it; its tag if that says nothing. */
function keys(): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return 'nowhere';
    const labels = 'labels' in at && at.labels instanceof NodeList ? [...at.labels] : [];
    const name = at.ariaLabel ?? labels[0]?.textContent ?? at.textContent;
    return `${at.role ?? at.tagName.toLowerCase()} ${name.trim().replace(/\s+/gu, ' ').slice(0, 40)}`;
  });
}

const controls =
  'button|checkbox|combobox|dialog|grid|link|listbox|menuitem|navigation|option|radio|region|slider|spinbutton|tab|textbox';
const unnamed = new RegExp(`^\\s*- (?:${controls})(?: \\[[^\\]]*\\])*:?\\s*$`, 'u');

/** What a screen reader could not name, and what it would say twice or not at all. */
async function faults(): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  const unsaid = await page.evaluate(() => {
    const live = '[aria-live]:not([aria-live=off]), [role=status]:not([aria-live=off]), [role=alert]';
    const inner = [...document.querySelectorAll(live)].filter((one) => one.parentElement?.closest(live));
    const stops = [...document.querySelectorAll<HTMLElement>('[tabindex="0"]')];
    const nothing = stops.filter((one) => one.role === null && one.matches('div, span, p, pre, ul, ol, li'));
    return [
      ...inner.map((one) => `said twice: ${one.textContent}`),
      ...nothing.map((one) => `read out as nothing: ${one.outerHTML.slice(0, 80)}`),
    ];
  });
  return [...tree.split('\n').filter((line) => unnamed.test(line)), ...unsaid];
}

/** The keys before a screen that is gone to has them: still in the list, or on nothing while the screen is built. */
const elsewhere = /Findings|^nowhere$/u;

const dialog = () => page.locator('dialog[open]');

/** Opens a dialog by keys and closes it by Escape. @returns where the keys were in it and after it */
async function through(opening: string): Promise<readonly unknown[]> {
  await page.keyboard.press(opening);
  await dialog().waitFor();
  // What the dialog names may come a moment after it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const inside = await keys();
  const wrong = await faults();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  return [opening, inside, wrong, await keys()];
}

describe('the keys', () => {
  test('stay on the step where something is wrong, before the home is open', async () => {
    await page.getByLabel('Repeat the passphrase').waitFor();
    const first = await keys();
    await page.keyboard.press('Tab');
    const second = await keys();
    await page.getByRole('button', { name: 'Skip (not encrypted)', exact: true }).press('Enter');
    await eventually(keys).toBe('input Passphrase');
    expect([first, second, await faults()]).toEqual(['input Passphrase', 'input Repeat the passphrase', []]);
  });

  test('are on something sensible in every dialog, and come back to where they were', async () => {
    [project = ''] = await openSample(page);
    await page.getByRole('row').nth(3).waitFor();
    await page.keyboard.press('l');
    const seen = [];
    for (const opening of [
      's',
      'v',
      't',
      'a',
      'r',
      'Delete',
      'b',
      '?',
      'n',
      'Control+k',
      'Shift+A',
      'Space',
    ]) {
      seen.push(await through(opening));
    }
    const back = 'grid Findings';
    const find = 'combobox Find a command, a finding, a list';
    expect(seen).toEqual([
      ['s', 'input Status', [], back],
      ['v', 'input Severity', [], back],
      ['t', 'combobox Add', [], back],
      ['a', 'combobox Add', [], back],
      ['r', 'input Find', [], back],
      ['Delete', 'button Cancel', [], back],
      ['b', 'button Close', [], back],
      ['?', 'button Close', [], back],
      ['n', 'input Title', [], back],
      ['Control+k', find, [], back],
      ['Shift+A', 'combobox Assignee', [], back],
      ['Space', 'group Preview', [], back],
    ]);
  });

  test('asked for a bulk change before its preview is there, and it is done when it is', async () => {
    await page.keyboard.press('v');
    await page.keyboard.type('low');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Notifications' }).getByText('Severity set to low').waitFor();
    await eventually(keys).toBe('grid Findings');
    // A row on its way has no name yet.
    await eventually(faults).toEqual([]);
  });

  test('are on each screen that is gone to, and each names what it has', async () => {
    for (const [screen, has] of [
      ['r', 'Candidate'],
      ['q', 'Pending changes'],
      ['c', 'No conflicts'],
      ['e', 'What the report says'],
      ['p', 'Check:'],
      ['a', 'Nothing was sent yet'],
      ['s', 'Connection'],
      ['f', 'Findings'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(screen);
      await eventually(keys).toContain(has);
      // A row on its way has no name yet.
      await eventually(faults).toEqual([]);
    }
  });

  test('leave each screen by Escape, a field of it first, and nothing typed in it is lost', async () => {
    for (const screen of ['r', 'q', 'c', 's']) {
      await page.keyboard.press('g');
      await page.keyboard.press(screen);
      await eventually(keys).not.toMatch(elsewhere);
      await page.keyboard.press('Escape');
      await eventually(keys).toContain('Findings');
    }
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    const settings = page.getByRole('navigation', { name: 'Settings' });
    await settings.getByRole('button', { name: 'Service profile' }).click();
    await page.getByRole('button', { name: /^Change Quiet time/ }).click();
    await page.keyboard.type('77');
    const typed = await page
      .getByLabel(/^Quiet time/)
      .last()
      .inputValue();
    await page.keyboard.press('Escape');
    await eventually(keys).toBe('button Service profile');
    await page.keyboard.press('Escape');
    await eventually(keys).toContain('Findings');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    expect([
      await page
        .getByLabel(/^Quiet time/)
        .last()
        .inputValue(),
      typed,
    ]).toEqual([typed, typed]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Escape');
    await eventually(keys).toContain('Findings');
  });

  test('are led out of a field by Escape and mean commands then, on every screen with one', async () => {
    const client = async () => (await callFrom(page, 'engagement.facts', { project })).facts.client;
    const before = await client();
    const seen = [];
    for (const [screen, opening, role, name] of [
      ['e', null, 'textbox', 'Client'],
      ['e', null, 'textbox', /^Management summary/],
      ['p', 'o', 'textbox', 'Title'],
      ['p', 'o', 'combobox', 'Language'],
      ['a', 'i', 'textbox', 'Words in the activity'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(screen);
      await eventually(keys).not.toMatch(elsewhere);
      if (opening !== null) await page.keyboard.press(opening);
      await page.getByRole('main').getByRole(role, { name, exact: true }).focus();
      await page.keyboard.press('Escape');
      seen.push(await keys());
      await page.keyboard.press('g');
      await page.keyboard.press('q');
      await page.getByRole('region', { name: 'All pending changes' }).waitFor();
      await page.keyboard.press('Escape');
      await eventually(keys).toContain('Findings');
    }
    expect([seen, await client()]).toEqual([
      [
        'group What the report says of the engagement',
        'group What the report says of the engagement',
        'button Options: Technical · English · Dossier',
        'button Options: Technical · English · Dossier',
        expect.stringContaining('Nothing was sent yet'),
      ],
      before,
    ]);
  });

  test('still mean commands where what they dropped was the last', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    await eventually(keys).toContain('Pending changes');
    await page.keyboard.press('Delete');
    await eventually(keys).toContain('All synced');
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await eventually(keys).toContain('Findings');
    expect([(await callFrom(page, 'desk.status', {})).waiting, opened.complaints]).toEqual([0, []]);
  });
});
