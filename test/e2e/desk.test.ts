import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers } from './support/axe.ts';
import { eventually, launchBrowser } from './support/browser.ts';
import { callFrom } from './support/calls.ts';
import { beginDay, openFinding, passphrase, type Day } from './support/day.ts';
import { syncByKey } from './support/send.ts';

/*
 * What a user does at the desk now and then: another theme, another passphrase, deleting many, working offline, leaving
 * the sync to the clock or another window.
 */

const titles = Array.from({ length: 24 }, (_, at) => `Weak cipher ${String(at + 1).padStart(2, '0')}`);

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, titles);
  page = day.page;
  await page.getByRole('row').nth(titles.length).waitFor();
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const rows = async (): Promise<number> =>
  Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
const bar = () => page.getByLabel('Status bar');
const waiting = (count: number) =>
  bar().getByRole('button', {
    name: count === 1 ? '1 finding pending' : `${String(count)} findings pending`,
  });

/** Until no sync runs in this window: another one is refused before that. */
const syncEnded = () => bar().getByRole('button', { name: 'Sync', exact: true }).waitFor();

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

describe('the theme', () => {
  it('is chosen for this home, whatever the system has, and stays', async () => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await button('Settings').click();
    await button('Appearance').click();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await eventually(ground).not.toBe(light);
    const dark = await ground();
    await page.reload();
    await button('Appearance').waitFor();
    await eventually(ground).toBe(dark);
    expect(await barriers(page)).toEqual([]);
    await button('Appearance').click();
    await page.getByRole('group', { name: 'Theme' }).getByLabel('System').check();
    await eventually(ground).toBe(light);
    await button('Findings').click();
  });
});

describe('deleting many', () => {
  it('goes into the queue, tells what became of each, and is undone', async () => {
    await press('l');
    await eventually(() => page.getByRole('grid').evaluate((grid) => grid === document.activeElement)).toBe(
      true,
    );
    await eventually(rows).toBe(24);
    await press('Control+a', 'Delete');
    await page.getByRole('heading', { name: 'Delete 24 findings?' }).waitFor();
    await eventually(() => button('Delete 24 findings').isEnabled()).toBe(true);
    await button('Delete 24 findings').press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Pending 24', exact: true }).waitFor();
    await eventually(() => page.getByRole('grid').getByText('Pending', { exact: true }).count()).toBe(24);
    await button('Undo 24 findings').press('Enter');
    await page.getByText('Undone for 24 findings.').waitFor();
    await press('Escape');
    await waiting(0).waitFor();
    expect(await rows()).toBe(24);
  });
});

describe('without a network', () => {
  it('the status bar says so, list and editor go on, and what was typed is sent later', async () => {
    await day.proxy.pull();
    await press('y');
    await bar().getByText('Offline').waitFor();
    const alarm = await bar().getByRole('alert').count();
    await openFinding(page, titles[0] ?? '');
    await page.getByLabel('Title', { exact: true }).fill('Typed on the train');
    await waiting(1).waitFor();
    await page.getByRole('row').filter({ hasText: 'Typed on the train' }).waitFor();
    await press('Escape');
    await syncEnded();
    await day.proxy.plug();
    await syncByKey(page);
    await page.getByText(/^Synced: 1 finding sent/).waitFor();
    await eventually(() => bar().getByText('Offline').count()).toBe(0);
    expect([alarm, day.service.finding('f0')?.['title']]).toEqual([0, 'Typed on the train']);
  });

  it('a service that answers with a failure is not called out of reach, and the sync of another window clears it', async () => {
    day.service.setFaults(() => ({ kind: 'status', status: 500, handled: false }));
    await press('y');
    await bar().getByText('Service not ready').waitFor();
    const offline = await bar().getByText('Offline').count();
    await syncEnded();
    day.service.setFaults(undefined);
    const other = await day.opened.context.newPage();
    await other.goto(new URL('/', day.opened.serving.url).href);
    await other.getByRole('grid').waitFor();
    await callFrom(other, 'sync.run', {});
    await eventually(() => bar().getByText('Service not ready').count()).toBe(0);
    await other.close();
    expect(offline).toBe(0);
  });
});

/** Another window of this home, which does not get the rest of itself before it is said how every attempt ends. */
async function windowWithoutRest() {
  const later = await day.opened.context.newPage();
  const { promise: held, resolve: release } = Promise.withResolvers<'continue' | 'abort'>();
  await later.route('**/assets/lazy-screens-*.js*', async (route) => route[await held]());
  await later.goto(new URL('/', day.opened.serving.url).href);
  return { later, release };
}

/** Goes to a screen; the next window of this home begins there. */
async function goTo(from: Page, key: string, screen: string): Promise<void> {
  const kept = from.waitForRequest(
    (request) => request.postData()?.includes(`"screen":"${screen}"`) === true,
  );
  await from.keyboard.press('g');
  await from.keyboard.press(key);
  await (await kept).response();
}

describe('the start', () => {
  it('is on the screen where the person was last, and on no other before that is known', async () => {
    await goTo(page, 'a', 'activity');
    const later = await day.opened.context.newPage();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await later.route('**/call/setting.read', async (route) => {
      await held;
      await route.continue();
    });
    const status = later.waitForResponse('**/call/desk.status');
    await later.goto(new URL('/', day.opened.serving.url).href);
    await (await status).finished();
    await later.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
    const early = await later.getByLabel('Status bar').count();
    release();
    await later.getByRole('listbox', { name: 'Activity' }).waitFor();
    await later.close();
    await goTo(page, 'f', 'findings');
    expect(early).toBe(0);
  });

  it('shows the list before the rest of the window is fetched, and runs no command by a key that is meant for the rest', async () => {
    const { later, release } = await windowWithoutRest();
    await later.getByRole('row').nth(titles.length).waitFor();
    await later.keyboard.press('Control+k');
    await later.keyboard.press('n');
    const early = await later.getByRole('dialog').count();
    release('continue');
    await later.getByRole('combobox', { name: 'Find a command, a finding, a list' }).waitFor();
    const dialogs = await later.getByRole('dialog').count();
    await later.close();
    expect([early, dialogs]).toEqual([0, 1]);
  });

  it('fetches what could not be fetched before for a user who opens a dialog, and says nothing of it', async () => {
    const { later, release } = await windowWithoutRest();
    const byItself = later.waitForEvent('requestfailed', (request) =>
      request.url().includes('/assets/lazy-screens-'),
    );
    release('abort');
    await byItself;
    await later.getByRole('row').nth(titles.length).waitFor();
    await later.unrouteAll({ behavior: 'wait' });
    await later.keyboard.press('Control+k');
    await later.getByRole('combobox', { name: 'Find a command, a finding, a list' }).waitFor();
    const told = await later.getByText('could not be fetched').count();
    await later.close();
    expect(told).toBe(0);
  });

  it('says that a part could not be fetched, and fetches it when asked again', async () => {
    const { later, release } = await windowWithoutRest();
    // The desk asks once by itself, when the hands rest: on a busy machine that came last, and nothing was left to ask for.
    const byItself = later.waitForEvent('requestfailed', (request) =>
      request.url().includes('/assets/lazy-screens-'),
    );
    release('abort');
    await byItself;
    await later.getByRole('row').nth(titles.length).waitFor();
    await later.keyboard.press('Control+k');
    await later.getByText('Part of the window could not be loaded. The program').waitFor();
    // Who goes back before that is kept has changed nothing.
    await goTo(later, 'q', 'queue');
    await later.getByText('Part of the window could not be loaded', { exact: true }).waitFor();
    const found = await barriers(later);
    await later.unrouteAll({ behavior: 'wait' });
    await later.getByRole('main').getByRole('button', { name: 'Try again' }).press('Enter');
    await later.getByRole('combobox', { name: 'Find a command, a finding, a list' }).press('Escape');
    await later.getByText('All synced').waitFor();
    await goTo(later, 'f', 'findings');
    await later.close();
    expect(found).toEqual([]);
  });
});

describe('the sync', () => {
  it('of another window is shown, and cancelled from here', async () => {
    day.service.setLatency(1_000);
    const other = await day.opened.context.newPage();
    await other.goto(new URL('/', day.opened.serving.url).href);
    await other.getByRole('grid').waitFor();
    const { requestCount } = day.service;
    const ended = callFrom(other, 'sync.run', {});
    await button('Cancel').waitFor();
    // Stopped before the service said who is calling, it would have no summary.
    await eventually(() => day.service.requestCount).toBeGreaterThan(requestCount + 1);
    // It does not end by itself before it is cancelled.
    day.service.setLatency(600_000);
    await press('y');
    await page.getByText('A sync is already running.').waitFor();
    await button('Cancel').click();
    await bar().getByRole('button', { name: 'Sync', exact: true }).waitFor();
    day.service.setLatency(0);
    expect((await ended).failure?.code).toBe('cancelled');
    await other.close();
  });

  it('comes by itself every five minutes, and says nothing where there is no network', async () => {
    const later = await day.opened.context.newPage();
    await later.clock.install();
    await later.goto(new URL('/', day.opened.serving.url).href);
    await later.getByText(titles[1] ?? '').waitFor();
    // Nothing is synced by the clock before the page knows that it is connected.
    const byHand = later.getByLabel('Status bar').getByRole('button', { name: 'Sync', exact: true });
    await eventually(() => byHand.isEnabled()).toBe(true);
    day.service.edit('f1', { title: 'Renamed by a colleague' });
    await later.clock.fastForward('05:00');
    await later.getByText('Renamed by a colleague').waitFor();
    await byHand.waitFor();
    await day.proxy.pull();
    await later.clock.fastForward('05:00');
    await eventually(() => later.getByLabel('Status bar').innerText()).toContain('Offline');
    const told = await later.getByRole('alert').allInnerTexts();
    await day.proxy.plug();
    expect(told).toEqual([]);
    await later.close();
  });
});

describe('the passphrase', () => {
  it('is changed in the settings, with a new recovery code, and the old one opens nothing any more', async () => {
    const give = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
    await button('Settings').click();
    await button('Security').click();
    await button('Change the passphrase').click();
    await page.getByRole('dialog').waitFor();
    const found = await barriers(page);
    await give('Current passphrase', 'not this one');
    await give('New passphrase', 'other words of mine');
    await give('Repeat the passphrase', 'other words of his');
    await button('Change').click();
    await page.getByText('The two passphrases are not the same.').waitFor();
    await give('Repeat the passphrase', 'other words of mine');
    await button('Change').click();
    await page.getByText('passphrase is wrong').waitFor();
    await give('Current passphrase', passphrase);
    const keychain = await page.getByRole('dialog').getByText('System keychain').count();
    await button('Change').click();
    await page.getByLabel('Recovery code', { exact: true }).waitFor();
    await page.getByText('Replaces your earlier recovery code').waitFor();
    found.push(...(await barriers(page)));
    await page.getByRole('checkbox', { name: 'I saved the recovery code' }).check();
    await button('Continue').click();
    await button('Lock').click();
    await give('Passphrase', passphrase);
    await press('Enter');
    await page.getByText('passphrase is wrong').waitFor();
    await give('Passphrase', 'other words of mine');
    await press('Enter');
    await button('Findings').click();
    await eventually(rows).toBe(24);
    expect([found, keychain, day.complaints]).toEqual([[], 0, []]);
  });
});
