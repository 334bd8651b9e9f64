import type { ReadableDb } from '#db/schema/types.ts';
import type { OpenItem } from '#db/tables/outbox/operations.ts';
import { readIdentity } from '#db/tables/findings/records.ts';

/** The finding of an operation by the name that the service has for it; null if it has none. */
export function serviceIdOf(db: ReadableDb, item: Pick<OpenItem, 'finding'>): string | null {
  return readIdentity(db, item.finding).serviceId;
}
