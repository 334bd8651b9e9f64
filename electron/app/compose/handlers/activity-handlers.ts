import type { activityInputs } from '#contract/procedures/activity.ts';
import { exportActivity } from '#features/activity/export.ts';
import { listActivity } from '#features/activity/list.ts';
import { refusalsSoFar } from '#features/activity/refusals.ts';
import type { ReadContext } from '#engine/context.ts';
import type { Handlers } from '../../rpc/dispatch.ts';

/** The procedures of the activity. All of them only read: see `compose-reading.ts`. */
export function activityHandlers(current: () => ReadContext): Pick<Handlers, keyof typeof activityInputs> {
  return {
    'activity.list': (ask) => listActivity(current(), ask),
    'activity.export': (ask) => exportActivity(current(), ask),
    'activity.refusals': () => refusalsSoFar(current()),
  };
}
