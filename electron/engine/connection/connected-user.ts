import type { ReadableDb } from '#db/schema/types.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import type { JsonObject } from '#contract/json.ts';
import { parseJson, isObject } from '#domain/base/json.ts';

/** The service's record of the connected user; empty if nobody is connected. */
export function connectedUser(db: ReadableDb): JsonObject {
  const parsed = parseJson(readConnection(db)?.userJson ?? '{}');
  return parsed.kind === 'ok' && isObject(parsed.value) ? parsed.value : {};
}
