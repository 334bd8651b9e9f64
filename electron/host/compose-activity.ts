import type { activityInputs } from '#contract/activity.ts';
import { exportActivity } from '#services/activity/export.ts';
import { listActivity } from '#services/activity/list.ts';
import { refusalsSoFar } from '#services/activity/refusals.ts';
import type { Reading } from '#services/context.ts';
import type { Handlers } from './dispatch.ts';

/** The procedures of the activity. All of them only read: see `compose-reading.ts`. */
export function activityHandlers(current: () => Reading): Pick<Handlers, keyof typeof activityInputs> {
  return {
    'activity.list': (ask) => listActivity(current(), ask),
    'activity.export': (ask) => exportActivity(current(), ask),
    'activity.refusals': () => refusalsSoFar(current()),
  };
}
