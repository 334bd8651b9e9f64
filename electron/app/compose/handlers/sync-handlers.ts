import type { SyncSummary, syncProcedures } from '#contract/procedures/sync.ts';
import type { Clock } from '#contract/ports.ts';
import type { OnlineContext } from '#engine/context.ts';
import { assertSomethingToDo, runSync, type SyncRequest } from '#engine/sync.ts';
import type { Account, Accounts } from '../../accounts/accounts.ts';
import type { Backups } from '../../maintenance/backups.ts';
import type { TextIndexing } from '../text-indexing.ts';
import type { CancellationGroup } from '../../platform/cancellation-group.ts';
import type { Trace } from '../../platform/trace.ts';
import type { CallContext, HostHandlers } from '../../rpc/dispatch.ts';
import type { HostEvents } from '../../rpc/events.ts';
import type { Turns } from '../turns.ts';

/** What a sync works with. */
export interface SyncParts {
  readonly accounts: Accounts;
  readonly turns: Turns;
  readonly stoppable: CancellationGroup;
  readonly events: Pick<HostEvents, 'sync'>;
  readonly trace: Trace;
  readonly backups: Backups;
  readonly indexing: TextIndexing;
  readonly clock: Clock;
}

/** The host's procedures of the sync. */
export function syncHandlers(parts: SyncParts): HostHandlers<typeof syncProcedures> {
  const { accounts, stoppable, events } = parts;
  return {
    'sync.run': (request, context) => {
      assertSomethingToDo(request);
      // Bound now: while it waits for its turn, another account may be opened.
      const { store } = accounts.current();
      const progress: CallContext['progress'] = (event) => {
        context.progress(event);
        if (event.kind === 'sync') events.sync(event);
      };
      return stoppable.run(context.signal, (signal) =>
        new SyncRun(parts, request, store).run({ ...context, progress, signal }),
      );
    },
    'sync.index': async (_input, context) => ({
      indexed: await parts.indexing.catchUp(accounts.current().ctx.db, context),
    }),
    'sync.cancel': () => ({ stopped: stoppable.stop() }),
  };
}

/**
 * One sync: it waits for its turn and gives it back as soon as it only waits for the assistant. What follows behind it
 * takes a turn of its own then.
 */
class SyncRun {
  readonly #parts: SyncParts;
  readonly #request: SyncRequest;
  readonly #store: Account['store'];
  /** What the assistant was asked and has not answered. */
  readonly #questions: Promise<unknown>[] = [];
  #hasLeft = false;

  constructor(parts: SyncParts, request: SyncRequest, store: Account['store']) {
    this.#parts = parts;
    this.#request = request;
    this.#store = store;
  }

  async run(context: CallContext): Promise<SyncSummary> {
    const { ended } = await this.#parts.turns.syncUntilLeft((onLeave) => this.#online(context, onLeave));
    return ended;
  }

  /** Resolves with the summary: at the end, or earlier if the caller gave up while the assistant is asked. */
  #online(context: CallContext, onLeave: () => void): Promise<SyncSummary> {
    const { promise, resolve, reject } = Promise.withResolvers<SyncSummary>();
    const work = async (ctx: OnlineContext): Promise<SyncSummary> => {
      const summary = await this.#sync(ctx, onLeave);
      // Nobody waits any more. The connections end with this, though, and an answer of the assistant is paid for.
      if (this.#questions.length > 0 && ctx.signal.aborted) resolve(summary);
      await Promise.all(this.#questions);
      return summary;
    };
    this.#parts.accounts.online(context, work, this.#store).then(resolve, reject);
    return promise;
  }

  async #sync(ctx: OnlineContext, onLeave: () => void): Promise<SyncSummary> {
    const onAsking = (): void => {
      this.#hasLeft = true;
      onLeave();
    };
    const onSent = (answered: Promise<unknown>): void => {
      this.#questions.push(answered);
    };
    const { trace, turns } = this.#parts;
    const summary = await trace.synced(() => runSync(ctx, this.#request, onAsking, onSent));
    // While the assistant was asked, the turn was another's.
    await (this.#hasLeft ? turns.alone(() => this.#finish()) : this.#finish());
    return summary;
  }

  async #finish(): Promise<void> {
    const { backups, clock } = this.#parts;
    await backups.afterSync(this.#store, clock.wallMs());
  }
}
