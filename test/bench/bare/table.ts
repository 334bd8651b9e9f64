import type { Browser, Page } from 'playwright-core';
import { installStopwatch } from '../support/stopwatch.ts';

/**
 * The yardstick for scrolling a list: 100,000 rows of plain words in as many elements and columns as the window's, with
 * nothing between or behind.
 * @returns its page, with a stopwatch; its context is the caller's to close
 */
export async function bareTable(browser: Browser, rows: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.setContent(`<!doctype html><style>
    body { margin: 0; font: 13px sans-serif }
    [role=grid] { height: 800px; overflow: auto; contain: strict }
    .plane { position: relative; height: ${String(rows * 28)}px }
    .row { position: absolute; inset: 0 0 auto; display: grid; grid-template-columns: repeat(7, 1fr); height: 28px; contain: strict }
    .row div { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
    </style><div role="grid"><div class="plane"></div></div>`);
  await page.evaluate((count) => {
    const grid = document.querySelector('[role=grid]');
    const plane = document.querySelector('.plane');
    const elements = Array.from({ length: 41 }, () => {
      const row = document.createElement('div');
      row.className = 'row';
      row.append(...Array.from({ length: 7 }, () => document.createElement('div')));
      return row;
    });
    plane?.append(...elements);
    const draw = (): void => {
      const first = Math.max(0, Math.floor((grid?.scrollTop ?? 0) / 28) - 6);
      for (let place = first; place < Math.min(count, first + elements.length); place += 1) {
        const row = elements[place % elements.length];
        if (row === undefined || row.dataset['place'] === String(place)) continue;
        row.dataset['place'] = String(place);
        row.style.transform = `translateY(${String(place * 28)}px)`;
        for (const [at, cell] of [...row.children].entries())
          cell.textContent = `Row ${String(place)}, column ${String(at)}`;
      }
    };
    grid?.addEventListener('scroll', draw);
    draw();
  }, rows);
  await installStopwatch(page);
  return page;
}
