import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { beginDay, openFinding, type Day } from '../support/day.ts';

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['Open redirect']);
  page = day.page;
  await openFinding(page, 'Open redirect');
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

it('a preview numbers lines, marks them, and counts captions as the report does', async () => {
  const source = page.getByRole('textbox', { name: 'Description, Markdown' });
  const preview = page.getByRole('group', { name: 'Description, as it reads' });
  const code = '```http {2} showLineNumbers=8 caption="Log in" name=login\nGET / HTTP/1.1\nHost: a\n\nx\n```';
  await source.press('ControlOrMeta+a');
  await page.keyboard.insertText(
    `By [](listing:login), [it](listing:login), [lost](listing:gone).\n\n${code}\n\n\`\`\`js {1}\nplain();\n\`\`\``,
  );
  await eventually(() => preview.textContent()).toContain(
    'By Listing 1, it (Listing 1), [lost](listing:gone).',
  );
  expect(await preview.getByText('Listing 1: Log in').count()).toBe(1);
  const lines = preview.locator('.listing').first().locator('.line');
  expect(await lines.evaluateAll((all) => all.map((line) => `${line.tagName} ${line.getAttribute('data-line') ?? ''}`))).toEqual(['SPAN 8', 'MARK 9', 'SPAN 10', 'SPAN 11']); // prettier-ignore
  const selected = await preview.locator('.listing').first().evaluate((pre) => {
    getSelection()?.selectAllChildren(pre);
    return getSelection()?.toString();
  }); // prettier-ignore
  expect(selected).toBe('GET / HTTP/1.1\nHost: a\n\nx');
  expect([await barriers(page), day.complaints]).toEqual([[], []]);
});

it('a preview counts tables by their captions, which a key gives them', async () => {
  const source = page.getByRole('textbox', { name: 'Description, Markdown' });
  const preview = page.getByRole('group', { name: 'Description, as it reads' });
  await source.press('ControlOrMeta+a');
  await page.keyboard.insertText('By [](table:users), [lost](table:gone).\n\n| a |\n|---|\n| 1 |');
  await source.press('Control+Shift+e');
  await page.keyboard.insertText('Users {name=users}');
  await eventually(() => preview.textContent()).toContain('By Table 1, [lost](table:gone).');
  expect(await preview.getByText('Table 1: Users', { exact: true }).count()).toBe(1);
  expect(await preview.getByRole('group', { name: 'Table 1' }).locator('table').count()).toBe(1);
  await source.press('Control+End');
  await page.keyboard.type('\n\n/lis');
  await page.getByRole('option', { name: 'Listing' }).click();
  await page.keyboard.insertText('Shell');
  await eventually(() => preview.getByText('Listing 1: Shell').count()).toBe(0);
  await source.press('Control+End');
  await source.press('ArrowUp');
  await page.keyboard.insertText('id');
  await eventually(() => preview.getByText('Listing 1: Shell').count()).toBe(1);
  expect([await barriers(page), day.complaints]).toEqual([[], []]);
});
