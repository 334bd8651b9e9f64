import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, launchBrowser } from './support/browser.ts';
import { callFrom } from './support/calls.ts';
import { beginDay, type Day } from './support/day.ts';
import { reportPart } from './support/report-panels.ts';

/*
 * What can be pressed stays under the pointer while the first answers come, one after the other. A press that begins on
 * a button and ends beside it presses nothing.
 */

let browser: Browser;
let day: Day;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  day = await beginDay(browser, ['First', 'Second', 'Third'], ['Candidate']);
  ({ page } = day);
  await callFrom(page, 'finding.edit', { id: 'f2', changes: { title: 'Third, mine' } });
  day.service.edit('f2', { title: 'Third, theirs' });
  await callFrom(page, 'finding.edit', { id: 'f1', changes: { title: 'Second, mine' } });
  await callFrom(page, 'sync.run', {});
  await callFrom(page, 'finding.edit', { id: 'f1', changes: { title: 'Second, mine again' } });
  await answersOneByOne();
  await watchWhatCanBePressed();
});

afterAll(async () => {
  await day.end();
  await browser.close();
});

/** Calls of the page that have not left yet. */
let waiting = 0;

/** Each call of the page leaves some frames after the one before it. */
async function answersOneByOne(): Promise<void> {
  let last = Promise.resolve();
  await page.route('**/call/**', async (route) => {
    waiting += 1;
    last = last.then(() => page.evaluate(threeFrames)).catch(() => undefined);
    await last;
    waiting -= 1;
    await route.continue().catch(() => undefined);
  });
}

function threeFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  });
}

/** Writes down, frame by frame, what has moved by half of its own size or more since it was first there. */
function watchWhatCanBePressed(): Promise<void> {
  return page.evaluate(() => {
    const seen = new WeakMap<Element, DOMRect>();
    const moved = new Set<string>();
    Object.assign(globalThis, { moved });
    const look = (): void => {
      for (const one of document.querySelectorAll('main :is(button, select, [role=tab], input)')) {
        const now = one.getBoundingClientRect();
        if (!one.checkVisibility({ visibilityProperty: true }) || now.y > innerHeight) continue;
        const first = seen.get(one);
        if (first === undefined) seen.set(one, now);
        else if (
          Math.abs(now.x - first.x) >= first.width / 2 ||
          Math.abs(now.y - first.y) >= first.height / 2
        )
          moved.add(one.ariaLabel ?? one.textContent?.trim() ?? '');
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** What has moved since this was asked last. */
function movedLately(): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { moved } = globalThis as unknown as { moved: Set<string> };
    const lately = [...moved];
    moved.clear();
    return lately;
  });
}

test.each([
  [
    'Report',
    'p',
    () =>
      reportPart(page, 'check')
        .getByText(/^Draft|^Final/u)
        .waitFor(),
  ],
  ['Pending changes', 'q', () => page.getByRole('button', { name: 'Open finding' }).waitFor()],
  ['Activity', 'a', () => page.getByRole('button', { name: 'Open finding' }).waitFor()],
  ['Conflicts', 'c', () => page.getByRole('textbox', { name: 'Title: something else' }).waitFor()],
  ['Review', 'r', () => page.getByRole('heading', { level: 2, name: 'Candidate' }).waitFor()],
  ['Settings', 's', () => page.getByRole('heading', { level: 2 }).first().waitFor()],
  ['Engagement', 'e', () => page.getByRole('textbox').first().waitFor()],
])('nothing on the screen %s moves away from the pointer as it fills', async (name, key, filled) => {
  await page.keyboard.press('g');
  await page.keyboard.press(key);
  await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toContain(name);
  await filled();
  await eventually(() => waiting).toBe(0);
  await page.evaluate(threeFrames);
  expect(await movedLately()).toEqual([]);
});
