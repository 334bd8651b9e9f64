import { describe, expect, it } from 'vitest';
import { syncStates } from '#contract/finding/finding.ts';
import { stateLabel, valueLabel } from '#domain/finding/labels/value-labels.ts';

describe('a value of the service', () => {
  it.each([
    ['pending_retest', 'Pending retest'],
    ['RISK_ACCEPTED', 'Risk accepted'],
    ['wont-fix', 'Wont fix'],
    ['open', 'Open'],
    ['über_prüft', 'Über prüft'],
  ])('%s, which is written for programs, is shown as %s', (value, label) => {
    expect(valueLabel(value)).toBe(label);
  });

  it.each(['', 'Ready for review', 'Won’t fix', 'XSS', 'retest (2nd)', '_private', '\u202eopen'])(
    'stays as a person wrote it: %j',
    (value) => {
      expect(valueLabel(value)).toBe(value);
    },
  );
});

it('names every state of findings and operations by words', () => {
  for (const state of [...syncStates, 'blocked', 'done', 'discarded'] as const) {
    expect(stateLabel(state), state).toMatch(/^[A-Z][a-z ]+$/u);
  }
});
