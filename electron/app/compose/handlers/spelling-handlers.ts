import type { spellingProcedures } from '#contract/procedures/findings/spelling.ts';
import {
  addDictionary,
  addWords,
  chooseLanguages,
  removeDictionary,
  removeWords,
} from '#features/writing/spelling.ts';
import type { HostStoreHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of spelling. */
export const spellingHandlers: HostStoreHandlers<typeof spellingProcedures> = {
  'spelling.choose': chooseLanguages,
  'spelling.add': ({ db }, input) => addWords(db, input),
  'spelling.remove': ({ db }, input) => removeWords(db, input),
  'dictionary.add': ({ db }, input) => addDictionary(db, input),
  'dictionary.remove': ({ db }, { name }) => removeDictionary(db, name),
};
