/** What was destroyed here for good: kept so that a person can show that it was done. */
export const destruction = {
  version: 110,
  sql: `
CREATE TABLE destruction (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  project TEXT NOT NULL,
  begun_at TEXT NOT NULL,
  -- Who and how much, as the record tells it.
  record_json TEXT NOT NULL,
  -- NULL until backups, log and free pages are rid of it too; a start carries that on.
  finished_at TEXT,
  -- What that did, and the hash of the whole record.
  end_json TEXT
) STRICT;
`,
};
