import type { WorkingState } from '#contract/value-lists.ts';

/** How far a finding is, as it is shown: what it means, and its look. Its word is `workingStateLabel`. */
interface WorkingStateLook {
  readonly means: string;
  readonly tone: 'neutral' | 'accent' | 'good';
  readonly icon: 'circle' | 'circleDot' | 'circleCheck';
}

export const workingStateLooks: Readonly<Record<WorkingState, WorkingStateLook>> = {
  progress: { means: 'Someone is still writing it.', tone: 'neutral', icon: 'circle' },
  ready: { means: 'A colleague may review it.', tone: 'accent', icon: 'circleDot' },
  reviewed: { means: 'A colleague has reviewed it.', tone: 'good', icon: 'circleCheck' },
};
