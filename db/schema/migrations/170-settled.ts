/**
 * Answers to conflicts that may be taken back: the operations of a finding as they stood before, and the revisions that
 * the answer left. Whoever was answered last has the highest number.
 */
export const settled = {
  version: 170,
  sql: `
CREATE TABLE settled (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  seq INTEGER NOT NULL REFERENCES operation (seq) ON DELETE CASCADE,
  finding INTEGER NOT NULL REFERENCES finding (finding) ON DELETE CASCADE,
  -- One object for each operation that was open: the columns of its item, and the revision afterwards.
  items_json TEXT NOT NULL,
  UNIQUE (seq, finding)
) STRICT;
CREATE INDEX settled_finding ON settled (finding);
`,
};
