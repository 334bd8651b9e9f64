import { join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import type { Clock } from '#contract/ports.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import { openReader } from '#db/store/open.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { storeKey } from '#db/store/vault.ts';
import { storedProfile } from '#engine/connection/stored-profile.ts';
import type { ReadContext } from '#engine/context.ts';
import type { NamedPlace } from './desk-status.ts';
import { readHandlers, readStoreHandlers } from './handlers/read-handlers.ts';
import type { ComposedServices } from '../rpc/worker-loop.ts';
import { readCurrentStore } from '../maintenance/current-store.ts';

/** What the reader works with. */
export interface ReaderParts {
  /** Absolute path of the home, which a host has open. */
  readonly home: string;
  readonly dataKey: Uint8Array;
  readonly clock: Clock;
  /** Whether the host syncs. */
  readonly syncing: () => boolean;
}

/**
 * Builds the procedures that only read over a connection of their own, which cannot write. Each begins a new read
 * transaction, so it sees all that was committed before it was asked: a caller that was answered an edit sees that edit.
 * If it throws anything but an abort the host is asked instead; what went wrong is told and noted there.
 */
export function composeReader({ home, dataKey, clock, syncing }: ReaderParts): ComposedServices<ReadContext> {
  let opened: { readonly id: string; readonly db: ReadableDb } | null = null;

  function close(): void {
    opened?.db.close();
    opened = null;
  }

  /** Names the store that is current now: `connect` writes which one that is before it answers. */
  const currentId = (): string | null => readCurrentStore(home, () => undefined);

  function open(id: string): ReadableDb {
    if (opened?.id !== id) {
      close();
      const path = join(home, 'stores', id, 'store.db');
      opened = { id, db: openReader({ path, key: storeKey(dataKey, id) }) };
    }
    return opened.db;
  }

  function named(): NamedPlace | null {
    const id = currentId();
    if (id === null) return null;
    const db = open(id);
    const connection = readConnection(db);
    if (connection === null) throw new DossierError('not-connected', 'This store was never connected.');
    return { account: id, ctx: { db, clock, profile: storedProfile(connection.profileJson) } };
  }

  function current(): ReadContext {
    const ctx = named()?.ctx;
    if (ctx === undefined) throw new DossierError('not-connected', 'There is no store yet.');
    return ctx;
  }

  /** Null if that cannot be read. */
  function account(): string | null {
    try {
      return currentId();
    } catch {
      return null;
    }
  }

  return {
    handlers: readHandlers({ current, named, syncing }),
    onStore: readStoreHandlers,
    openStore: current,
    account,
    close() {
      close();
      dataKey.fill(0);
    },
  };
}
