/**
 * With which one and two letters the words of a finding begin. The full text finds such a start in nearly every finding, by
 * merging the places of all words that it begins; here it is a word by itself, without places, for a fifth of the time. It
 * takes the place of a table of single letters.
 *
 * Neither index merges its pieces by itself any more: that came as a burst of many batches' work within one (`mergeText`).
 */
export const starts = {
  version: 230,
  sql: `
CREATE VIRTUAL TABLE text_start USING fts5 (
  starts, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 0'
);
-- Findings that the full text holds, and this not yet: from a store of before.
CREATE TABLE text_unstarted (
  finding INTEGER PRIMARY KEY REFERENCES list_row (finding) ON DELETE CASCADE
) STRICT;

INSERT INTO text_unstarted (finding)
SELECT finding FROM list_row WHERE finding NOT IN (SELECT finding FROM text_due);

DROP TABLE text_initial;

INSERT INTO finding_text (finding_text, rank) VALUES ('automerge', 0);
INSERT INTO text_start (text_start, rank) VALUES ('automerge', 0);
`,
};
