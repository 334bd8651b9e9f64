import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { extent } from '../support/extent.ts';
import { hasRealData, noRealData, realFindings } from '../support/real-data.ts';
import { distinctFindings } from './support/format-texts.ts';
import { drawn, hardFindings, lostOf, showings } from './support/every-text.ts';

// A draw that fails is played again with its seed by `npm run texts`.
const seed = randomInt(1, 1_000_000);
const which = extent.everyRealText ? 'all real findings' : `real findings drawn by seed ${seed}`;

test.each(Object.entries(showings))(
  `of ${which} and of hard scripts every text comes out of the PDF, in order (%s)`,
  async (_name, showing) => {
    const real = hasRealData ? chosen() : [];
    expect(await lostOf([...hardFindings, ...real], showing)).toEqual([]);
  },
);

function chosen(): JsonObject[] {
  return extent.everyRealText ? realFindings() : drawn(distinctFindings(), extent.drawnTexts, seed);
}

test('there are 1,179 real findings to draw from', (context) => {
  if (!hasRealData) context.skip(noRealData);
  expect(realFindings()).toHaveLength(1_179);
});
