import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';

/*
 * What waits, and what the program has to ask: by keyboard, before a service that refuses, loses answers, empties
 * fields and hides findings.
 */

const project = 'fjm-portal-2026';
const description = 'The parameter is not checked.';
const named = (title: string) => ({ title, asset: ['portal.test'], severity: 'medium', description });

let browser: Browser;
let service: SampleService;
let opened: Opened;
let page: Page;
let folder: string;

beforeAll(async () => {
  browser = await launchBrowser();
  folder = mkdtempSync(join(tmpdir(), 'dossier-queue-'));
  service = await startSampleService({
    engagement: false,
    updateReplaces: true,
    seeds: [
      {
        project,
        findings: Array.from({ length: 8 }, (_, at) => ({
          id: `f${String(at)}`,
          body: named(`Finding ${String(at)}`),
        })),
      },
    ],
  });
  opened = await openWindow(browser, { home: join(folder, 'home') });
  page = opened.page;
  await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await callFrom(page, 'home.create', { passphrase: null });
  await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? '' });
  await callFrom(page, 'connection.adjust', { profile: { quietTimeMs: 0 } });
  await callFrom(page, 'engagement.add', { project });
  await sync();
  await page.reload();
  await page.getByRole('row').nth(8).waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  expect([service.internalErrors, opened.complaints]).toEqual([[], []]);
});

const sync = (more: { pull?: boolean } = {}) => callFrom(page, 'sync.run', { projects: [], ...more });
const edit = (id: string, title: string) => callFrom(page, 'finding.edit', { id, changes: { title } });
const lines = () =>
  page.getByRole('listbox', { name: 'Pending changes' }).getByRole('option').allInnerTexts();
const card = () => page.getByRole('article');
const heading = (name: string) => page.getByRole('heading', { name });
const toast = (text: string) => page.getByText(text, { exact: false });

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Goes on with Tab until the control with this name has the keys, and presses it. */
async function activate(name: string | RegExp): Promise<void> {
  const wanted = page.getByRole('dialog').getByRole('button', { name });
  // Tab passes by what is disabled until something is loaded or done.
  await eventually(() => wanted.isEnabled()).toBe(true);
  for (let steps = 0; steps < 40; steps += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return press('Enter');
    await press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(name)}`);
}

describe('a refused edit', () => {
  it("is told in plain words and in the service's own, is copied out, and goes out once it is tried again", async () => {
    service.setFaults(({ method, body }) =>
      method === 'POST' && body.includes('Renamed')
        ? { kind: 'status', status: 403, handled: false, body: '{"error":"this project is read only"}' }
        : undefined,
    );
    await edit('f0', 'Renamed');
    await sync();
    await press('g', 'q');
    await eventually(lines).toEqual([expect.stringMatching(/Edit: Renamed.*The service refused it/su)]);
    await eventually(() => card().innerText()).toContain('this project is read only');
    expect(await card().innerText()).toContain(
      `Your account may not change the finding “Renamed” in ${project}.`,
    );
    expect(await barriers(page)).toEqual([]);
    await press('c');
    await toast('in the clipboard').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^Edit, .*\n\nRenamed \(f0\)\n\nTitle:\nRenamed$/su,
    );
    service.setFaults(undefined);
    await press('t');
    await eventually(lines).toEqual([expect.stringContaining('Will be sent with the next sync')]);
    await sync();
    expect(service.finding('f0')?.['title']).toBe('Renamed');
  });
});

describe('what was sent', () => {
  const sent = () =>
    page
      .getByRole('listbox', { name: 'Activity' })
      .getByRole('option')
      .filter({ hasNotText: /olded: /u })
      .allInnerTexts();

  it('is listed with its outcome, found by words, leads to the finding, and is saved as a file without titles', async () => {
    await press('g', 'a');
    await eventually(sent).toEqual([
      expect.stringMatching(/^Edit: Renamed.*done$/su),
      expect.stringMatching(/^Edit: Renamed.*refused \(403\)$/su),
    ]);
    expect(await barriers(page)).toEqual([]);
    await press('i');
    await page.keyboard.type('refused f0');
    await eventually(sent).toEqual([expect.stringMatching(/refused/u)]);
    await eventually(() => card().innerText()).toContain(
      `Your account may not change the finding “Renamed” in ${project}.`,
    );
    expect(await card().innerText()).toContain('this project is read only');
    expect(await barriers(page)).toEqual([]);
    await press('Enter', 'x');
    await page.getByRole('dialog').waitFor();
    expect(await barriers(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await activate('Save as CSV');
    const saved = await (await download).createReadStream();
    const text = (await saved.toArray()).join('');
    expect(text).toMatch(/^"When","Ended",.*\r\n.*"Edit","update","refused","403","done",.*\r\n$/u);
    expect(text).not.toContain('Renamed');
    await press('o');
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await press('Escape', 'g', 'q');
  });
});

describe('fields that an update emptied', () => {
  it('are shown with what was in them, and put back by one answer', async () => {
    await edit('f1', 'Waits');
    await eventually(lines).toEqual([
      expect.stringContaining('Fields were emptied on the service'),
      expect.stringContaining('edits are stopped'),
    ]);
    await press('a');
    await heading('An edit emptied other fields on the service').waitFor();
    await page.getByRole('row', { name: `Description ${description} empty` }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await activate('Put back, and send all fields from now on');
    await toast('get their fields back').waitFor();
    await sync();
    expect(['f0', 'f1'].map((id) => service.finding(id))).toMatchObject([named('Renamed'), named('Waits')]);
    await heading('All synced').waitFor();
  });
});

describe('dropping', () => {
  it('is done by a key and put back from the notice, and is asked about first where it is about many findings', async () => {
    await edit('f2', 'Dropped');
    await eventually(lines).toEqual([expect.stringContaining('Dropped')]);
    await eventually(() => card().count()).toBe(1);
    await press('Delete');
    await heading('All synced').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await eventually(lines).toEqual([expect.stringContaining('Dropped')]);
    await press('Delete');
    await heading('All synced').waitFor();
    // The store tells of the empty list, the answer of the call what can be undone.
    await page.getByRole('button', { name: 'Undo discard' }).waitFor();
    await press('z');
    await eventually(lines).toEqual([expect.stringContaining('Dropped')]);
    await sync();
    expect(service.finding('f2')).toMatchObject(named('Dropped'));

    const selection = { ids: ['f2', 'f3'] };
    await callFrom(page, 'finding.setStatus', { status: 'closed', selection });
    await eventually(() => card().innerText()).toContain('2 findings');
    await press('Delete');
    await heading('Discard this change?').waitFor();
    expect(await barriers(page)).toEqual([]);
    await activate('Discard');
    await heading('All synced').waitFor();
  });
});

describe('a creation that nobody could find out about', () => {
  it('becomes the finding that the person picks', async () => {
    await callFrom(page, 'finding.create', { project, records: [named('Written here')] });
    service.setFaults(({ method }) => (method === 'PUT' ? { kind: 'drop', handled: false } : undefined));
    await sync({ pull: false });
    service.setFaults(undefined);
    for (const id of ['n1', 'n2']) service.create(project, { id, body: named('Written here') });
    await sync();
    await eventually(lines).toEqual([expect.stringContaining('Delivery not confirmed')]);
    await eventually(() => card().innerText()).toContain('New finding');
    await press('a');
    await heading('Did this finding arrive?').waitFor();
    await eventually(() => page.getByRole('radio').count()).toBe(2);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('radio').last().press('Space');
    await activate('This is the one');
    await heading('All synced').waitFor();
    const { rows } = await callFrom(page, 'finding.list', { project });
    expect(
      rows
        .filter(({ title }) => title === 'Written here')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['n1', 'n2']);
  });
});

describe('findings that disappear at once', () => {
  it('are asked about from the status bar, and are gone only for as many as the person saw', async () => {
    for (const id of ['f4', 'f5', 'f6']) service.remove(id);
    await sync();
    await page.getByLabel('Status bar').getByRole('button', { name: 'disappeared at once' }).press('Enter');
    await heading('Were these findings deleted?').waitFor();
    await page.getByText('Finding 6').waitFor();
    expect(await barriers(page)).toEqual([]);
    await activate('Check again now');
    await page.getByText('They are still missing.').waitFor();
    await activate('Mark as deleted…');
    await activate('Mark up to 3 as deleted');
    await toast('3 findings of').waitFor();
    await press('Escape');
    await eventually(async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount'))).toBe(8);
  });
});

describe('a creation that nobody could find out about, and that is nowhere', () => {
  /** At the service, and in the list here. */
  const known = async (title: string): Promise<[there: number, here: number]> => [
    service.findings(project).filter((one) => one['title'] === title).length,
    (await callFrom(page, 'finding.list', { project })).rows.filter((one) => one.title === title).length,
  ];

  async function loseCreation(title: string): Promise<void> {
    await callFrom(page, 'finding.create', { project, records: [named(title)] });
    service.setFaults(({ method }) => (method === 'PUT' ? { kind: 'drop', handled: false } : undefined));
    await sync({ pull: false });
    service.setFaults(undefined);
    for (const _ of ['first', 'second']) await sync();
    await press('g', 'q');
    await eventually(lines).toEqual([expect.stringContaining('Delivery not confirmed')]);
    await eventually(() => card().innerText()).toContain('New finding');
    await press('a');
    await heading('Did this finding arrive?').waitFor();
  }

  it('is sent once more where the person says so twice, and is there once', async () => {
    await loseCreation('Sent again by hand');
    await activate('It is not there…');
    await toast('If the first one arrived, there are two.').waitFor();
    expect([await barriers(page), await known('Sent again by hand')]).toEqual([[], [0, 1]]);
    await activate('Send it again');
    await eventually(lines).toEqual([expect.stringContaining('Will be sent with the next sync')]);
    await sync();
    await heading('All synced').waitFor();
    expect(await known('Sent again by hand')).toEqual([1, 1]);
  });

  it('is dropped where the person says so twice, and is sent by no later sync', async () => {
    await loseCreation('Dropped by hand');
    await activate('Discard…');
    await toast('It leaves your lists').waitFor();
    expect([await barriers(page), await known('Dropped by hand')]).toEqual([[], [0, 1]]);
    await activate('Discard');
    await heading('All synced').waitFor();
    await sync();
    expect([await known('Dropped by hand'), await callFrom(page, 'queue.list', {})]).toEqual([[0, 0], []]);
  });
});

describe('fields that an update emptied', () => {
  it('are decided one by one: what comes back, and what stays empty', async () => {
    await callFrom(page, 'connection.adjust', { profile: { updateSends: null } });
    await edit('f7', 'Decided by hand');
    await sync();
    await press('g', 'q');
    await eventually(lines).toEqual([expect.stringContaining('Fields were emptied on the service')]);
    await press('a');
    await heading('An edit emptied other fields on the service').waitFor();
    await activate('Decide field by field');
    // The title stands on the card of the queue as well, where "t" means to try again.
    const yours = page.getByRole('button', { name: 'Description: use this version, Yours' });
    await yours.waitFor();
    const emptied = service.finding('f7');
    // The severity stays as the service has it now; the description comes back.
    await press('t');
    await yours.press('Enter');
    await press('Control+Enter');
    await toast('Resolved: Decided by hand').waitFor();
    await page.getByLabel('Status bar').getByRole('button', { name: 'edits are stopped' }).press('Enter');
    await toast('only how edits are sent is to be decided').waitFor();
    await activate('Send all fields from now on');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('g', 'q');
    await eventually(lines).toEqual([expect.stringContaining('Will be sent with the next sync')]);
    await sync();
    await heading('All synced').waitFor();
    expect([emptied, service.finding('f7')]).toEqual([
      expect.not.objectContaining({ description: expect.anything() }),
      expect.objectContaining({ title: 'Decided by hand', description }),
    ]);
    expect(service.finding('f7')).not.toHaveProperty('severity');
  });
});

describe('a token that belongs to somebody else', () => {
  const theo = '{"id":"user-9","name":"Theo Brandt","email":"theo@example.test"}';

  /** The service takes the token for Theo's from now on. */
  async function beTheo(): Promise<void> {
    service.setFaults(({ path }) => (path.endsWith('/users/me') ? { kind: 'body', body: theo } : undefined));
    await sync().catch(() => undefined);
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: 'belongs to someone else' })
      .press('Enter');
    await heading('This token belongs to someone else').waitFor();
  }

  async function enterToken(): Promise<void> {
    await page.getByLabel('API token', { exact: true }).fill(service.tokens['mara'] ?? '');
    await activate('Use this token');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  it("sends nothing until the owner's is entered, and then once", async () => {
    await edit('f3', 'Written by Mara');
    const before = service.ledger.length;
    await beTheo();
    expect(await barriers(page)).toEqual([]);
    await activate(/^Enter the token of/);
    service.setFaults(undefined);
    await enterToken();
    await press('g', 'q');
    await eventually(lines).toEqual([expect.stringContaining('Will be sent with the next sync')]);
    const meanwhile = service.ledger.length - before;
    await sync();
    await heading('All synced').waitFor();
    expect([meanwhile, service.ledger.length - before, service.finding('f3')?.['title']]).toEqual([
      ...[0, 1, 'Written by Mara'],
    ]);
  });

  it('opens an empty desk for that person, and what waits is there when the owner is back', async () => {
    await edit('f3', 'Written by Mara again');
    const before = service.ledger.length;
    await beTheo();
    await activate('Work as Theo Brandt');
    await toast('You work as').waitFor();
    await heading('No engagement yet').waitFor();
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: /^Theo Brandt/ })
      .waitFor();
    await page.getByRole('button', { name: 'Add an engagement' }).first().press('Enter');
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await press('Escape');
    const theirs = [await callFrom(page, 'engagement.list', {}), await callFrom(page, 'queue.list', {})];
    const sent = service.ledger.length - before;
    service.setFaults(undefined);
    await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? '' });
    await page.getByRole('contentinfo').getByText('Mara Lindqvist').waitFor();
    await press('g', 'q');
    await eventually(lines).toEqual([expect.stringContaining('Will be sent with the next sync')]);
    await sync();
    await heading('All synced').waitFor();
    expect([theirs, sent, service.finding('f3')?.['title']]).toEqual([
      ...[[[], []], 0, 'Written by Mara again'],
    ]);
  });
});
