import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasScannerFiles, noScannerFiles, scannerFile } from '../../support/real-data.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, project, type Day } from '../support/day.ts';
import { give } from '../support/pictures.ts';

/* Scanner files from the user's folder to the outbox and back. */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['Path traversal in download']);
  ({ page } = day);
  await page.getByRole('row').nth(1).waitFor();
  // While this listens, the browser asks for no file of its own: to begin anew each time comes too late for a key.
  page.on('filechooser', () => undefined);
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

afterEach(() => {
  expect(day.complaints).toEqual([]);
});

const dialog = () => page.getByRole('dialog');
const button = (name: string | RegExp) => dialog().getByRole('button', { name });
const groups = () => dialog().getByRole('listbox', { name: 'Groups' });
const group = (text: string) => groups().getByRole('option').filter({ hasText: text });
const titles = async (): Promise<string[]> => {
  const { rows } = await callFrom(page, 'finding.list', { project });
  return rows.map(({ title }) => title);
};

const issue = (type: string, name: string, host: string, severity = 'High'): string =>
  `<issue><type>${type}</type><name>${name}</name><host>https://${host}</host><path>/</path>
   <severity>${severity}</severity><confidence>Certain</confidence></issue>`;

function burp(name: string, ...issues: readonly string[]) {
  const text = `<?xml version="1.0"?><issues burpVersion="2026.1">${issues.join('')}</issues>`;
  return { name, type: 'text/xml', bytes: Buffer.from(text) };
}

async function closed(): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
}

describe('scanner files', () => {
  const scan = burp(
    'scan.xml',
    issue('1', 'SQL injection', 'a.test'),
    issue('1', 'SQL injection', 'b.test'),
    issue('2', 'Blind SQL injection', 'a.test', 'Medium'),
    issue('3', 'Verbose error', 'a.test', 'Low'),
    issue('4', 'Robots file', 'a.test', 'Information'),
  );

  it('are dropped, renamed, merged, left out, queued and undone as one', async () => {
    await give(page, 'drop', [scan]);
    await group('SQL injection').first().waitFor();
    expect(await groups().getByRole('option').count()).toBe(3);
    expect(await barriers(page)).toEqual([]);
    await dialog().getByText('Left out: 1 informational').waitFor();
    await button('Queue 3 changes').waitFor();
    // By keys alone: two are selected and merged, the one is renamed, another left out.
    await groups().focus();
    for (const key of ['Home', 'Space', 'ArrowDown', 'Space', 'm']) await page.keyboard.press(key);
    await button('Queue 2 changes').waitFor();
    await dialog().getByText('Made of 2 rules.').waitFor();
    await groups().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Injection into queries');
    await page.keyboard.press('Tab');
    await group('Injection into queries').waitFor();
    await group('Verbose error').click();
    await page.keyboard.press('Delete');
    await group('Verbose error').filter({ hasText: 'Left out' }).waitFor();
    await button('Queue 1 change').click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Import of scan.xml').waitFor();
    expect((await titles()).toSorted()).toEqual(['Injection into queries', 'Path traversal in download']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(titles).toEqual(['Path traversal in download']);
  });

  it('say nothing new the second time, and new assets of what is known later', async () => {
    await give(page, 'drop', [scan]);
    await button('Queue 3 changes').click();
    await dialog().waitFor({ state: 'detached' });
    await give(page, 'drop', [scan]);
    await dialog().getByText('Nothing to queue: all of it is known here.').waitFor();
    expect(await button('Queue changes').isDisabled()).toBe(true);
    await closed();
    await give(page, 'drop', [burp('later.xml', issue('1', 'SQL injection', 'c.test'))]);
    await group('SQL injection').filter({ hasText: 'New assets' }).waitFor();
    // The filter answers as it is typed.
    await dialog().getByLabel('Filter groups').fill('c.test');
    expect(await groups().getByRole('option').count()).toBe(1);
    await dialog().getByLabel('Filter groups').fill('nowhere');
    await dialog().getByText('No group matches the filter.').waitFor();
    await closed();
  });

  it('that are chosen by the command are split by asset, and kept rules hold the next time', async () => {
    const choosing = page.waitForEvent('filechooser');
    await page.keyboard.press('Shift+I');
    const { name, type, bytes } = burp(
      'other.xml',
      issue('7', 'Old TLS', 'a.test', 'Low'),
      issue('7', 'Old TLS', 'b.test', 'Low'),
      issue('8', 'Open port', 'a.test', 'Low'),
    );
    await (await choosing).setFiles([{ name, mimeType: type, buffer: bytes }]);
    await group('Old TLS').click();
    await button('Split by asset').click();
    await eventually(() => groups().getByRole('option').count()).toBe(3);
    await dialog().getByText('Severities and rules').click();
    await dialog().getByLabel('burp: Low').selectOption('high');
    await group('Old TLS').first().locator('svg').first().waitFor();
    await button('Queue 3 changes').click();
    await dialog().waitFor({ state: 'detached' });
    const { rows } = await callFrom(page, 'finding.list', { project, query: 'title:"Old TLS"' });
    expect(rows.map(({ severity, asset }) => [severity, asset])).toEqual([
      ['high', ['https://a.test']],
      ['high', ['https://b.test']],
    ]);
    await give(page, 'drop', [burp('third.xml', issue('9', 'Weak cipher', 'a.test', 'Low'))]);
    await dialog().getByText('Severities and rules').click();
    expect(await dialog().getByLabel('burp: Low').inputValue()).toBe('high');
    await closed();
  });

  it('that are cut off or are none are told with the line, and nothing is queued', async () => {
    const before = await titles();
    const bytes = Buffer.from(
      `<?xml version="1.0"?><issues burpVersion="1">\n${issue('1', 'X', 'x.test')}\n<issue><type>2`,
    );
    await give(page, 'drop', [{ name: 'cut.xml', type: 'text/xml', bytes }]);
    await dialog()
      .getByRole('alert')
      .filter({ hasText: /cut\.xml: Line \d+/u })
      .waitFor();
    await closed();
    expect(await titles()).toEqual(before);
    await give(page, 'drop', [{ name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('x') }]);
    await page.getByText('Files cannot be dropped there.').waitFor();
  });

  it('of five tools are a draft of the report in six acts, one of them the choice of files', async ({
    skip,
  }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const files = [
      'burp-seven_findings.xml',
      'tenable-nessus-nessus_many_vuln.xml',
      'nuclei-many_findings.json',
      'nmap-nmap_script_vulners.xml',
      'zap-zap_2.16.1_with_req_resp.xml',
    ];
    const before = (await titles()).length;
    let acts = 0;
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
      acts += keys.length;
    };
    const choosing = page.waitForEvent('filechooser');
    await press('Shift+I');
    await (await choosing).setFiles(files.map(scannerFile));
    acts += 1;
    await groups().getByRole('option').first().waitFor();
    for (const name of files) await dialog().getByText(name).waitFor();
    const says = await button(/^Queue \d+ change/u).textContent();
    const changes = Number(/\d+/u.exec(says ?? '')?.[0]);
    await press('Control+Enter');
    await dialog().waitFor({ state: 'detached' });
    expect((await titles()).length).toBe(before + changes);
    await press('g', 'p');
    await eventually(() => page.getByRole('button', { name: 'Export draft…' }).isEnabled()).toBe(true);
    const download = page.waitForEvent('download');
    await press('x');
    const file = readFileSync(await (await download).path());
    expect([acts, changes, file.subarray(0, 5).toString()]).toEqual([6, 8, '%PDF-']);
  });
});
