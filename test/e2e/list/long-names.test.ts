import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, connectVault } from '../support/calls.ts';

/* Names as long as services have them: whatever a person presses stays inside the window. */

const project = 'harbour-2026';
const other = 'quay-2026';
/** No place in it at which a line may end. */
const long = `app-${'x'.repeat(212)}.test`;

let browser: Browser;
let service: SampleService;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const body = { asset: ['app.harbour.test'], severity: 'medium', status: 'open' };
  const disappearing = Array.from({ length: 30 }, (_, at) => ({
    id: `q${String(at)}`,
    body: { ...body, title: `Of the quay ${String(at)}` },
  }));
  service = await startSampleService({
    engagement: false,
    seeds: [
      {
        project,
        findings: [
          { id: 'f0', body: { ...body, title: 'Changed by both', asset: [long], tags: [long] } },
          {
            id: 'f1',
            body: { ...body, title: 'Changed here', severity: 'weird-severity', status: 'pending_retest' },
          },
        ],
      },
      { project: other, findings: disappearing },
    ],
  });
  opened = await openWindow(browser);
  ({ page } = opened);
  await connectVault(page, service, project);
  await callFrom(page, 'engagement.add', {
    project: other,
    name: 'The quay of the harbour '.repeat(6).trim(),
  });
  await callFrom(page, 'sync.run', {});
  await callFrom(page, 'finding.edit', { id: 'f0', changes: { severity: 'low' } });
  service.edit('f0', { severity: 'critical' });
  for (const { id } of disappearing) service.remove(id);
  await callFrom(page, 'sync.run', {});
  await callFrom(page, 'finding.edit', { id: 'f1', changes: { title: 'Changed here and now' } });
  await page.reload();
  await page.getByRole('grid').waitFor();
});
afterAll(async () => {
  await opened.close();
  await service.close();
  await browser.close();
});

/** What can be pressed and lies beside the window; the table of findings is made to be scrolled sideways. */
function outside(): Promise<string[]> {
  return page.evaluate(() => {
    const pressed = [
      ...document.querySelectorAll<HTMLElement>('button, input, select, textarea, [role=tab]'),
    ];
    return pressed
      .filter(
        (one) => one.checkVisibility({ visibilityProperty: true }) && one.closest('[role=grid]') === null,
      )
      .map((one) => ({ one, ...one.getBoundingClientRect().toJSON() }))
      .filter(({ width, left, right }) => width > 1 && (left < 0 || right > innerWidth))
      .map(({ one, right }) => `${(one.ariaLabel ?? one.textContent).trim().slice(0, 60)}: ${String(right)}`);
  });
}

test('a severity that is too long for its column ends in an ellipsis, and every status of the interface fits', async () => {
  const row = page.getByRole('row').filter({ hasText: 'Changed here' });
  const severity = await row.getByText('weird-severity').evaluate((one) => ({
    overflow: getComputedStyle(one).textOverflow,
    cut: one.scrollWidth > one.clientWidth,
    inCell:
      one.getBoundingClientRect().right <=
      (one.closest('[role=gridcell]')?.getBoundingClientRect().right ?? 0),
  }));
  const status = await row
    .getByRole('gridcell')
    .filter({ hasText: 'Pending retest' })
    .evaluate((cell) => cell.scrollWidth <= cell.clientWidth);
  expect([severity, status]).toEqual([{ overflow: 'ellipsis', cut: true, inCell: true }, true]);
});

test('both sides of a conflict are inside the window where an asset is long, which ends in an ellipsis', async () => {
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.getByRole('radio', { name: /^Theirs/ }).waitFor();
  const asset = await page
    .getByTitle(long)
    .locator('bdi')
    .evaluate(({ parentElement: box }) => {
      if (box === null) return null;
      const { textOverflow, display } = getComputedStyle(box);
      return { textOverflow, isFlex: display.endsWith('flex'), cut: box.scrollWidth > box.clientWidth };
    });
  expect([await outside(), asset]).toEqual([[], { textOverflow: 'ellipsis', isFlex: false, cut: true }]);
});

test('the fields of a finding are inside the window where an asset and a tag are long', async () => {
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await page.getByRole('row').filter({ hasText: 'Changed by both' }).dblclick();
  const properties = page.getByRole('group', { name: 'Properties' });
  await properties.waitFor();
  await eventually(outside).toEqual([]);
  for (const label of ['Assets', 'Tags']) {
    await properties.getByLabel(label, { exact: true }).and(page.locator('input')).focus();
    await page.getByRole('group', { name: label, exact: true }).waitFor();
    await eventually(outside).toEqual([]);
  }
});

test.for([1_280, 1_000, 900])(
  'the status bar shows what waits and the sync at %i px, whatever is asked beside them',
  async (width) => {
    await page.setViewportSize({ width, height: 800 });
    const bar = page.getByRole('contentinfo', { name: 'Status bar' });
    await bar.getByRole('button', { name: /The quay of the harbour/ }).waitFor();
    const whole = (name: string | RegExp): Promise<boolean> =>
      bar
        .getByRole('button', { name })
        .evaluate(
          (one) => one.scrollWidth <= one.clientWidth && one.getBoundingClientRect().right <= innerWidth,
        );
    await eventually(async () => [
      await whole('2 findings pending'),
      await whole('1 finding needs attention'),
      await whole('Sync'),
    ]).toEqual([true, true, true]);
    await eventually(outside).toEqual([]);
    expect(opened.complaints).toEqual([]);
  },
);
