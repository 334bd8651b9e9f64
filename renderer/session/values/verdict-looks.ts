import type { Verdict } from '#contract/value-lists.ts';

/** A verdict of a retest as it is shown: its word, what it means, and its look. */
export interface VerdictLook {
  readonly label: string;
  readonly means: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'neutral';
  readonly icon: 'check' | 'flag' | 'alert' | 'eyeOff';
}

export const verdictLooks: Readonly<Record<Verdict, VerdictLook>> = {
  fixed: { label: 'Fixed', means: 'The problem is fixed.', tone: 'good', icon: 'check' },
  partly: { label: 'Partly fixed', means: 'Part of the problem is fixed.', tone: 'warn', icon: 'flag' },
  open: { label: 'Still open', means: 'The problem is still there.', tone: 'bad', icon: 'alert' },
  'not-retested': {
    label: 'Not retested',
    means: 'It was not tested in this round.',
    tone: 'neutral',
    icon: 'eyeOff',
  },
};
