/** Spelling: what texts of an engagement are checked against, words of its own, and dictionaries that were added. */
export const spelling = {
  version: 330,
  sql: `
CREATE TABLE engagement_spelling (
  project TEXT PRIMARY KEY,
  -- Names of dictionaries; empty: not checked.
  languages_json TEXT NOT NULL
) STRICT;

CREATE TABLE spelling_word (
  project TEXT NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (project, word)
) STRICT;

-- Both files of a dictionary in the format of Hunspell.
CREATE TABLE dictionary (
  name TEXT PRIMARY KEY,
  affixes TEXT NOT NULL,
  words TEXT NOT NULL
) STRICT;
`,
};
