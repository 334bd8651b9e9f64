import type { Page } from 'playwright-core';
import type { Opened } from '../../e2e/support/browser.ts';
import { median } from './pairs.ts';
import { tell } from './report.ts';

/** One start differs from the next by a third. */
const starts = 5;

/**
 * Opens a window several times, by turns in an open tab and in a new window, and returns the median time until its list
 * was there. Making a window is the browser's own work.
 * @returns the last one, open
 */
export async function tellStarts(open: (tabFirst: boolean) => Promise<Opened>): Promise<Opened> {
  const times: { readonly tab: number[]; readonly window: number[] } = { tab: [], window: [] };
  for (;;) {
    await (await timed(times.tab, () => open(true))).close();
    const opened = await timed(times.window, () => open(false));
    if (times.window.length < starts) await opened.close();
    else {
      report('in a tab that is open', times.tab);
      report('in a new window of the browser', times.window);
      return opened;
    }
  }
}

async function timed(times: number[], open: () => Promise<Opened>): Promise<Opened> {
  const opened = await open();
  try {
    await isUsable(opened.page);
  } catch (error) {
    await opened.close();
    throw error;
  }
  times.push(performance.now() - opened.startedAtMs);
  return opened;
}

function report(where: string, times: readonly number[]): void {
  tell(
    `usable after the start of serve, ${where}, the middle of ${String(starts)}`,
    median(times),
    1_500,
    ' ms',
  );
  console.log(`      ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`);
}

/**
 * Done when twenty rows are painted and the page is free for a key. Asked of the page itself: to find a row by its
 * role, the browser's driver computes the roles of the whole page, up to half a second.
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
