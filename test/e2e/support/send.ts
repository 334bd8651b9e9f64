import type { Locator, Page } from 'playwright-core';

/** The review of pending changes, which a sync opens if the user sends only when asked. */
export function sendReview(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Review changes before sending' });
}

/**
 * Sends everything that the review offers. The sync runs once the review is gone, and takes away the last notice. Until
 * then keys go to the review, and a notice may be an old one.
 */
export async function sendAll(page: Page): Promise<void> {
  const review = sendReview(page);
  await review.getByRole('button', { name: /^Send \d/ }).click();
  await review.waitFor({ state: 'detached' });
}

/** Waits until no sync is under way for the window: while one is, the key starts no other and opens no review. */
export async function noSyncRuns(page: Page): Promise<void> {
  await page.getByLabel('Status bar').getByRole('button', { name: 'Sync', exact: true }).waitFor();
}

/**
 * Syncs as a user does by a key, and sends everything from the review, which opens only if something is pending. What is
 * sent is followed by a fetch: the sync is over with that.
 */
export async function syncByKey(page: Page, pending = true): Promise<void> {
  await noSyncRuns(page);
  await page.keyboard.press('y');
  if (!pending) return;
  await sendAll(page);
  await noSyncRuns(page);
}
