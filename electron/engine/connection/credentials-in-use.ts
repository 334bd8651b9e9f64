import { readCredentials } from '#db/tables/accounts/credentials.ts';
import type { ReadableDb } from '#db/schema/types.ts';

/** What requests are sent with: the one of token and session that was chosen last, if it is there; else the other. */
export function usedCredentials(db: ReadableDb): 'token' | 'session' | 'none' {
  const { token, sessionText, uses } = readCredentials(db);
  if (uses === 'session' && sessionText !== null) return 'session';
  if (token !== null) return 'token';
  return sessionText === null ? 'none' : 'session';
}
