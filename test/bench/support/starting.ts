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
      await opened.page.getByRole('grid').getByRole('row').nth(20).waitFor();
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
