import type { WriteDoubt } from '#contract/finding/operation.ts';
import { isReadOnly, sideOf } from '#domain/answers/side.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import { newestWriteAnswer } from '#db/tables/outbox/attempts.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { parseObject } from '../record/merge-base.ts';

/**
 * Why the service may refuse changes of this account in an engagement; null if nothing says so. Only a guess: what was
 * accepted there last counts for more than any role, and nothing is kept from being queued.
 */
export function writeDoubtOf(db: ReadableDb, project: string): WriteDoubt | null {
  const answer = newestWriteAnswer(db, project);
  if (answer !== null) return answer === 'refused' ? 'refused' : null;
  const connection = readConnection(db);
  if (connection === null) return null;
  const user = parseObject(connection.userJson);
  const organization = parseObject(connection.organizationJson);
  if (isReadOnly(user)) return 'read-only';
  return sideOf(user, organization) === 'client' ? 'client' : null;
}
