import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { checkTitles } from '#domain/preflight/titles.ts';
import type { CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, connectVault } from '../support/calls.ts';
import { openReportPanel, reportPanel } from '../support/report-panels.ts';

/* Warnings of the check that a user does not want to see, in a real browser. */

const project = 'harbour-2026';
const rule = 'missing-remediation';
const title = checkTitles[rule];
const record = { asset: ['app.harbour.test'], severity: 'medium', status: 'open', description: 'As seen.' };

let browser: Browser;
let service: SampleService;
let opened: Opened;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  const findings = [
    ...Array.from({ length: 10 }, (_, at) => ({
      id: `f${String(at)}`,
      body: { ...record, title: `Weakness ${String.fromCharCode(65 + at)}`, remediation: '' },
    })),
    {
      id: 'unfinished',
      body: { ...record, title: 'Unfinished', description: 'TBD', remediation: 'Fix it.' },
    },
  ];
  service = await startSampleService({ engagement: false, seeds: [{ project, findings }] });
  opened = await openWindow(browser, { width: 1400, height: 900 });
  ({ page } = opened);
  await connectVault(page, service, project);
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.reload();
  await page.getByRole('row').nth(1).waitFor();
  await goToCheck();
});
afterAll(async () => {
  await opened.close();
  await service.close();
  await browser.close();
});

const messages = (): Promise<readonly CheckMessage[]> => callFrom(page, 'report.check', { project });
const ignoredEntries = async () =>
  (await callFrom(page, 'report.settings', { project })).settings.ignored ?? [];

const panel = () => reportPanel(page, 'check');
const section = (title: string) => panel().getByRole('region', { name: title });
const ignoredList = () => panel().getByRole('region', { name: 'Ignored warnings' });
const button = (name: string | RegExp) => panel().getByRole('button', { name, exact: true });
const warnings = async () =>
  Number(
    /, (\d+) warning/.exec(await page.getByRole('status').filter({ hasText: 'warning' }).innerText())?.[1],
  );

async function goToCheck(): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('region', { name: 'Check and export' }).waitFor();
  await openReportPanel(page, 'check');
  await panel().getByRole('heading', { level: 3 }).first().waitFor();
}

const fold = (heading = title) => section(heading).getByRole('button', { name: new RegExp(`^${heading}`) });
const items = () => section(title).getByRole('listitem');

describe('a rule that is ignored in an engagement', () => {
  it('says nothing any more, is listed below the check, stays ignored, and is shown again', async () => {
    const before = (await messages()).filter(({ level }) => level === 'warning').length;
    await eventually(warnings).toBe(before);
    await button(`Ignore rule: ${title}`).press('Enter');
    // With the focus in the panel it stays in its place.
    await fold().getByText('Ignored', { exact: true }).waitFor();
    await ignoredList().getByText(title, { exact: true }).waitFor();
    await eventually(warnings).toBe(before - 10);
    await eventually(ignoredEntries).toEqual([{ code: rule, finding: null, place: null }]);
    expect(await barriers(page)).toEqual([]);

    await page.reload();
    await page.getByRole('main').waitFor();
    await goToCheck();
    await ignoredList().getByText(title, { exact: true }).waitFor();
    await eventually(warnings).toBe(before - 10);
    await button(`Show again: ${title}`).press('Enter');
    await section(title).waitFor();
    await ignoredList().waitFor({ state: 'detached' });
    await eventually(warnings).toBe(before);
    expect(await ignoredEntries()).toEqual([]);
  });

  it('is shown again by Undo, by the toast, and where it stood', async () => {
    const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });
    for (const shownAgain of [
      () => page.keyboard.press('Control+z'),
      () => undo.press('Enter'),
      () =>
        section(title)
          .getByRole('button', { name: `Show again: ${title}` })
          .press('Enter'),
    ]) {
      await button(`Ignore rule: ${title}`).press('Enter');
      await fold().getByText('Ignored', { exact: true }).waitFor();
      await undo.waitFor();
      await shownAgain();
      await eventually(ignoredEntries).toEqual([]);
      await fold().getByText('10', { exact: true }).waitFor();
      await undo.waitFor({ state: 'detached' });
    }
  });

  it('stays where it is under the pointer, and leaves with it', async () => {
    const heights = () =>
      panel()
        .getByRole('heading', { level: 3 })
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    const ignore = button(`Ignore rule: ${title}`);
    await ignore.hover();
    const before = await heights();
    await ignore.click();
    await fold().getByText('Ignored', { exact: true }).waitFor();
    await eventually(ignoredEntries).toHaveLength(1);
    expect((await heights()).slice(0, before.length)).toEqual(before);
    await page.getByRole('region', { name: 'Pages of the report' }).hover();
    // The button that was pressed has the focus until something else has it.
    await page.getByRole('textbox', { name: 'Page' }).focus();
    await section(title).waitFor({ state: 'detached' });
    await ignoredList()
      .getByRole('button', { name: `Show again: ${title}` })
      .press('Enter');
    await section(title).waitFor();
  });
});

describe('a warning that is ignored in one finding', () => {
  it('is gone there alone, is named with its finding and place, and leaves the focus in the list', async () => {
    await fold().press('Enter');
    const here = section(title).getByRole('button', {
      name: 'Ignore here: Weakness C, Remediation',
      exact: true,
    });
    await here.press('Enter');
    await here.waitFor({ state: 'detached' });
    await ignoredList().getByText(`${title}: Weakness C, Remediation`).waitFor();
    await fold().getByText('9', { exact: true }).waitFor();
    expect(await items().count()).toBe(10);
    await eventually(async () => (await messages()).filter(({ code }) => code === rule).length).toBe(9);
    await eventually(() => panel().evaluate((element) => element.contains(document.activeElement))).toBe(
      true,
    );
    expect(await barriers(page)).toEqual([]);
    await section(title).getByRole('button', { name: 'Show again: Weakness C, Remediation' }).press('Enter');
    await here.waitFor();
    await fold().getByText('10', { exact: true }).waitFor();
  });

  it('may be about the engagement too', async () => {
    const needs = checkTitles['missing-fact'];
    await fold(needs).press('Enter');
    await button('Ignore here: The engagement, Team').press('Enter');
    await ignoredList().getByText(`${needs}: Team`, { exact: true }).waitFor();
    await button('Ignore here: The engagement, Team').waitFor({ state: 'detached' });
    await eventually(ignoredEntries).toEqual([{ code: 'missing-fact', finding: null, place: 'team' }]);
    await section(needs).getByText('Management summary', { exact: true }).waitFor();
    await button(`Show again: ${needs}: Team`).press('Enter');
    await button('Ignore here: The engagement, Team').waitFor();
  });

  it('cannot be an error', async () => {
    const errors = (await messages()).filter(({ level }) => level === 'error');
    expect(errors.length).toBeGreaterThan(0);
    for (const { code } of errors) {
      expect(await button(`Ignore rule: ${checkTitles[code]}`).count()).toBe(0);
      expect(
        await section(checkTitles[code])
          .getByRole('button', { name: /^Ignore/ })
          .count(),
      ).toBe(0);
    }
  });
});

describe('many messages', () => {
  it('fold by rule, and a filter shows those that hold its words', async () => {
    await eventually(() => items().count()).toBe(10);
    await fold().press('Enter');
    await eventually(() => items().count()).toBe(0);
    await fold().press('Enter');
    await eventually(() => items().count()).toBe(10);
    // An error is open from the start, a warning by its rule alone.
    expect(await section(checkTitles.placeholder).getByRole('listitem').count()).toBe(1);
    expect(
      await section(checkTitles['missing-fact']).getByRole('button').first().getAttribute('aria-expanded'),
    ).toBe('true');

    const filter = panel().getByRole('textbox', { name: 'Filter the messages' });
    await filter.fill('remediation  weakness b');
    await eventually(() => panel().getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('Weakness B'),
    ]);
    await filter.fill('no message holds this');
    await panel().getByRole('button', { name: 'Show all messages' }).press('Enter');
    await section(title).waitFor();
    expect(opened.complaints).toEqual([]);
  });
});

it('an export that is asked for before the check has answered waits, says so and cannot be pressed again, and goes on', async () => {
  const answered = Promise.withResolvers<undefined>();
  // The page before may still ask; what it is asked goes with it.
  await page.route('**/call/report.check', (route) =>
    answered.promise.then(() => route.continue()).catch(() => undefined),
  );
  await page.reload();
  await page.getByRole('main').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('button', { name: /^Export/, disabled: false }).waitFor();
  await page.keyboard.press('x');
  await page.getByText('Exports once it is checked').waitFor();
  const [waiting, off, on] = await page.getByRole('button', { name: /^Export/ }).evaluate((button) => {
    const look = (change: (copy: HTMLButtonElement) => void): string => {
      const copy = button.cloneNode(true) as HTMLButtonElement;
      change(copy);
      button.after(copy);
      const { color, backgroundColor } = getComputedStyle(copy);
      copy.remove();
      return `${color} on ${backgroundColor}`;
    };
    return [
      look(() => undefined),
      look((copy) => (copy.disabled = true)),
      look((copy) => copy.removeAttribute('aria-disabled')),
    ];
  });
  answered.resolve(undefined);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Export draft$/ })
    .waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  expect([
    waiting === off,
    waiting === on,
    await page.getByText('Exports once it is checked').count(),
  ]).toEqual([...[true, false, 0]]);
});
