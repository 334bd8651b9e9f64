import type { DeskStatus } from '#contract/window/window.ts';

/** What a user does in the first hour with a vault, in order. */
const startStepNames = ['connect', 'add', 'sync', 'open', 'report'] as const;
export type StartStep = (typeof startStepNames)[number];

/** The first steps, each with whether the store shows that it was done. */
export function startSteps({
  connection,
  engagements,
  firstUse,
}: Pick<DeskStatus, 'connection' | 'engagements' | 'firstUse'>): readonly {
  readonly step: StartStep;
  readonly done: boolean;
}[] {
  const done: Readonly<Record<StartStep, boolean>> = {
    connect: connection !== null,
    add: engagements.length > 0,
    sync: engagements.some(({ lastSyncedAt }) => lastSyncedAt !== null),
    open: firstUse.opened,
    report: firstUse.reported,
  };
  return startStepNames.map((step) => ({ step, done: done[step] }));
}
