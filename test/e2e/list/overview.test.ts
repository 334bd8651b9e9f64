import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser } from '../support/browser.ts';
import { callFrom } from '../support/calls.ts';
import { beginDay, project, type Day } from '../support/day.ts';

/* Each number of the overview is that of the list, or of the screen, that it leads to. */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['One', 'Two', 'Three', 'Four', 'Five', 'Six']);
  page = day.page;
  const { service } = day;
  service.edit('f0', { severity: 'critical', asset: ['a.example', 'https://a.example/login'] });
  service.edit('f1', { severity: 'High', status: 'closed', asset: ['b.example'] });
  service.edit('f2', { severity: 'odd one', status: '' });
  await callFrom(page, 'engagement.describe', {
    project,
    facts: { scopeIn: [{ what: '10.0.0.0/24', note: '' }], ends: '2020-01-01' },
  });
  await callFrom(page, 'round.add', { project, begins: '', ends: '', note: '' });
  await callFrom(page, 'round.add', { project, begins: '', ends: '', note: '' });
  await callFrom(page, 'verdict.set', { project, round: 2, ids: ['f0', 'f1'], verdict: 'fixed' });
  await callFrom(page, 'finding.edit', { id: 'f3', changes: { title: 'Mine' } });
  service.edit('f3', { title: 'Theirs' });
  await callFrom(page, 'sync.run', {});
  await callFrom(page, 'finding.edit', { id: 'f4', changes: { title: 'Four, edited' } });
  await callFrom(page, 'finding.hold', { ids: ['f4'], held: true });
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

const pane = () => page.getByRole('region', { name: 'Overview' });
const numbers = () => pane().locator('[data-number]');

async function showOverview(): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await pane().getByText('Errors of the check').waitFor();
}

/** The words of a number and the number itself. */
async function readNumber(at: number): Promise<{ readonly words: string; readonly count: number }> {
  const row = numbers().nth(at);
  const words = (await row.innerText()).replaceAll(/\s+/gu, ' ');
  const count = (await row.locator('.count, .value').allInnerTexts())[0] ?? '';
  return { words, count: Number(count) };
}

it('has no barrier in a narrow window', async () => {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 900, height: 700 });
  await showOverview();
  expect(await barriers(page)).toEqual([]);
  if (size !== null) await page.setViewportSize(size);
});

it('each number leads to a list of as many findings, or to its screen', async () => {
  await showOverview();
  const found = await barriers(page);
  const listed: string[] = [];
  const elsewhere: string[] = [];
  for (let at = 0; at < (await numbers().count()); at += 1) {
    const { words, count } = await readNumber(at);
    await numbers().nth(at).click();
    const grid = page.getByRole('grid');
    const heading = page.getByRole('main').getByRole('heading', { level: 1 });
    // Assets are listed in the overview itself.
    if (/\bassets?$/u.test(words)) {
      expect(await pane().getByRole('button').filter({ hasText: 'example' }).count()).toBe(count);
      await numbers().nth(at).click();
      continue;
    }
    const isList =
      !(await heading.innerText()).includes('·') && (await page.getByRole('dialog').count()) === 0;
    if (isList) {
      listed.push(words);
      await eventually(async () => [words, Number(await grid.getAttribute('aria-rowcount')) - 1]).toEqual([
        words,
        count,
      ]);
    } else
      elsewhere.push(
        `${words} → ${(await page.getByRole('dialog').count()) > 0 ? 'dialog' : ((await heading.innerText()).split(' ·')[0] ?? '')}`,
      );
    await showOverview();
  }
  expect(found).toEqual([]);
  expect(listed).toEqual([
    '6 findings',
    ...['C Critical 1', 'H High 1', 'M Medium 3', 'L Low 0', 'I Info 0', '? Odd one 1'],
    'C Critical a.example 1',
    'C Critical https://a.example/login 1',
    'H High b.example 1',
    'M Medium portal.example.test 4',
    ...['Pending 2', 'Held back 1', 'Conflicts 1', 'Refused 0', 'Not confirmed 0'],
    ...['Open 4', 'Closed 1', 'No status 1'],
    ...['Fixed 2', 'Partly fixed 0', 'Still open 0', 'Not retested 0', 'No verdict 4'],
  ]);
  expect(elsewhere).toEqual([
    expect.stringMatching(/days over → Engagement$/u),
    expect.stringMatching(/last sync → Activity$/u),
    'Candidates to review 0 → Review',
    expect.stringMatching(/^Errors of the check \d+ → Report$/u),
    expect.stringMatching(/^Warnings of the check \d+ → Report$/u),
    'Missing facts 7 → Engagement',
    ...[
      ...['Client', 'First day of the tests', 'Classification', 'Contacts at the client', 'Team'],
      ...['Method', 'Management summary'],
    ].map((fact) => `${fact} → Engagement`),
    'No verdict 6 → dialog',
    '1 line → Engagement',
  ]);
});

it('arrows lead from number to number, and Enter to its list', async () => {
  await numbers().first().focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown'])
    await page.keyboard.press(key);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/Critical/u);
  await page.keyboard.press('Enter');
  await eventually(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2');
});

it('follows what a sync brings, in rows that stay where they are while the pointer is on one', async () => {
  await showOverview();
  const status = pane().getByRole('region', { name: 'Status' }).locator('[data-number]');
  await status.first().hover();
  day.service.edit('f5', { status: 'pending_retest' });
  await callFrom(page, 'sync.run', {});
  await eventually(() => status.allInnerTexts()).toEqual(['Open\n3', 'Closed\n1', 'No status\n1']);
  await page.mouse.move(0, 0);
  await eventually(() => status.allInnerTexts()).toEqual([
    'Open\n3',
    'Pending retest\n1',
    'Closed\n1',
    'No status\n1',
  ]);
});

it('shows assets and metrics of the service where the profile names their reads', async () => {
  await callFrom(page, 'connection.adjust', {
    profile: { reads: { assets: 'assets/?project=:project', metrics: 'projects/:project/metrics' } },
  });
  await page.reload();
  await showOverview();
  const metrics = pane().getByRole('region', { name: 'Metrics on the service' });
  await metrics.getByText('severity · critical').waitFor();
  const assets = pane().getByRole('region', { name: 'Assets on the service' }).getByRole('listitem');
  expect([await assets.allInnerTexts(), await barriers(page)]).toEqual([
    expect.arrayContaining(['b.example']),
    [],
  ]);
});
