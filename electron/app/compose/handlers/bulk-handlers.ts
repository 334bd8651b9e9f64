import type { bulkProcedures } from '#contract/procedures/findings/bulk.ts';
import { findHits } from '#features/bulk/hits.ts';
import { previewBulk } from '#features/bulk/preview.ts';
import { bulkResults, listBulks } from '#features/bulk/results.ts';
import { resumeBulk, runBulk } from '#features/bulk/run.ts';
import { undoBulk } from '#features/bulk/undo.ts';
import type { CallContext, HostStoreHandlers } from '../../rpc/dispatch.ts';

/** The procedures of actions over many findings (`#contract/bulk.ts`). */
export function bulkHandlers(): HostStoreHandlers<typeof bulkProcedures> {
  /** Names of what is being carried out in this process, each as often as it runs. */
  const running = new Map<string, number>();

  const isRunning = (bulk: string): boolean => (running.get(bulk) ?? 0) > 0;

  /** Watches the progress of a piece of work, which tells the name of what is carried out before it begins. */
  async function tracked<T>(context: CallContext, work: (pace: CallContext) => Promise<T>): Promise<T> {
    let name: string | null = null;
    try {
      return await work({
        ...context,
        progress(event) {
          if (event.kind === 'bulk' && event.bulk !== null && name === null) {
            name = event.bulk;
            running.set(name, (running.get(name) ?? 0) + 1);
          }
          context.progress(event);
        },
      });
    } finally {
      if (name !== null) {
        const others = (running.get(name) ?? 1) - 1;
        if (others > 0) running.set(name, others);
        else running.delete(name);
      }
    }
  }

  return {
    'bulk.preview': (ctx, ask, context) => previewBulk(ctx, ask, context),
    'bulk.hits': (ctx, ask, { signal }) => findHits(ctx, ask, signal),
    'bulk.run': (ctx, ask, context) => tracked(context, (pace) => runBulk(ctx, ask, pace)),
    'bulk.resume': (ctx, { bulk }, context) => tracked(context, (pace) => resumeBulk(ctx, bulk, pace)),
    'bulk.list': (ctx, { project }) => listBulks(ctx, project, isRunning),
    'bulk.results': (ctx, ask) => bulkResults(ctx, ask, isRunning),
    'bulk.undo': (ctx, { bulk }, context) => tracked(context, (pace) => undoBulk(ctx, bulk, pace)),
  };
}
