/**
 * What colleagues do with a finding before the client sees it: how far it is, its fields as they were when it was marked
 * ready for review, and comments. None of it is ever sent.
 */
export const peerReview = {
  version: 320,
  sql: `
-- A finding without a row is in progress.
CREATE TABLE working_state (
  finding INTEGER PRIMARY KEY REFERENCES finding (finding) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('ready', 'reviewed')),
  set_at TEXT NOT NULL
) STRICT;

CREATE TABLE ready_snapshot (
  finding INTEGER PRIMARY KEY REFERENCES finding (finding) ON DELETE CASCADE,
  taken_at TEXT NOT NULL,
  -- Its editable fields by name; a field that it did not have is absent.
  fields_json TEXT NOT NULL
) STRICT;

CREATE TABLE comment (
  number INTEGER PRIMARY KEY,
  comment TEXT NOT NULL UNIQUE,
  project TEXT NOT NULL,
  -- NULL: a note on the engagement.
  finding INTEGER REFERENCES finding (finding) ON DELETE CASCADE,
  -- NULL: about the finding as a whole.
  field TEXT,
  -- The selected words of the field; empty if they may not be kept any more.
  quote TEXT,
  text TEXT NOT NULL,
  -- Empty if nobody is known.
  author TEXT NOT NULL,
  added_at TEXT NOT NULL,
  changed_at TEXT,
  resolved_at TEXT
) STRICT;
CREATE INDEX comment_finding ON comment (finding);
CREATE INDEX comment_project ON comment (project);
`,
};
