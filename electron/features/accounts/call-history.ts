import type { NotedKind } from '#contract/procedures/program/activity.ts';
import { endNote, insertNote, type NotedOutcome } from '#db/tables/accounts/activity.ts';
import { transaction } from '#db/store/transaction.ts';
import type { AccountResult, RegisterResult } from '#remote/endpoints/account-api.ts';
import { nowIso, type StoreContext } from '#engine/context.ts';

/*
 * Calls of account routes, for the activity. Kind, time, outcome and HTTP status: never a word that was sent or
 * answered, so there is no secret to keep out.
 */

/** What a call of an account route can come to. */
type Answered = AccountResult<unknown> | RegisterResult;

/** A call that has ended, as it is noted. */
export interface Noted {
  readonly kind: NotedKind;
  /** When it began (ISO 8601). */
  readonly at: string;
  readonly outcome: NotedOutcome;
  /** HTTP status of a refusal. */
  readonly status: number | null;
}

/**
 * Sends what `send` sends, with a note that is durable before the first byte leaves and gets its outcome afterwards.
 * Answers what `send` answers; if that throws, the outcome stays unknown.
 */
export async function noted<T extends Answered>(
  ctx: Pick<StoreContext, 'db' | 'clock'>,
  kind: NotedKind,
  send: () => Promise<T>,
): Promise<T> {
  const { db } = ctx;
  const at = nowIso(ctx);
  const note = transaction(db, () =>
    insertNote(db, { kind, at, endedAt: null, outcome: null, status: null }),
  );
  const answer = await send();
  const end = { endedAt: nowIso(ctx), ...endOf(answer) };
  transaction(db, () => {
    endNote(db, note, end);
  });
  return answer;
}

/**
 * Notes a call that has ended already, because it was not known before in whose store: a sign-in. To be called in a
 * transaction.
 */
export function noteCall(
  ctx: Pick<StoreContext, 'db' | 'clock'>,
  { kind, at, outcome, status }: Noted,
): void {
  insertNote(ctx.db, { kind, at, endedAt: nowIso(ctx), outcome, status });
}

/** How a call of an account route ended, for its note. */
export function endOf(answer: Answered): Pick<Noted, 'outcome' | 'status'> {
  switch (answer.kind) {
    case 'done':
    case 'unknown':
    case 'not-sent':
      return { outcome: answer.kind, status: null };
    case 'refused':
      return { outcome: 'refused', status: answer.status };
    case 'fields-required':
      return { outcome: 'refused', status: 400 };
  }
}
