import type { DeskStatus } from '#contract/window.ts';
import { readConnection } from '#db/connections.ts';
import { heldEngagements } from '#db/engagements.ts';
import { countOpenOperations } from '#db/operations.ts';
import type { ReadableDb } from '#db/types.ts';
import { parseObject } from '../findings/base.ts';

/** What the status bar shows of a store, null before the first `connect`; cheap, for it is asked often. */
export function deskStatus(db: ReadableDb | null, syncing: boolean): DeskStatus {
  const connection = db === null ? null : readConnection(db);
  if (db === null || connection === null) {
    return { connection: null, waiting: 0, needsPerson: 0, held: [], syncing };
  }
  const { open, needPerson } = countOpenOperations(db);
  return {
    connection: {
      baseUrl: connection.baseUrl,
      user: parseObject(connection.userJson),
      organization: parseObject(connection.organizationJson),
      hasToken: connection.token !== null,
    },
    waiting: open - needPerson,
    needsPerson: needPerson,
    held: heldEngagements(db),
    syncing,
  };
}
