/** Texts of the spell check in an editor. */
export const spellingStrings = {
  menu: 'Spelling',
  add: (word: string) => `Add "${word}" to dictionary`,
  ignore: 'Ignore in this text',
  noSuggestions: 'No suggestions',
  said: (word: string, keys: string | null) =>
    keys === null ? `${word} is misspelled.` : `${word} is misspelled. ${keys} for suggestions.`,
  none: 'No misspelled words.',
  off: 'Spell check is off.',
  notAdded: 'The word could not be added.',
} as const;
