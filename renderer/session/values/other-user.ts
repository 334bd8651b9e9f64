import type { JsonObject } from '#contract/json.ts';
import type { OtherUser } from '#contract/procedures/program/account.ts';
import { personIn } from '#renderer/session/values/person.ts';

/** The question before the store of another user is opened, as each way in asks it. */
export interface OtherUserWords {
  readonly title: string;
  /** What is pending here and stays here. */
  readonly stays: string;
  readonly goOn: string;
  readonly back: string;
}

/** Words of the question. `owner`: of the open store, null if the service did not tell who that is. */
export function otherUserWords(asked: OtherUser, owner: JsonObject | null): OtherUserWords {
  const name = personIn(asked.user);
  const organization = personIn(asked.organization);
  const before = owner === null || personIn(owner) === '' ? 'the person before' : personIn(owner);
  const pending =
    asked.waiting === 0
      ? 'none of their changes are pending.'
      : asked.waiting === 1
        ? '1 pending change of theirs stays here.'
        : `${String(asked.waiting)} pending changes of theirs stay here.`;
  return {
    title: organization === '' ? `This is ${name}` : `This is ${name}, ${organization}`,
    stays: `Nothing was kept. The findings that are open belong to ${before}; ${pending} ${name} works in a store of their own.`,
    goOn: `Work as ${name}`,
    back: `Back to ${before}`,
  };
}
