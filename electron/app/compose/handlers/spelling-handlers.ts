import type { spellingProcedures } from '#contract/procedures/findings/spelling.ts';
import {
  addDictionary,
  addWords,
  chooseLanguages,
  removeDictionary,
  removeWords,
} from '#features/writing/spelling.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { bindStore } from '../bind-store.ts';
import type { HostHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of spelling. */
export function spellingHandlers(accounts: Accounts): HostHandlers<typeof spellingProcedures> {
  return bindStore(() => accounts.current().ctx, {
    'spelling.choose': chooseLanguages,
    'spelling.add': ({ db }, input) => addWords(db, input),
    'spelling.remove': ({ db }, input) => removeWords(db, input),
    'dictionary.add': ({ db }, input) => addDictionary(db, input),
    'dictionary.remove': ({ db }, { name }) => removeDictionary(db, name),
  });
}
