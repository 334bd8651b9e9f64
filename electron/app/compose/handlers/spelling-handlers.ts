import type { spellingProcedures } from '#contract/procedures/findings/spelling.ts';
import {
  addDictionary,
  addWords,
  chooseLanguages,
  removeDictionary,
  removeWords,
} from '#features/writing/spelling.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { HostHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of spelling. */
export function spellingHandlers(accounts: Accounts): HostHandlers<typeof spellingProcedures> {
  const db = () => accounts.current().ctx.db;
  return {
    'spelling.choose': (input) => chooseLanguages(accounts.current().ctx, input),
    'spelling.add': (input) => addWords(db(), input),
    'spelling.remove': (input) => removeWords(db(), input),
    'dictionary.add': (input) => addDictionary(db(), input),
    'dictionary.remove': ({ name }) => removeDictionary(db(), name),
  };
}
