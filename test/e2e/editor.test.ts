import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import type { JsonObject } from '#contract/json.ts';
import { startSampleService, type SampleService } from '#sample/server.ts';
import { barriers } from './support/axe.ts';
import { launchBrowser, openWindow, type Opened } from './support/browser.ts';
import { callFrom } from './support/calls.ts';

/* One finding in the editor, before a service that others write to as well. */

const project = 'harbour-2026';
const record = {
  title: 'Session outlives logout',
  asset: ['app.harbour.test'],
  severity: 'medium',
  status: 'open',
  description: 'First line.\nSecond line.\nThird line.',
  CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  references: ['https://owasp.test/session'],
  tracker: { kept: 'as it is' },
};

let browser: Browser;
let service: SampleService;
const open: Opened[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterEach(async () => {
  for (const opened of open.splice(0)) await opened.close();
  await service.close();
});
afterAll(() => browser.close());

/** A desk synced with a service that holds the finding f1, with f1 in the editor. */
async function editing(over: Record<string, unknown> = {}): Promise<Opened> {
  service = await startSampleService({
    engagement: false,
    seeds: [{ project, findings: [{ id: 'f1', body: { ...record, ...over } }] }],
  });
  const opened = await openWindow(browser, { width: 1500, height: 950 });
  open.push(opened);
  const { page } = opened;
  await callFrom(page, 'home.create', { passphrase: null });
  await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? null });
  await callFrom(page, 'engagement.add', { project });
  await callFrom(page, 'sync.run', { projects: [project] });
  await showFinding(page);
  return opened;
}

async function showFinding(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('row').nth(1).dblclick();
  await page.getByRole('textbox', { name: 'Title' }).waitFor();
}

const effective = async (page: Page): Promise<JsonObject> =>
  (await callFrom(page, 'finding.get', { id: 'f1' })).effective;
const title = (page: Page): Locator => page.getByRole('textbox', { name: 'Title' });
const description = (page: Page): Locator => page.getByRole('textbox', { name: 'Description, Markdown' });
const saved = (page: Page): Promise<void> => page.getByText(/^Saved here at \d\d:\d\d:\d\d$/).waitFor();

test('what is typed is there after the program was killed, and its undo too', async () => {
  const { page, home, serving } = await editing();
  await description(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And more.');
  await saved(page);
  serving.running.child.kill('SIGKILL');
  await serving.running.ended;
  const again = await openWindow(browser, { home, width: 1500, height: 950 });
  open.push(again);
  await showFinding(again.page);
  await description(again.page).waitFor();
  const before = await description(again.page).innerText();
  await again.page.getByRole('button', { name: /^Undo the change of description/ }).click();
  await again.page.getByText('Third line. And more.').first().waitFor({ state: 'detached' });
  expect([before.endsWith('Third line. And more.'), (await effective(again.page))['description']]).toEqual([
    true,
    record.description,
  ]);
});

test('a sync under an open editor never overwrites what is being typed, and what is typed never what it brought', async () => {
  const { page } = await editing();
  // The save is on its way for as long as the test wants.
  let release = (): void => undefined;
  const held = new Promise<void>((go) => (release = go));
  await page.route('**/call/finding.edit', async (route) => {
    await held;
    await route.continue();
  });
  await title(page).fill('Mine');
  service.edit('f1', { title: 'Theirs', severity: 'critical' });
  await title(page).press('End');
  await callFrom(page, 'sync.run', { projects: [project] });
  const during = await title(page).inputValue();
  release();
  await saved(page);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('select')].some((one) => one.value === 'critical'),
  );
  const severity = await page.getByRole('combobox', { name: 'Severity' }).inputValue();
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.getByText('You and somebody at the service changed title.').waitFor();
  expect([during, await title(page).inputValue(), severity, service.finding('f1')?.['title']]).toEqual([
    'Mine',
    'Mine',
    'critical',
    'Theirs',
  ]);
});

test('a field that breaks a rule says so, is kept, and is asked about before it is lost', async () => {
  const { page } = await editing();
  await title(page).fill('');
  await page.getByText('Title: must be a text that is not empty.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Not everything is saved' }).waitFor();
  await page.getByRole('button', { name: 'Stay and correct it' }).click();
  await title(page).fill('Right again');
  await saved(page);
  await page.keyboard.press('Escape');
  await title(page).waitFor({ state: 'detached' });
  expect((await effective(page))['title']).toBe('Right again');
});

test('many assets are pasted at once, in their order and without duplicates', async () => {
  const { page } = await editing();
  const assets = page.getByRole('textbox', { name: 'Assets' });
  await assets.focus();
  await assets.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'b.test, a.test\nb.test app.harbour.test\n10.0.0.1');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.keyboard.press('Control+s');
  await saved(page);
  expect((await effective(page))['asset']).toEqual(['app.harbour.test', 'b.test', 'a.test', '10.0.0.1']);
});

test('both calculators work on the text of the field and change nothing else in it', async () => {
  const { page } = await editing();
  await page.getByRole('button', { name: 'Calculator' }).click();
  const three = page.getByRole('region', { name: 'CVSS 3.1' });
  const four = page.getByRole('region', { name: 'CVSS 4.0' });
  await three.getByLabel('Attack complexity').first().selectOption({ label: 'High' });
  await four.getByLabel('Attack vector').first().selectOption({ label: 'Network' });
  await page.keyboard.press('Control+s');
  await saved(page);
  const vector = 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H CVSS:4.0/AV:N';
  const stored = (await effective(page))['CVSS'];
  await page.getByLabel('CVSS', { exact: true }).fill('CVSS:3.1/AV:Q/AC:L, as agreed');
  await three.getByText(/This vector is left alone/).waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await effective(page))['CVSS']).toBe('CVSS:3.1/AV:Q/AC:L, as agreed');
  expect(stored).toBe(vector);
});

test('weaknesses and categories are found by words without a network; references say which are none', async () => {
  const { page } = await editing();
  const cwe = page.getByRole('combobox', { name: 'CWE' });
  await cwe.fill('sql inj');
  await cwe.press('Enter');
  const owasp = page.getByRole('combobox', { name: 'OWASP' });
  await owasp.fill('injection 2021');
  await owasp.press('Enter');
  await page.getByRole('textbox', { name: 'Reference 2' }).fill('ftp://files.test/x');
  await page.getByText('Must be an http or https address, without blanks.').waitFor();
  const marked = await page.getByRole('textbox', { name: 'Reference 2' }).inputValue();
  await page.getByRole('textbox', { name: 'Reference 2' }).fill('https://files.test/x');
  await page.keyboard.press('Control+s');
  await saved(page);
  expect([marked, await effective(page)]).toMatchObject([
    'ftp://files.test/x',
    {
      cwe: 'https://cwe.mitre.org/data/definitions/89.html',
      owasp: 'https://owasp.org/Top10/A03_2021-Injection/',
      references: ['https://owasp.test/session', 'https://files.test/x'],
    },
  ]);
});

test('undo takes back keys where there are any, then what was saved; a value of the history comes back', async () => {
  const { page } = await editing();
  await title(page).fill('Another title');
  await saved(page);
  await description(page).click();
  await page.keyboard.type('x');
  await page.keyboard.press('Control+z');
  await expect.poll(() => description(page).innerText()).toBe(record.description);
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+z');
  await expect.poll(() => title(page).inputValue()).toBe(record.title);
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByText('What it changed').last().click();
  await page.getByRole('button', { name: 'Use this value' }).last().click();
  await expect.poll(async () => (await effective(page))['title']).toBe('Another title');
});

test('a value of another shape is shown as JSON and kept; members that nobody named are shown', async () => {
  const { page, complaints } = await editing({ observation: { steps: [1, 2] }, CVSS: { score: 7.5 } });
  await page.getByText('"steps"').waitFor();
  await page.getByText('7.5 high').waitFor();
  await page.getByText(/other members? of the record/).click();
  await page.getByText('"kept": "as it is"').waitFor();
  await title(page).fill('Edited');
  await saved(page);
  expect([await effective(page), complaints]).toMatchObject([
    { title: 'Edited', observation: { steps: [1, 2] }, CVSS: { score: 7.5 }, tracker: record.tracker },
    [],
  ]);
});

test('nothing in the editor is a barrier, with calculators, history and a complaint open', async () => {
  const { page } = await editing({ requests: [{ request: 'GET / HTTP/1.1', response: 'HTTP/1.1 200 OK' }] });
  await page.getByRole('button', { name: 'Calculator' }).click();
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByText('Fetched for the first time').waitFor();
  await title(page).fill('');
  await page.getByText('Title: must be a text that is not empty.').waitFor();
  expect(await barriers(page)).toEqual([]);
});
