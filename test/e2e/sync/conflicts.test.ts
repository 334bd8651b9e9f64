import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page, Request } from 'playwright-core';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, connectVault } from '../support/calls.ts';

/* Conflicts as a person settles them, by keyboard alone, before a service to which others write as well. */

const project = 'harbour-2026';
/** Two rewritten texts of 3,000 characters in one line of HTML, and one cause over so many findings. */
const many = 40;
const hostile = '<img src=x onerror=alert(1)>';

/** A text of eight paragraphs with three sentences each; every paragraph says whose it is. */
function html(whose: string): string {
  const sentence = (part: string, at: number): string =>
    `${part} of paragraph ${String(at)} tells at some length what was seen on the host and why it matters to the client`;
  return Array.from({ length: 8 }, (_, at) => {
    const own = whose === '' ? '' : `, as ${whose} puts it`;
    return `<p>${sentence('The first', at)}${own}. ${sentence('The second', at)}. ${sentence('The last', at)}${own} ${hostile}.</p>`;
  }).join('');
}

let browser: Browser;
let service: SampleService;
let opened: Opened;
let page: Page;
/** Keys that the person has pressed. */
let pressed = 0;

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    pressed += 1;
  }
}

async function type(text: string): Promise<void> {
  await page.keyboard.type(text);
  pressed += text.length;
}

const sync = (): Promise<unknown> => callFrom(page, 'sync.run', { projects: [project] });
const severities = (): unknown[] => service.findings(project).map((finding) => finding['severity']);

beforeAll(async () => {
  browser = await launchBrowser();
  const body = { asset: ['app.harbour.test'], severity: 'medium', status: 'open' };
  const long = { ...body, title: 'Rewritten by both', description: html(''), remediation: html('') };
  const others = Array.from({ length: many }, (_, at) => ({
    id: `f${String(at)}`,
    body: { ...body, title: `Finding ${String(at)}`, description: 'Short.' },
  }));
  const listed = {
    id: 'listed',
    body: { ...body, title: 'On two hosts', asset: ['one.harbour.test', 'two.harbour.test'] },
  };
  service = await startSampleService({
    engagement: false,
    seeds: [{ project, findings: [{ id: 'long', body: long }, ...others, listed] }],
  });
  opened = await openWindow(browser, { width: 1280, height: 800 });
  ({ page } = opened);
  await connectVault(page, service, project);
  await sync();
  const changes = { description: html('mine'), remediation: html('mine'), title: `Mine ${hostile}` };
  await callFrom(page, 'finding.edit', { id: 'long', changes });
  service.edit('long', { description: html('theirs'), remediation: html('theirs') });
  // One after the other: the conflicts stand in this order.
  for (const { id } of others) await callFrom(page, 'finding.edit', { id, changes: { severity: 'low' } });
  for (const { id } of others) service.edit(id, { severity: 'critical' });
  await sync();
  await page.reload();
  await page.getByRole('main').waitFor();
});

afterAll(async () => {
  await opened.close();
  await service.close();
  await browser.close();
});

test('one cause over 40 findings gets one answer with a few keys, and another one after it was undone', async () => {
  pressed = 0;
  await press('g', 'c');
  await page.getByRole('heading', { name: 'Severity 40' }).waitFor();
  await page.getByRole('heading', { name: 'Yours low, theirs critical' }).waitFor();
  await page.getByRole('radio', { name: /^Yours/ }).waitFor();
  await press('a');
  const dialog = page.getByRole('dialog', { name: 'One answer for 40 findings' });
  await dialog.getByText('Your change of severity is discarded for 40 findings.').waitFor();
  expect(await barriers(page)).toEqual([]);
  await press('t', 'Enter');
  // While the answers are given the keys undo nothing.
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Resolved: 40 conflicts').waitFor();
  await page.getByRole('heading', { name: `Mine ${hostile}` }).waitFor();
  await press('z');
  await page.getByRole('heading', { name: 'Finding 0' }).waitFor();
  await press('a');
  await dialog.waitFor();
  await press('m', 'Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: `Mine ${hostile}` }).waitFor();
  const keys = pressed;
  await sync();
  expect([keys, severities().filter((severity) => severity === 'low').length, opened.complaints]).toEqual([
    9,
    many,
    [],
  ]);
});

test('two rewritten HTML fields are resolved by keys alone: part by part, by hand, and with what came in between', async () => {
  pressed = 0;
  await page.getByRole('heading', { name: `Mine ${hostile}` }).waitFor();
  const left = page.getByText(/^\d+ of 32 to decide$/);
  await eventually(() => left.innerText()).toBe('32 of 32 to decide');
  expect(await barriers(page)).toEqual([]);
  // Every second part of the description is theirs; the remediation is mine but for its first part.
  for (let at = 0; at < 8; at += 1) await press('m', 't');
  await eventually(() => left.innerText()).toBe('16 of 32 to decide');
  // A look at the finding and back: what was chosen is there again.
  await page.getByRole('button', { name: 'Open the finding' }).press('Enter');
  await page.getByRole('button', { name: 'Resolve' }).press('Enter');
  await eventually(() => left.innerText()).toBe('16 of 32 to decide');
  await press('b', 'Shift+M');
  await page.getByText('Everything is decided').waitFor();
  await press('k', 'e');
  const written = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.ariaLabel);
  await eventually(written).toBe('Remediation, result');
  await press('Control+End');
  await type('<p>By hand.</p>');
  // A user changes the description again before the person has answered.
  service.edit('long', { description: html('others') });
  await sync();
  await page.getByText('The service has changed description since you opened this.').waitFor();
  await press('Escape');
  await eventually(written).toBeUndefined();
  await press('Shift+T');
  await page.getByText('Everything is decided').waitFor();
  await press('Control+Enter');
  await page.getByRole('heading', { name: 'No conflicts' }).waitFor();
  const keys = pressed;
  await sync();
  const now = service.finding('long');
  const both = html('mine').replace(
    /The first of paragraph 0[^.]*\./,
    (mine) => `${mine} ${mine.replace('mine', 'theirs')}`,
  );
  expect([now?.['description'], now?.['remediation'], now?.['title'], opened.complaints]).toEqual([
    html('others'),
    `${both}<p>By hand.</p>`,
    `Mine ${hostile}`,
    [],
  ]);
  expect(keys).toBeLessThan(60);
});

test('an entry that is typed when all conflicts were asked for again stays where it is, and is resolved with', async () => {
  await callFrom(page, 'finding.edit', { id: 'listed', changes: { asset: ['one.harbour.test'] } });
  service.edit('listed', { asset: ['two.harbour.test'] });
  await sync();
  await page.getByRole('heading', { name: 'On two hosts' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await page.getByRole('grid').waitFor();
  // At the second visit it is there before the answer. A round of the first one may still be on its way.
  const asked = Promise.withResolvers<undefined>();
  const held: Request[] = [];
  await page.route('**/call/conflict.list', async (route) => {
    held.push(route.request());
    await asked.promise;
    await route.continue();
  });
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.getByRole('textbox', { name: 'Assets: another one' }).click();
  await page.keyboard.type('new.harb');
  await eventually(() => held.length).toBeGreaterThan(0);
  asked.resolve(undefined);
  for (const request of held) await (await request.response())?.finished();
  await eventually(() => page.evaluate(() => document.activeElement?.nodeName)).toBe('INPUT');
  await page.keyboard.type('our.test');
  await page.getByText('Everything is decided').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'No conflicts' }).waitFor();
  await sync();
  expect([service.finding('listed')?.['asset'], opened.complaints]).toEqual([['new.harbour.test'], []]);
});
