import { DossierError } from '#contract/error.ts';
import type { ProcedureAnswers, ProcedureInput } from '#contract/procedures/index.ts';
import {
  builtInDictionaries,
  maxDictionaryLength,
  systemDictionaryPrefix,
  type AddedDictionary,
  type ProjectSpelling,
} from '#contract/spelling.ts';
import { Dictionary } from '#domain/spelling/dictionary.ts';
import { looksLikeHunspell } from '#domain/spelling/hunspell-encoding.ts';
import {
  deleteDictionary,
  deleteSpellingWord,
  dictionaryRows,
  insertSpellingWord,
  readDictionary,
  spellingWords,
  writeDictionary,
} from '#db/tables/spelling.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { readTransaction, transaction } from '#db/store/transaction.ts';
import type { ReadableDb, WritableDb } from '#db/schema/types.ts';
import type { ServiceContext } from '#engine/context.ts';
import { readEngagementSetting, writeEngagementSetting } from '#engine/record/engagement-settings.ts';
import { noEngagement } from '#engine/record/engagements.ts';

/** What the texts of an engagement are checked against. @throws DossierError `not-found` */
export function readSpelling(db: ReadableDb, project: string): ProjectSpelling {
  return readTransaction(db, () => {
    if (!hasEngagement(db, project)) throw noEngagement(project);
    return { languages: readEngagementSetting(db, project, 'spelling'), words: spellingWords(db, project) };
  });
}

/** Chooses the dictionaries of an engagement; null for those of the settings. @throws DossierError `not-found` */
export function chooseLanguages(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  { project, languages }: ProcedureInput<'spelling.choose'>,
): ProjectSpelling {
  return transaction(ctx.db, () => {
    const before = readSpelling(ctx.db, project);
    const next = languages === null ? null : [...new Set(languages)];
    writeEngagementSetting(ctx, project, 'spelling', next);
    return { ...before, languages: next };
  });
}

/** Adds words to an engagement. @throws DossierError `not-found` */
export function addWords(
  db: WritableDb,
  { project, words }: ProcedureInput<'spelling.add'>,
): ProjectSpelling {
  return transaction(db, () => {
    if (!hasEngagement(db, project)) throw noEngagement(project);
    for (const word of words) insertSpellingWord(db, project, word.normalize('NFC'));
    return readSpelling(db, project);
  });
}

/** Takes words from an engagement. @throws DossierError `not-found` */
export function removeWords(
  db: WritableDb,
  { project, words }: ProcedureInput<'spelling.remove'>,
): ProjectSpelling {
  return transaction(db, () => {
    if (!hasEngagement(db, project)) throw noEngagement(project);
    for (const word of words) deleteSpellingWord(db, project, word.normalize('NFC'));
    return readSpelling(db, project);
  });
}

/** The dictionaries that were added. */
export function addedDictionaries(db: ReadableDb): readonly AddedDictionary[] {
  return dictionaryRows(db);
}

/** Both files of a dictionary that was added. @throws DossierError `not-found` */
export function dictionaryNamed(db: ReadableDb, name: string): ProcedureAnswers['dictionary.read'] {
  const row = readDictionary(db, name);
  if (row === null) throw new DossierError('not-found', `There is no dictionary ${name} here.`);
  return row;
}

/**
 * Keeps a dictionary, in place of one of the same name.
 *
 * @throws DossierError `invalid` if the files are no dictionary of Hunspell, or the name is one of the program's
 */
export function addDictionary(
  db: WritableDb,
  row: ProcedureInput<'dictionary.add'>,
): readonly AddedDictionary[] {
  if (builtInDictionaries.some(({ name, label }) => name === row.name || label === row.name)) {
    throw new DossierError('invalid', `${row.name} comes with the program. Give yours another name.`);
  }
  if (row.name.startsWith(systemDictionaryPrefix)) {
    throw new DossierError('invalid', `A name cannot begin with "${systemDictionaryPrefix}".`);
  }
  if (row.affixes.length + row.words.length > maxDictionaryLength) {
    throw new DossierError('invalid', 'This dictionary is too large.');
  }
  if (!looksLikeHunspell(row.affixes, row.words) || new Dictionary(row.affixes, row.words).size === 0) {
    throw new DossierError(
      'invalid',
      'These files are no Hunspell dictionary. Choose its .aff and its .dic file.',
    );
  }
  return transaction(db, () => {
    writeDictionary(db, row);
    return dictionaryRows(db);
  });
}

/** Forgets a dictionary. @returns it as it was @throws DossierError `not-found` */
export function removeDictionary(db: WritableDb, name: string): ProcedureAnswers['dictionary.read'] {
  return transaction(db, () => {
    const row = dictionaryNamed(db, name);
    deleteDictionary(db, name);
    return row;
  });
}
