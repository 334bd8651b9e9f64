import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { barriers } from '../support/axe.ts';
import { eventually, launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, connectVault } from '../support/calls.ts';

/* A long list draws lines before their content is there. A screen reader is told so, in every such list. */

const project = 'harbour-2026';
const named = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => ({
    title: `${name} ${String(at)}`,
    asset: ['app.harbour.test'],
    severity: 'low',
  }));

let browser: Browser;
let service: SampleService;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  const candidates = named(300, 'Candidate').map(
    (body, at) =>
      ({ id: `c${String(at)}`, candidate: 'public', body: { ...body, status: 'draft' } }) as const,
  );
  service = await startSampleService({ engagement: false, seeds: [{ project, findings: candidates }] });
  opened = await openWindow(browser);
  page = opened.page;
  await connectVault(page, service, project);
  // More than any list asks for at once.
  await callFrom(page, 'finding.create', { project, records: named(110, 'Sent') });
  await callFrom(page, 'sync.run', {});
  await callFrom(page, 'finding.create', { project, records: named(150, 'Pending') });
  await page.reload();
  await page.getByRole('row').nth(3).waitFor();
});

afterAll(async () => {
  await opened.close();
  await browser.close();
  await service.close();
});

/** A list puts its choice in sight behind the frame in which its lines came. */
function choiceIsInSight(): Promise<unknown> {
  return page.evaluate(
    () => new Promise((go) => requestAnimationFrame(() => setTimeout(() => setTimeout(go)))),
  );
}

interface LongList {
  readonly list: string;
  readonly role: 'grid' | 'listbox';
  /** The keys that lead to it. */
  readonly keys: readonly string[];
  /** Answers with the content of lines. */
  readonly call: string;
}

const lists: readonly LongList[] = [
  { list: 'Findings', role: 'grid', keys: ['g', 'f'], call: 'list.rows' },
  { list: 'Candidates', role: 'listbox', keys: ['g', 'r'], call: 'list.rows' },
  { list: 'Pending changes', role: 'listbox', keys: ['g', 'q'], call: 'queue.items' },
  { list: 'Activity', role: 'listbox', keys: ['g', 'a'], call: 'activity.list' },
  { list: 'Pending changes', role: 'listbox', keys: ['y'], call: 'pending.changes' },
];

it.each(lists)(
  'a line of the list $list ($call) has a name while its content is on its way',
  async ({ list, role, keys, call }) => {
    for (const key of keys) await page.keyboard.press(key);
    const box = page.getByRole(role, { name: list, exact: true });
    const lines = box.getByRole(role === 'grid' ? 'row' : 'option');
    const loading = box.getByLabel('Loading…', { exact: true });
    await eventually(() => lines.filter({ hasText: /Sent|Pending|Candidate/u }).count()).toBeGreaterThan(3);
    await eventually(() => loading.count()).toBe(0);
    // Scrolled before that, it would go back.
    await choiceIsInSight();

    const answered = Promise.withResolvers<void>();
    onTestFinished(() => answered.resolve());
    const held = `**/call/${call}`;
    await page.route(held, (route) => answered.promise.then(() => route.continue()));
    await box.evaluate((scroller) => (scroller.scrollTop = scroller.scrollHeight));
    await loading.first().waitFor();
    const busy = await loading.evaluateAll((all) => all.map((line) => line.ariaBusy));
    const found = await barriers(page);
    answered.resolve();
    await eventually(() => loading.count()).toBe(0);
    const names = await lines.allInnerTexts();
    await page.unrouteAll({ behavior: 'wait' });
    expect([new Set(busy), found, names.length > 3, names.includes('')]).toEqual([
      ...[new Set(['true']), [], true, false],
    ]);
  },
);

it('a list that was scrolled away from its choice stays there as lines come, and goes back to it by a key', async () => {
  await page.keyboard.press('Escape');
  for (const key of ['g', 'q']) await page.keyboard.press(key);
  const box = page.getByRole('listbox', { name: 'Pending changes', exact: true });
  const scrolled = () => box.evaluate(({ scrollTop }) => scrollTop);
  const size = () => box.getByRole('option').last().getAttribute('aria-setsize');
  await box.getByRole('option', { selected: true }).waitFor();
  await choiceIsInSight();
  const before = Number(await size());
  await box.evaluate((scroller) => (scroller.scrollTop = scroller.scrollHeight));
  await eventually(() => box.getByRole('option', { selected: true }).count()).toBe(0);
  const place = await scrolled();

  await callFrom(page, 'finding.create', { project, records: named(1, 'Late') });
  await eventually(size).toBe(String(before + 1));
  await choiceIsInSight();
  const after = await scrolled();
  await page.keyboard.press('ArrowDown');
  await eventually(scrolled).toBeLessThan(place / 2);
  expect([place > 1_000, after]).toEqual([true, place]);
});
