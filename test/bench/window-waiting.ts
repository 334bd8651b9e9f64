import { join } from 'node:path';
import { launchBrowser } from '../e2e/support/browser.ts';
import { callFrom } from '../e2e/support/calls.ts';
import { tell } from './support/report.ts';
import { tellStarts } from './support/starting.ts';
import { installStopwatch } from './support/stopwatch.ts';
import { heapMb, use, useBesideSync } from './support/using.ts';
import { openWaiting } from './support/waiting.ts';

/** The window with 5,000 operations and 2,000 candidates among 100,000 findings: start, list, editor, queue. */
export async function windowWithQueue(scratch: string): Promise<void> {
  const browser = await launchBrowser();
  const waiting = await openWaiting(browser, join(scratch, 'waiting'));
  try {
    await waiting.stop();
    const { page } = await tellStarts((tabFirst) => waiting.start(tabFirst));
    await installStopwatch(page);
    await use(page, 'with 5,000 operations');
    // Nothing is sent: what waits is to wait until the end.
    await useBesideSync(page, 'with 5,000 operations while 100,000 are synced', () =>
      callFrom(page, 'sync.run', { push: false }),
    );
    // A page whose last letters are not saved yet asks before it is left.
    await page.getByText('Saved locally').waitFor();
    await page.reload();
    await page.getByRole('grid').getByRole('row').nth(20).waitFor();
    await page.keyboard.press('g');
    const from = performance.now();
    await page.keyboard.press('q');
    await page.getByRole('listbox', { name: 'Pending changes' }).getByRole('option').nth(10).waitFor();
    tell('the queue is there after its key', performance.now() - from, null, ' ms');
    tell('heap of the page', await heapMb(page), 150, ' MB');
    for (const complaint of waiting.opened.complaints) console.log(`      the page complained: ${complaint}`);
  } finally {
    await waiting.close();
    await browser.close();
  }
}
