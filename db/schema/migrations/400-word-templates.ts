/** Templates of companies for Word, kept like themes. */
export const wordTemplates = {
  version: 400,
  sql: `
CREATE TABLE word_template (
  name TEXT PRIMARY KEY,
  sha256 TEXT NOT NULL,
  -- The file as it was given.
  content BLOB NOT NULL,
  kept_at TEXT NOT NULL
) STRICT;
`,
};
