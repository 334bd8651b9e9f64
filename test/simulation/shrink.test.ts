import { expect, test } from 'vitest';
import { drawHistory } from './draw/draw.ts';
import type { History } from './history.ts';
import { play } from './play/play.ts';
import { shrink } from './shrink.ts';
import { storyOf } from './simulate.ts';
import { plainService } from './draw/variant.ts';

test('a history is cut to the steps without which nothing fails', async () => {
  // A service that breaks the assumption of promise 3: the creation lands after the in-doubt window, and the user, told
  // of the unknown outcome, sent it again.
  const sync = { do: 'sync', acceptMissing: false, push: true, pull: true, seed: 1, meanwhile: [] } as const;
  const late = { of: 'write', request: 1, fault: { kind: 'lands-late', afterMs: 900_000 } } as const;
  const pass = { do: 'pass', ms: 200_000 } as const;
  const needed: History['steps'] = [
    { ...sync, faults: [] },
    { do: 'create', twins: false, seed: 1 },
    { ...sync, faults: [late] },
    pass,
    { ...sync, faults: [] },
    { ...sync, faults: [] },
    { do: 'decide', at: 0, choice: 'mine', again: true, seed: 1 },
    { ...sync, faults: [] },
  ];
  const noise = drawHistory(3).steps.filter((step) => step.do.startsWith('others-'));
  const history: History = {
    variant: { ...plainService, stampsUpdates: true },
    updateSends: 'changed-fields',
    steps: [...noise, ...needed.slice(0, 4), ...noise, ...needed.slice(4)],
  };
  const { failure } = await play(history);
  expect(failure?.message).toMatch(/^promise 3: /u);
  const short = await shrink(history, (now) => now?.message.startsWith('promise 3: ') === true);
  expect(short.history.variant).toEqual(plainService);
  expect(short.history.steps.length).toBeLessThanOrEqual(needed.length);
  expect(short.history.steps.some((step) => step.do.startsWith('others-'))).toBe(false);
  const story = storyOf(short.played.trace);
  expect(story.some((line) => line.includes('create m1'))).toBe(true);
  expect(story.some((line) => line.includes('PUT /scans/engagement-1: lands'))).toBe(true);
});
