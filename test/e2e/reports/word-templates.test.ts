import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';

/* A company's template for Word in the window: looked at, taken from a file, chosen, removed and put back. */

let browser: Browser;
let opened: Opened;
let page: Page;
let project = '';
beforeAll(async () => {
  browser = await launchBrowser();
  opened = await openWindow(browser);
  ({ page } = opened);
  [project = ''] = await openSample(page);
  await page.getByRole('grid').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('region', { name: 'Check and export' }).waitFor();
  await page.keyboard.press('o');
});
afterAll(async () => {
  await opened.close();
  await browser.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog', { name: 'Templates for Word' });
const used = async () => (await callFrom(page, 'report.settings', { project })).settings.wordTemplate ?? null;

it('shows what a report by the starter looks like, without a barrier', async () => {
  await button('Templates…').click();
  await dialog().getByText('It has every style of a report.').waitFor();
  expect(await dialog().locator('.page').count()).toBe(2);
  expect(await barriers(page)).toEqual([]);
});

it('takes a file, uses it for this report, and for none again', async () => {
  const { content, ending } = await callFrom(page, 'template.read', { name: 'starter' });
  await page
    .getByLabel('Template for Word', { exact: true })
    .last()
    .setInputFiles({
      name: `Acme.${ending}`,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content, 'base64'),
    });
  await dialog().getByText('The template "Acme" is in this vault now.').waitFor();
  await dialog().getByRole('button', { name: 'Acme', pressed: true }).waitFor();
  await button('Use for this report').click();
  await eventually(used).toBe('Acme');
  await button('Use no template').click();
  await eventually(used).toBeNull();
});

it('says why a file is not taken, and keeps the template that has its name', async () => {
  const before = await callFrom(page, 'template.read', { name: 'Acme' });
  await page
    .getByLabel('Template for Word', { exact: true })
    .last()
    .setInputFiles({
      name: 'Acme.docx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('no archive'),
    });
  await dialog().getByText('Acme.docx was not taken:').waitFor();
  expect((await callFrom(page, 'template.read', { name: 'Acme' })).content).toBe(before.content);
});

it('puts a removed template back', async () => {
  await dialog().getByRole('button', { name: /^Acme/ }).click();
  await button('Remove').click();
  await dialog().getByText('The template "Acme" was removed.').waitFor();
  const names = async () => (await callFrom(page, 'template.list', {})).map(({ name }) => name);
  await eventually(names).toEqual(['starter']);
  await dialog().getByRole('button', { name: 'Undo' }).click();
  await eventually(names).toEqual(['starter', 'Acme']);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
});

it('is chosen from the list beside the theme', async () => {
  await page.getByRole('combobox', { name: 'Template for Word' }).selectOption('Acme');
  await eventually(used).toBe('Acme');
  await page.getByRole('combobox', { name: 'Template for Word' }).selectOption('');
  await eventually(used).toBeNull();
});
