import type { Clock } from '#contract/ports.ts';
import type { CooperativeScheduler } from '#domain/base/cooperative-scheduling.ts';
import { dueCount } from '#db/tables/findings/fulltext.ts';
import type { WritableDb } from '#db/schema/types.ts';
import { indexDueText } from '#engine/search/full-text.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { failureOf } from '../platform/failure.ts';
import type { CallContext } from '../rpc/dispatch.ts';

/** Findings in one transaction: while the user is at the window, while they are not, and for a search that waits for all. */
const batch = { beside: 25, idle: 200, awaited: 2_000 };

/** A store may have text that is due from an earlier run: a command that only reads has ended by then. */
const afterOpenMsDefault = 2_000;
/** A command that only syncs has ended by then, and does not wait for text that nobody searches. */
const afterWakeMsDefault = 300;

export interface TextIndexingParts {
  readonly accounts: Pick<Accounts, 'currentOrNull' | 'noticeFailure'>;
  readonly clock: Clock;
  readonly scheduler: CooperativeScheduler;
  /** Whether a sync runs, or what must not run beside one; `wake` is called when that ends. */
  readonly isBusy: () => boolean;
  /** How long after it was made it looks for text of an earlier run, milliseconds of real time; two seconds if absent. */
  readonly afterOpenMs?: number;
  /** How long after it was woken it begins, milliseconds of real time; three tenths of a second if absent. */
  readonly afterWakeMs?: number;
}

/** Builds the full text after findings were stored; only a search waits for it. */
export interface TextIndexing {
  /** There may be text that is due: it is indexed soon, unless something else has its turn. */
  readonly wake: () => void;
  /**
   * Indexes all that is due now, in large transactions, and answers how many findings that were.
   *
   * @throws DossierError as any write
   */
  readonly catchUp: (db: WritableDb, context: Pick<CallContext, 'signal' | 'progress'>) => Promise<number>;
  /** Ends it at the next batch; to be called before the store is closed. */
  readonly close: () => void;
}

/** Makes the indexing of a host; it looks for text of an earlier run some seconds after it was made. */
export function createTextIndexing(parts: TextIndexingParts): TextIndexing {
  const { accounts, clock, scheduler, isBusy } = parts;
  const closing = new AbortController();
  const { signal } = closing;
  let runs = false;
  let afterWake: NodeJS.Timeout | null = null;

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      await scheduler.yieldToUser(signal);
      // What is busy now wakes it again.
      if (signal.aborted || isBusy() || !indexOnce()) return;
      await clock.sleep(0, signal);
    }
  }

  /** @returns whether more is due */
  function indexOnce(): boolean {
    const account = accounts.currentOrNull();
    if (account === null) return false;
    const limit = scheduler.userActive() ? batch.beside : batch.idle;
    return indexDueText(account.ctx.db, limit) === limit;
  }

  function begin(): void {
    if (runs || signal.aborted) return;
    runs = true;
    follow()
      .catch((error: unknown) => accounts.noticeFailure(failureOf(error, signal, () => undefined)))
      .finally(() => {
        runs = false;
      });
  }

  const afterOpen = setTimeout(begin, parts.afterOpenMs ?? afterOpenMsDefault);

  return {
    wake() {
      if (signal.aborted) return;
      // What wakes it again meanwhile does not put it off.
      afterWake ??= setTimeout(() => {
        afterWake = null;
        begin();
      }, parts.afterWakeMs ?? afterWakeMsDefault);
    },
    async catchUp(db, { signal: given, progress }) {
      const total = dueCount(db);
      for (let done = 0; ;) {
        given.throwIfAborted();
        if (total > 0) progress({ kind: 'sync', project: '', phase: 'index', done, total });
        const indexed = indexDueText(db, batch.awaited);
        done += indexed;
        if (indexed < batch.awaited) return done;
        await clock.sleep(0, given);
      }
    },
    close() {
      clearTimeout(afterOpen);
      clearTimeout(afterWake ?? undefined);
      closing.abort();
    },
  };
}
