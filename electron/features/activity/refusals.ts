import type { Refusal, RefusedAction } from '#contract/procedures/program/activity.ts';
import { refusalSentence } from '#domain/account/activity-strings.ts';
import { refusedActions } from '#domain/account/refused-actions.ts';
import { lastAnswers, refusedRows, type RefusedRow } from '#db/tables/accounts/activity.ts';
import { readCallerSince } from '#db/tables/accounts/connections.ts';
import type { ReadContext } from '#engine/context.ts';
import { kindOf } from './list.ts';

/** What hangs on who is asking: not permitted, not there or not visible. */
const statuses = [403, 404] as const;
/** A person reads no more of them. */
const maxRefusals = 100;

/**
 * What the service has refused to this account so far: each kind of operation in each engagement once for each answer,
 * the newest first.
 */
export function refusalsSoFar({ db }: Pick<ReadContext, 'db'>): Refusal[] {
  const groups = new Map<string, { readonly last: RefusedRow; times: number }>();
  for (const row of refusedRows(db, statuses)) {
    const name = JSON.stringify([row.kind, row.status, row.project, row.said]);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { last: row, times: 1 });
    else group.times += 1;
  }
  return [...groups.values()].slice(0, maxRefusals).map(({ last, times }) => refusalOf(last, times));
}

function refusalOf(row: RefusedRow, times: number): Refusal {
  const { at, said, op, project, firstId, firstTitle } = row;
  const kind = kindOf(row);
  const first = firstId === null ? null : { id: firstId, title: firstTitle ?? '' };
  const subject =
    project === null || first === null
      ? null
      : { kind, findings: 1, first: first.title === '' ? first.id : first.title, project };
  const sentence = refusalSentence(row.status === 403 ? 403 : 404, kind, subject);
  return { kind, status: row.status, times, last: at, op, project, first, said, sentence };
}

/** Actions that the service does not permit to this account, as far as its last answers tell. */
export function refusedSoFar({ db }: Pick<ReadContext, 'db'>): RefusedAction[] {
  const answers = lastAnswers(db).map((row) => ({ ...row, kind: kindOf(row), refused: row.refused === 1 }));
  return refusedActions(answers, readCallerSince(db));
}
