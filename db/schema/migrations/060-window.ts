/**
 * What the window keeps: settings and saved views of the home, what the person has looked at, steps to undo. Lists
 * show tags and what was not looked at yet.
 */
export const window = {
  version: 60,
  sql: `
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_view (
  view INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  sort TEXT
) STRICT;

-- When the person last looked at a finding, and as what.
CREATE TABLE looked (
  finding INTEGER PRIMARY KEY REFERENCES finding (finding),
  at TEXT NOT NULL,
  -- Own operations from this place of the outbox on are answered after the look: what they changed is no news.
  from_seq INTEGER NOT NULL,
  -- The service's record as it was; NULL as long as \`record\` holds that very one.
  record_json TEXT
) STRICT;

-- The one moment at which the record that was looked at would be lost; until then it is not kept twice.
CREATE TRIGGER record_looked BEFORE UPDATE OF base_json ON record WHEN old.base_json <> new.base_json
BEGIN
  UPDATE looked SET record_json = old.base_json WHERE finding = old.finding AND record_json IS NULL;
END;

-- Edits that can be taken back, oldest first; undone ones are the newest.
CREATE TABLE edit_step (
  step INTEGER PRIMARY KEY AUTOINCREMENT,
  finding INTEGER NOT NULL REFERENCES finding (finding),
  -- Milliseconds since the epoch of the last edit in it.
  at_ms INTEGER NOT NULL,
  -- field -> {"before": …, "after": …} as effective values; no "before" where the finding had no such member.
  changes_json TEXT NOT NULL,
  undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
) STRICT;
CREATE INDEX edit_step_finding ON edit_step (finding, step);

-- JSON array of texts; NULL in a store of before: to be made anew with the next opening.
ALTER TABLE list_row ADD COLUMN tag_json TEXT;
CREATE INDEX list_row_stale ON list_row (finding) WHERE tag_json IS NULL;

-- 0: looked at, or made here; 1: never looked at; 2: the service has another record than when it was looked at.
ALTER TABLE list_key ADD COLUMN unread INTEGER NOT NULL DEFAULT 0;
`,
};
