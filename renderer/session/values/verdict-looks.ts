import type { Verdict } from '#contract/value-lists.ts';

/** A verdict of a retest as it is shown: its word, what it means, and its look. */
export interface VerdictLook {
  readonly label: string;
  readonly means: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'neutral';
  readonly icon: 'check' | 'flag' | 'alert' | 'eyeOff';
}

export const verdictLooks: Readonly<Record<Verdict, VerdictLook>> = {
  fixed: { label: 'Fixed', means: 'It is gone.', tone: 'good', icon: 'check' },
  partly: { label: 'Partly fixed', means: 'Some of it is gone.', tone: 'warn', icon: 'flag' },
  open: { label: 'Still open', means: 'It is there as before.', tone: 'bad', icon: 'alert' },
  'not-retested': {
    label: 'Not retested',
    means: 'It could not be looked at in this round.',
    tone: 'neutral',
    icon: 'eyeOff',
  },
};
