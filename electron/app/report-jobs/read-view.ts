import { join } from 'node:path';
import { openReadView } from '#db/tables/read-view.ts';
import type { ReadContext } from '#engine/context.ts';
import type { Account } from '../accounts/accounts.ts';

/** Long readings of the accounts' stores, beside what is written meanwhile. */
export interface ReadView {
  /** Gives a work one unchanging state of an account's store. @throws DossierError as the store does; what `work` throws */
  hold<T>(account: Account, work: (held: ReadContext) => Promise<T>): Promise<T>;
  /** Whether any is under way: until none is, what was deleted cannot be taken out of the log. */
  busy(): boolean;
  /** Resolves when those that are under way have ended. */
  settled(): Promise<void>;
}

/** @param keyOf the key of a store, by its id */
export function createReadView(keyOf: (id: string) => Uint8Array): ReadView {
  const running = new Set<Promise<unknown>>();
  return {
    async hold({ store, ctx }, work) {
      const { clock, profile } = ctx;
      const file = { path: join(store.folder, 'store.db'), key: keyOf(store.id) };
      const held = openReadView(file, (db) => work({ db, clock, profile }));
      running.add(held);
      try {
        return await held;
      } finally {
        running.delete(held);
      }
    },
    busy: () => running.size > 0,
    async settled() {
      await Promise.allSettled(running);
    },
  };
}
