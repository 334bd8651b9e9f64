import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, openSample } from '../support/calls.ts';
import { openReportPanel, reportPanel, reportPart } from '../support/report-panels.ts';

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
});
afterAll(async () => {
  await opened.close();
  await browser.close();
});

const selected = () => callFrom(page, 'report.findings', { project });
const dialog = () => page.getByRole('dialog');
const panel = () => reportPanel(page, 'findings');
const row = (title: string) => panel().getByRole('listitem').filter({ hasText: title });

it('findings are left out, put in order by keys and by place, and the screen says how many go out', async () => {
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await openReportPanel(page, 'findings');
  await page.getByRole('textbox', { name: 'Query' }).fill('-is:candidate');
  await page.keyboard.press('Enter');
  const candidates = (await callFrom(page, 'finding.list', { project, query: 'is:candidate' })).rows.length;
  const total = (await selected()).total;
  // Its private draft stays out by itself, which is told before the query.
  const saysLeftOut = `${String(total - candidates)} of ${String(total)} findings; ${String(candidates)} left out: 1 draft, ${String(candidates - 1)} not found by the query.`;
  await page.getByText(saysLeftOut).first().waitFor();

  const mediums = (await selected()).findings.filter(
    ({ severity, leftOut }) => severity === 'medium' && leftOut === null,
  );
  const [first, second, third] = mediums.map(({ title }) => title);
  await row(first ?? '')
    .getByRole('checkbox')
    .uncheck();
  await row(first ?? '')
    .getByText('Left out: it is excluded by hand')
    .waitFor();
  await row(third ?? '')
    .getByRole('checkbox')
    .focus();
  await page.keyboard.press('Alt+ArrowUp');
  const order = async () =>
    (await selected()).findings
      .map(({ title }) => title)
      .filter((title) => [first, second, third].includes(title));
  // What is dragged is where the screen shows it.
  const shown = async () => {
    const rows = await panel().getByRole('listitem').allInnerTexts();
    return rows.flatMap((text) => [first, second, third].filter((title) => text.includes(title ?? '')));
  };
  await eventually(order).toEqual([first, third, second]);
  const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? '');
  await eventually(focused).toContain(third);
  await eventually(shown).toEqual([first, third, second]);
  const place = row(second ?? '').getByRole('spinbutton');
  await place.fill('1');
  await place.press('Enter');
  await eventually(order).toEqual([second, first, third]);
  await eventually(shown).toEqual([second, first, third]);
  expect(await barriers(page)).toEqual([]);
  // By the mouse: the row is dropped on the one whose place it takes; one of another severity is no place for it.
  await row(third ?? '').dragTo(row(second ?? ''));
  await eventually(order).toEqual([third, second, first]);
  await eventually(shown).toEqual([third, second, first]);
  const other = (await selected()).findings.find(({ severity }) => severity !== 'medium');
  await row(first ?? '').dragTo(row(other?.title ?? ''));
  await row(second ?? '').dragTo(row(third ?? ''));
  await eventually(order).toEqual([second, third, first]);
  await panel().getByRole('button', { name: 'Order by score' }).click();
  await eventually(order).toEqual([first, second, third]);
  await panel()
    .getByText(/left out: .*1 excluded by hand/u)
    .waitFor();
  expect(await barriers(page)).toEqual([]);
});

it('the line says that the report is not whole, as the dialog of an export does, and leads to the choice', async () => {
  const { summary, printed, total } = await selected();
  expect(printed).toBeLessThan(total);
  const screen = page.getByRole('region', { name: 'Check and export' });
  await openReportPanel(page, 'check');
  const part = reportPart(page, 'findings');
  await part.getByText(`${String(printed)} of ${String(total)} findings`, { exact: true }).waitFor();
  expect(await part.getAttribute('title')).toBe(`${summary}.`);
  await screen.getByRole('button', { name: 'Other formats' }).click();
  await page.getByRole('menuitem', { name: 'PDF with a password…' }).click();
  await dialog().getByText(`${summary}.`, { exact: true }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await part.click();
  await panel().getByText(`${summary}.`, { exact: true }).waitFor();
});

it('all, none and what the list shows are chosen at once, and the line counts right', async () => {
  const part = reportPart(page, 'findings');
  const { total, findings } = await selected();
  const says = (text: string) => part.getByText(text, { exact: true }).waitFor();
  await panel().getByRole('button', { name: 'All', exact: true }).click();
  const fit = findings.filter(({ unfit }) => unfit === null).length;
  await says(`${String(fit)} of ${String(total)} findings`);
  await panel().getByRole('button', { name: 'None', exact: true }).click();
  await says(`0 of ${String(total)} findings`);
  await row(findings.find(({ unfit }) => unfit === null)?.title ?? '')
    .getByRole('checkbox')
    .check();
  await says(`1 of ${String(total)} findings`);
  expect(await panel().getByRole('button', { name: 'As in the list' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('severity:high');
  const highs = (await callFrom(page, 'finding.list', { project, query: 'severity:high' })).rows.length;
  await eventually(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(highs + 1));
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await panel().getByRole('button', { name: 'As in the list' }).click();
  await says(`${String(highs)} of ${String(total)} findings`);
  const { settings } = await callFrom(page, 'report.settings', { project });
  expect([settings.query, settings.include, settings.exclude]).toEqual([
    'severity:high',
    undefined,
    undefined,
  ]);
  expect(await barriers(page)).toEqual([]);
});

it('numbers that went out are given up only after a question', async () => {
  await callFrom(page, 'report.keep', { project, force: true, format: 'markdown' });
  await panel().getByRole('button', { name: 'Renumber…' }).click();
  await panel().getByText('Renumber the findings?').waitFor();
  await panel().getByRole('button', { name: 'Renumber findings' }).click();
  await eventually(async () => (await selected()).findings.some(({ numberKept }) => numberKept)).toBe(false);
});

it('a row for each asset in Excel and CSV is chosen by a switch, and undone by the keyboard', async () => {
  const kept = async () => (await callFrom(page, 'report.settings', { project })).settings.assetRows;
  await openReportPanel(page, 'options');
  const choice = page.getByRole('checkbox', { name: 'A row for each asset in Excel and CSV' });
  await choice.check();
  await eventually(kept).toBe('each');
  await page.keyboard.press('Control+z');
  await eventually(kept).toBe(undefined);
  await eventually(() => choice.isChecked()).toBe(false);
});
