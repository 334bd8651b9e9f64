import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { hasRealData, noRealData, realFindings } from '#test/support/real-data.ts';
import { distinctFindings } from './format-texts.ts';
import { drawn, hardFindings, lostOf, showings } from './every-text.ts';

// All of them take half a minute: `npm run texts`. A draw that fails is played again with its seed there.
const seed = randomInt(1, 1_000_000);

test.each(Object.entries(showings))(
  `of real findings drawn by seed ${seed} and of hard scripts every text comes out of the PDF, in order (%s)`,
  async (_name, showing) => {
    const real = hasRealData ? drawn(distinctFindings(), 25, seed) : [];
    expect(await lostOf([...hardFindings, ...real], showing)).toEqual([]);
  },
);

test('there are 1,179 real findings to draw from', (context) => {
  if (!hasRealData) context.skip(noRealData);
  expect(realFindings()).toHaveLength(1_179);
});
