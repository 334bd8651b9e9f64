/**
 * With which letters the words of a finding begin. The full text finds a single letter in nearly every finding, by
 * merging the places of a third of all words; this table is read through in a twentieth of that time.
 */
export const initials = {
  version: 120,
  sql: `
-- A row for each finding that the full text holds. letters: a bit for each of a to z and 0 to 9; -1: not known yet.
CREATE TABLE text_initial (
  finding INTEGER PRIMARY KEY REFERENCES list_row (finding) ON DELETE CASCADE,
  letters INTEGER NOT NULL
) STRICT;
CREATE INDEX text_initial_unknown ON text_initial (finding) WHERE letters < 0;

INSERT INTO text_initial (finding, letters)
SELECT finding, -1 FROM list_row WHERE finding NOT IN (SELECT finding FROM text_due);
`,
};
