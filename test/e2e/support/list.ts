import type { Page } from 'playwright-core';
import { eventually } from './browser.ts';

/**
 * Lists by keys what a query finds, and puts the keys on the list. A word that no finding has comes first, since the list
 * before it may have as many findings; and the query comes whole, since half of it may find as many too.
 * @param found how many findings that is
 */
export async function listByKeys(page: Page, query: string, found: number): Promise<void> {
  const rows = async (): Promise<number> =>
    Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
  await page.keyboard.press('/');
  for (const [text, count] of [
    ['zwqxj', 0],
    [query === '' ? ' ' : query, found],
  ] as const) {
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
    await eventually(rows).toBe(count);
  }
  for (const key of ['Escape', 'Escape', 'l']) await page.keyboard.press(key);
}
