/** Which scanner files a finding came from, by the tool's own rule: by that a later scan is the same finding. */
export const findingOrigins = {
  version: 440,
  sql: `
CREATE TABLE finding_origin (
  origin INTEGER PRIMARY KEY,
  finding INTEGER NOT NULL REFERENCES finding (finding) ON DELETE CASCADE,
  -- The import that queued it; NULL: nothing was to be queued.
  number INTEGER REFERENCES bulk_action (number) ON DELETE SET NULL,
  -- Short name of the scanner in lower case, and what it calls the weakness.
  tool TEXT NOT NULL CHECK (tool <> ''),
  rule TEXT NOT NULL,
  -- The name of the file without its folder, and the hash of its bytes.
  file TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  at TEXT NOT NULL,
  UNIQUE (finding, tool, rule, sha256)
) STRICT;
CREATE INDEX finding_origin_tool ON finding_origin (tool);
CREATE INDEX finding_origin_number ON finding_origin (number);
`,
};
