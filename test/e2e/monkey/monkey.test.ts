import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { extent } from '../../support/extent.ts';
import { launchBrowser } from '../support/browser.ts';
import { walk } from './walk.ts';

/* A walk that fails is repeated by `npm run monkey -- --seed N`, which prints its acts. */

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
});

it.each([1, 2, 3, 4, 5])(
  'a random walk makes no error of page or program, and loses nothing: seed %i',
  async (seed) => {
    const { faults, last } = await walk(browser, { seed, acts: extent.monkeyActs });
    expect({ faults, last: faults.length === 0 ? [] : last }).toEqual({ faults: [], last: [] });
  },
  600_000,
);
