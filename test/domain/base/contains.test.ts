import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contains } from '#domain/base/contains.ts';
import { holdsDraft } from '#domain/finding/draft.ts';
import { cpuMs } from '../../support/system/cpu-time.ts';

it('finds what the engine finds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ä'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(contains(one, other)).toBe(one.includes(other));
    }),
    { numRuns: 2_000 },
  );
});

it('a draft is looked for in time that grows with the texts, whatever they are', () => {
  const run = 'a'.repeat(100_000);
  const startMs = cpuMs();
  expect(holdsDraft(run.repeat(4), `${run}b${run}`)).toBe(false);
  expect(cpuMs() - startMs).toBeLessThan(2_000);
});
