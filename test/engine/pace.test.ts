import { expect, it } from 'vitest';
import { handClock } from '../support/desk.ts';
import { inPieces } from '#engine/schedule/yield-turn.ts';

it('a long look tells now and then how far it is, and a short one nothing', async () => {
  const told = async (things: number): Promise<number[]> => {
    const heard: number[] = [];
    const clock = handClock();
    const pace = {
      clock,
      signal: new AbortController().signal,
      told: (done: number) => {
        heard.push(done);
      },
    };
    await inPieces(Array.from({ length: things }).keys(), pace, () => {
      clock.pass(10);
    });
    return heard;
  };
  expect([await told(20), await told(100)]).toEqual([[], [25, 50, 75, 100]]);
});
