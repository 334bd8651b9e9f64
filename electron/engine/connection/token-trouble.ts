import type { JsonObject } from '#contract/json.ts';
import { isObject, parseJson, stringify } from '#domain/base/json.ts';
import { readTokenTrouble, writeTokenTrouble } from '#db/tables/accounts/connections.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ReadableDb, WritableDb } from '#db/schema/types.ts';

/**
 * Why a sync could do nothing with the token that it has. It is stored until a sync or a new connection finds
 * the token right. So the question can be shown after a restart and without a network.
 */
export type TokenTrouble =
  /** It is another user's; `user` is what the service says of them. */
  | { readonly kind: 'foreign'; readonly at: string; readonly user: JsonObject }
  /** The service refused it. */
  | { readonly kind: 'refused'; readonly at: string };

/** What is wrong with the token, as far as is known; null if nothing is. */
export function tokenTrouble(db: ReadableDb): TokenTrouble | null {
  const stored = readTokenTrouble(db);
  const parsed = stored === null ? null : parseJson(stored);
  if (parsed?.kind !== 'ok' || !isObject(parsed.value)) return null;
  const { kind, at, user } = parsed.value;
  if (typeof at !== 'string') return null;
  if (kind === 'refused') return { kind, at };
  return kind === 'foreign' && user !== undefined && isObject(user) ? { kind, at, user } : null;
}

/** Keeps it; null: the token is right. Nothing is written if nothing changed but the time. */
export function noteTokenTrouble(db: WritableDb, trouble: TokenTrouble | null): void {
  const before = tokenTrouble(db);
  if (before === null && trouble === null) return;
  if (before !== null && trouble !== null && sameButTime(before, trouble)) return;
  transaction(db, () => {
    writeTokenTrouble(db, trouble === null ? null : stringify({ ...trouble }));
  });
}

function sameButTime(one: TokenTrouble, other: TokenTrouble): boolean {
  return stringify({ ...one, at: '' }) === stringify({ ...other, at: '' });
}
