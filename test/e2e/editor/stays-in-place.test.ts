import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { launchBrowser, openWindow, type Opened } from '../support/browser.ts';
import { callFrom, connectVault } from '../support/calls.ts';
import { openFinding } from '../support/day.ts';

/* Nothing moves under the hands of who types: what the program and others say has its place, or comes out of sight. */

const project = 'harbour-2026';
const line = 'The session is valid after the user has signed out.\n\n';
const body = {
  asset: ['app.harbour.test'],
  severity: 'medium',
  status: 'open',
  description: line.repeat(8),
  remediation: line.repeat(8),
};
const findings = ['typed', 'refused', 'narrow', 'wide'] as const;
type Id = (typeof findings)[number];

let browser: Browser;
let service: SampleService;
let opened: Opened;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  service = await startSampleService({
    engagement: false,
    seeds: [
      { project, findings: findings.map((id) => ({ id, body: { ...body, title: `Session of ${id}` } })) },
    ],
  });
  opened = await openWindow(browser, { width: 1280, height: 800 });
  ({ page } = opened);
  await connectVault(page, service, project);
  await callFrom(page, 'sync.run', { projects: [project] });
  await page.reload();
});

afterAll(async () => {
  await opened.close();
  await service.close();
  await browser.close();
});

const title = () => page.getByRole('textbox', { name: 'Title' });
const saved = () => page.getByText('Saved locally').waitFor();
const sync = () => callFrom(page, 'sync.run', { projects: [project] });

/** Opens a finding until it counts as looked at, so that what changes later is told. */
async function editing(id: Id): Promise<void> {
  const looked = page.waitForResponse('**/call/finding.look');
  await openFinding(page, `Session of ${id}`);
  await looked;
  await page.getByRole('textbox', { name: 'Description, Markdown' }).waitFor();
}

/** Notes of each frame where the field with focus was painted, and in a text the cursor. */
async function watchPlace(): Promise<() => Promise<readonly number[]>> {
  const watching = await page.evaluateHandle(() => {
    const places = new Set<number>();
    let watched = true;
    // An observer tells the place that is painted, behind all that the page does in a frame.
    const observer = new IntersectionObserver((seen) => {
      for (const { boundingClientRect: place } of seen) {
        if (place.height > 0) places.add(Math.round(place.top));
      }
    });
    const look = (): void => {
      if (!watched) return;
      const host = document.activeElement;
      const at = host?.shadowRoot?.querySelector('.cm-cursor-primary') ?? host;
      observer.disconnect();
      if (at !== null) observer.observe(at);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return () => {
      watched = false;
      return [...places];
    };
  });
  return () => watching.evaluate((end) => end());
}

async function expectStill(work: () => Promise<void>): Promise<void> {
  // The cursor is painted some frames after the key that moved it.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });
  const places = await watchPlace();
  await work();
  expect((await places()).length).toBe(1);
}

test('the title stays where it is while it is typed, saved, refused and changed by someone else', async () => {
  await editing('typed');
  await title().press('End');
  await expectStill(async () => {
    await page.keyboard.type(', typed');
    await saved();
    service.edit('typed', { severity: 'critical', remediation: 'Close the session.' });
    await sync();
    await page.getByText(/^Changed on the service since you last looked/u).waitFor({ state: 'attached' });
    await page.keyboard.type(' on');
    await saved();
    service.edit('typed', { title: 'Of a colleague' });
    await sync();
    await page.getByText('You and someone else edited title.').waitFor({ state: 'attached' });
    await title().fill('');
    await page.getByText('Title: must be a text that is not empty.').waitFor();
    await title().fill('Another one');
    await page.getByText('Title: must be a text that is not empty.').waitFor({ state: 'detached' });
  });
});

test('a mark leads to what was told above the title while it was out of sight', async () => {
  await editing('refused');
  await title().press('End');
  service.edit('refused', { severity: 'low' });
  await sync();
  await page.getByRole('button', { name: 'See notes' }).click();
  await expect
    .poll(() =>
      page.getByRole('button', { name: 'Show changes' }).evaluate((it) => it === document.activeElement),
    )
    .toBe(true);
  await page.getByRole('button', { name: 'Seen' }).click();
  await page.getByText(/^Changed on the service/u).waitFor({ state: 'detached' });
});

test.for([
  ['narrow', 1280, 800],
  ['wide', 1920, 1080],
] as const)('the cursor in a text stays in its place: %s', async ([id, width, height]) => {
  await page.setViewportSize({ width, height });
  await editing(id);
  const text = page.getByRole('textbox', { name: 'Description, Markdown' });
  await text.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('x');
  await expectStill(async () => {
    await page.keyboard.type('y');
    await saved();
    service.edit(id, { severity: 'high', status: 'closed', asset: ['a.test', 'b.test'] });
    await sync();
    await page.getByText(/^Changed on the service since you last looked/u).waitFor({ state: 'attached' });
    await page.keyboard.type('z');
    await saved();
    service.edit(id, { description: 'All of it is other.' });
    await sync();
    await page.getByText(/^You and someone else edited description/u).waitFor({ state: 'attached' });
    await page.keyboard.type('w');
    await saved();
  });
  expect(opened.complaints).toEqual([]);
});
