import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { tell } from './report.ts';
import { stopwatch } from './stopwatch.ts';

/** Typed letter by letter into the query, as a person would, each after a look at what the last one found. */
const typed = ['severity:high', 'kerberos', 'cross site', 'title:admin -is:candidate'];

/** What took how long, in milliseconds. */
interface Timed {
  readonly what: string;
  readonly ms: number;
}

/**
 * Uses the list and a finding as a person does and tells how long each took: scrolling, a query letter by letter, opening
 * findings, writing. The page has its stopwatch.
 */
export async function use(page: Page, when: string): Promise<void> {
  await scroll(page, when);
  await query(page, when);
  await open(page, when);
  await type(page, when);
}

/**
 * The same beside a sync, and beside another one if that ends sooner.
 * @param running the first sync, if it was begun before
 */
export async function useBesideSync(
  page: Page,
  when: string,
  sync: () => Promise<unknown>,
  running = sync(),
): Promise<void> {
  let used = false;
  const again = async (): Promise<void> => {
    await running;
    while (!used) await sync();
  };
  await Promise.all([again(), use(page, when).finally(() => (used = true))]);
}

async function scroll(page: Page, when: string): Promise<void> {
  const frames = await scrolledFrames(page);
  tell(`longest frame of ${String(frames.length)} while scrolling, ${when}`, Math.max(...frames), 50, ' ms');
}

/** Turns the wheel over a table sixty times, three of them a long way. @returns how long each frame took, in milliseconds */
export async function scrolledFrames(page: Page): Promise<readonly number[]> {
  const table = page.getByRole('grid');
  const box = await table.boundingBox();
  if (box === null) throw new Error('The table is not shown.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await stopwatch(page, 'frames');
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, turn % 20 === 19 ? 400_000 : 900);
    await pause(30);
  }
  const frames = await stopwatch(page, 'frames-end');
  await table.evaluate((element) => element.scrollTo(0, 0));
  return frames;
}

async function query(page: Page, when: string): Promise<void> {
  const times: Timed[] = [];
  const field = page.getByRole('combobox').or(page.getByRole('searchbox')).first();
  for (const text of typed) {
    await field.fill('');
    await pause(300);
    await field.focus();
    for (const [at, letter] of [...text].entries()) {
      await stopwatch(page, 'answer');
      await page.keyboard.type(letter);
      await pause(250);
      const taken = await stopwatch(page, 'answer-end');
      times.push(...taken.map((ms) => ({ what: text.slice(0, at + 1), ms })));
    }
  }
  tell(`a letter in the query shows its result, 95 of 100, ${when}`, at(times, 0.95), 100, ' ms');
  tellRest(times, 'letters');
  await field.fill('');
  await page.keyboard.press('Escape');
  await pause(300);
}

async function open(page: Page, when: string): Promise<void> {
  const places = await inView(page);
  // A hand brings the mouse to a row before it presses the button; the quickest one presses as soon as it is there.
  await openEach(page, places.slice(1, 16), 100, when);
  await openEach(page, places.slice(16, 24), 0, `pressed as soon as the mouse is there, ${when}`);
}

async function openEach(page: Page, places: readonly string[], restsMs: number, when: string): Promise<void> {
  const times: Timed[] = [];
  const wholes: number[] = [];
  const grid = page.getByRole('grid');
  for (const [round, place] of places.entries()) {
    const row = grid.locator(`[aria-rowindex="${place}"]`);
    const position = { x: 260, y: 10 };
    if (restsMs > 0) {
      await row.hover({ position });
      await pause(restsMs);
    }
    await stopwatch(page, 'opened');
    await row.click({ position });
    await pause(400);
    const [ms, whole] = await stopwatch(page, 'opened-end');
    if (ms === undefined || whole === undefined)
      throw new Error(`Finding ${String(round + 1)} was not opened.`);
    if (Number.isNaN(ms)) continue;
    times.push({ what: `number ${String(round + 1)}`, ms });
    wholes.push(whole);
  }
  tell(`opening a finding, 95 of 100, ${when}`, at(times, 0.95), 50, ' ms');
  tellRest(times, 'findings');
  console.log(`      all of it that is in view: ${wholes.map((ms) => ms.toFixed(0)).join(', ')} ms`);
}

/**
 * The places of the rows that are wholly in view, from the top. A person clicks what they see; a row outside is scrolled to
 * before it is clicked, and the click would wait for that.
 */
async function inView(page: Page): Promise<readonly string[]> {
  return page.getByRole('grid').evaluate((grid) => {
    const { top, bottom } = grid.getBoundingClientRect();
    const head = grid.querySelector('[aria-rowindex="1"]')?.getBoundingClientRect().bottom ?? top;
    return [...grid.querySelectorAll('[role=row][aria-rowindex]')]
      .map((row) => ({ row, box: row.getBoundingClientRect() }))
      .filter(({ row, box }) => row.ariaRowIndex !== '1' && box.top >= head && box.bottom <= bottom)
      .sort((one, other) => one.box.top - other.box.top)
      .map(({ row }) => row.getAttribute('aria-rowindex') ?? '');
  });
}

async function type(page: Page, when: string): Promise<void> {
  const title = page.getByLabel('Title', { exact: true });
  await title.click();
  await page.keyboard.press('End');
  await stopwatch(page, 'keys');
  for (const letter of ' typed without waiting for anything') {
    await page.keyboard.type(letter);
    await pause(60);
  }
  const keys = await stopwatch(page, 'keys-end');
  tell(`a letter in the editor is on the screen, the longest, ${when}`, Math.max(0, ...keys), 50, ' ms');
}

/** The heap of a page after everything unused was thrown away, in MB. */
export async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 2 ** 20;
}

function at(times: readonly Timed[], part: number): number {
  const sorted = times.toSorted((one, other) => one.ms - other.ms);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]?.ms ?? NaN;
}

function tellRest(times: readonly Timed[], what: string): void {
  const slowest = times.toSorted((one, other) => other.ms - one.ms).slice(0, 3);
  console.log(
    `      ${String(times.length)} ${what}, half within ${at(times, 0.5).toFixed(0)} ms; ` +
      `slowest: ${slowest.map((one) => `${one.what} (${one.ms.toFixed(0)})`).join(', ')}`,
  );
}
