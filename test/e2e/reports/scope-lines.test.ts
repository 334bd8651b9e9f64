import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, project, unlock, type Day } from '../support/day.ts';

/* A scope of very many lines: what is drawn of it, and what is said if they are too many. */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['First']);
  page = day.page;
  await page.getByRole('row').nth(1).waitFor();
  for (const key of ['g', 'e']) await page.keyboard.press(key);
  await scope().waitFor();
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

const scope = () => page.getByRole('region', { name: 'In scope' });
const dialog = () => page.getByRole('dialog');
const stored = async () => (await callFrom(page, 'engagement.facts', { project })).facts.scopeIn;
const linesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `host-${String(at + 1)}.example.test`).join('\n');

/** Pastes into a field as a person does. */
async function paste(name: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name }).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

it('a thousand lines are kept, and a hundred of them are drawn at a time', async () => {
  await scope().getByRole('button', { name: 'Add a line' }).click();
  await paste('Host, network, URL or name: In scope, line 1', linesOf(999));
  await eventually(async () => (await stored()).length).toBe(999);
  const drawn = [await scope().getByRole('listitem').count()];
  await scope().getByText('1–100 of 999').waitFor();
  await scope().getByRole('button', { name: 'Later' }).click();
  const second = page.getByRole('textbox', { name: 'Host, network, URL or name: In scope, line 101' });
  await second.fill('changed.example.test');
  await eventually(async () => (await stored())[100]?.what).toBe('changed.example.test');
  await scope().getByRole('button', { name: 'Add a line' }).click();
  // The new line is the thousandth: the keys are in it.
  await page.keyboard.type('last.example.test');
  await eventually(async () => (await stored())[999]?.what).toBe('last.example.test');
  drawn.push(await scope().getByRole('listitem').count());
  expect([drawn, await scope().getByRole('button', { name: 'Add a line' }).isDisabled()]).toEqual([
    [100, 100],
    true,
  ]);
});

it('more than that are not taken, and told; what was pasted waits in the dialog, also behind a lock', async () => {
  const before = await stored();
  await paste('Host, network, URL or name: In scope, line 901', linesOf(1_500));
  await dialog().getByText('These are 1,500 entries, and 1,000 are there already').waitFor();
  const add = dialog().getByRole('button', { name: 'Add', exact: true });
  const refused = await add.isDisabled();
  await callFrom(page, 'home.lock', {});
  await page.getByText('You have unsaved text on this page.').waitFor();
  await unlock(page);
  await dialog().getByText('These are 1,500 entries').waitFor();
  await page.keyboard.press('Escape');
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await dialog().waitFor({ state: 'detached' });
  expect([refused, await stored()]).toEqual([true, before]);
});

it('what is written is kept however often Escape is pressed, and the keys are free behind it', async () => {
  await scope().getByRole('button', { name: 'Add many lines…' }).click();
  await page.keyboard.insertText('portal.example.test');
  const seen: unknown[] = [];
  for (let times = 0; times < 4; times += 1) {
    await page.keyboard.press('Escape');
    // The question, and back from it.
    await eventually(() => dialog().getByText('You have unsaved changes.').count()).toBe((times + 1) % 2);
    seen.push(await dialog().getByRole('textbox').inputValue());
  }
  await page.keyboard.type('!');
  seen.push(await dialog().getByRole('textbox').inputValue());
  await page.keyboard.press('Escape');
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await dialog().waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('grid').waitFor();
  expect(seen).toEqual([...Array<string>(4).fill('portal.example.test'), 'portal.example.test!']);
});
