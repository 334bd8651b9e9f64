import { z } from 'zod';
import { project } from '../../input/members.ts';
import { procedure } from '../../procedure.ts';
import {
  longestOwnWord,
  maxDictionaryLength,
  type AddedDictionary,
  type ProjectSpelling,
} from '../../spelling.ts';

/* What the spelling of texts is checked against. It stays in this vault; the check itself runs in the page. */

const name = z.string().trim().min(1).max(100);
/** Without white space: the page splits texts there. */
const word = z.string().min(1).max(longestOwnWord).regex(/^\S+$/u);
const file = z.string().min(1).max(maxDictionaryLength);
const dictionary = z.strictObject({ name, affixes: file, words: file });

export const spellingProcedures = {
  'spelling.read': procedure<ProjectSpelling>()({ answeredBy: 'reader', input: z.strictObject({ project }) }),
  /** Chooses the dictionaries of an engagement; null for those of the settings. */
  'spelling.choose': procedure<ProjectSpelling>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ project, languages: z.array(name).max(20).nullable() }),
  }),
  'spelling.add': procedure<ProjectSpelling>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ project, words: z.array(word).min(1).max(1_000) }),
  }),
  'spelling.remove': procedure<ProjectSpelling>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ project, words: z.array(word).min(1).max(1_000) }),
  }),
  /** The dictionaries that were added to those of the program. */
  'dictionary.list': procedure<readonly AddedDictionary[]>()({
    answeredBy: 'reader',
    input: z.strictObject({}),
  }),
  /** Names of the Hunspell dictionaries that this computer has; `dictionary.read` takes them too. */
  'dictionary.system': procedure<readonly string[]>()({ answeredBy: 'reader', input: z.strictObject({}) }),
  'dictionary.read': procedure<z.output<typeof dictionary>>()({
    answeredBy: 'reader',
    input: z.strictObject({ name }),
  }),
  /** Keeps a dictionary in the format of Hunspell, in place of one of the same name. */
  'dictionary.add': procedure<readonly AddedDictionary[]>()({
    answeredBy: 'host',
    idempotent: true,
    input: dictionary,
  }),
  /** Answers: as it was, for `dictionary.add`. */
  'dictionary.remove': procedure<z.output<typeof dictionary>>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ name }),
  }),
};
