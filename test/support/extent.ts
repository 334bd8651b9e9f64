import { extentVariable } from './run/projects.js';

/*
 * How much is drawn by the tests that draw their cases. The one place that says it: `npm test` and a bare `npx vitest` take the
 * smaller number, `npm run test:all` the larger one.
 */

const all = process.env[extentVariable] === 'all';

export const extent = {
  /** Histories of the simulation, by their seeds from 1 on. */
  histories: all ? 400 : 100,
  /** Histories that are played warm and cold, line by line. */
  restarts: all ? 20 : 10,
  /** Whether every text of all real findings is read back out of the PDF, or those of `drawnTexts` drawn by a seed. */
  everyRealText: all,
  drawnTexts: 25,
  /** Acts of each of the five random walks over the window. */
  monkeyActs: all ? 120 : 40,
} as const;
