/** What the pages of a list said when they were last read, so that a page that says the same needs no reading. */
export const listPages = {
  version: 420,
  sql: `
CREATE TABLE list_page (
  project TEXT NOT NULL,
  page INTEGER NOT NULL,
  -- Of the bytes of its body.
  body_hash TEXT NOT NULL,
  -- Of what decides how they are read: the profile, and whether private drafts may be kept.
  reading_hash TEXT NOT NULL,
  -- Of the identifiers of its rows.
  ids_hash TEXT NOT NULL,
  -- Of the identifier and the digest of each row.
  rows_hash TEXT NOT NULL,
  -- JSON array with the finding of each row.
  findings_json TEXT NOT NULL,
  PRIMARY KEY (project, page)
) STRICT, WITHOUT ROWID;
`,
};
