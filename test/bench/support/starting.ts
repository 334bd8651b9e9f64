import type { Page } from 'playwright-core';
import type { Opened } from '../../e2e/support/browser.ts';
import { median } from './pairs.ts';
import { tell } from './report.ts';

/** One start differs from the next by a third. */
const starts = 5;

/**
 * Opens a window several times, one after the other, and tells the middle of how long each took until its list was there.
 * @returns the last one, open
 */
export async function tellStarts(open: () => Promise<Opened>): Promise<Opened> {
  const times: number[] = [];
  for (;;) {
    const startedAt = performance.now();
    const opened = await open();
    try {
      await isUsable(opened.page);
    } catch (error) {
      await opened.close();
      throw error;
    }
    times.push(performance.now() - startedAt);
    if (times.length === starts) {
      tell('usable after the start of serve, the middle of five', median(times), 1_500, ' ms');
      console.log(`      ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`);
      return opened;
    }
    await opened.close();
  }
}

/**
 * Done when twenty rows are painted and the page is free for a key. Asked of the page itself: to find a row by its role the
 * browser's driver works out the roles of the whole page, which took it up to half a second of the start.
 */
async function isUsable(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = (): boolean => {
          if (document.querySelectorAll('[role=grid] [role=row]').length <= 20) return false;
          requestAnimationFrame(() => setTimeout(resolve));
          return true;
        };
        if (look()) return;
        const changes = new MutationObserver(() => {
          if (look()) changes.disconnect();
        });
        changes.observe(document, { childList: true, subtree: true });
      }),
  );
}
