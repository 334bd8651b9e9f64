/**
 * Images of findings. Their bytes stand in a table of their own: a list of evidence must not walk, and decrypt,
 * megabytes of pixels, and a damaged page of pixels must not cost the caption and the hash.
 */
export const evidence = {
  version: 70,
  sql: `
CREATE TABLE evidence (
  row INTEGER PRIMARY KEY AUTOINCREMENT,
  evidence TEXT NOT NULL UNIQUE,
  finding INTEGER NOT NULL REFERENCES finding (finding),
  -- Grows in the order of the finding's figures; gaps mean nothing.
  position INTEGER NOT NULL,
  caption TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('image/png', 'image/jpeg')),
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  -- Of the file as it came.
  original_sha256 TEXT NOT NULL,
  original_name TEXT NOT NULL,
  added_at TEXT NOT NULL,
  -- When its pixels were last changed here.
  changed_at TEXT
) STRICT;
CREATE INDEX evidence_finding ON evidence (finding, position, row);

CREATE TABLE evidence_content (
  row INTEGER PRIMARY KEY REFERENCES evidence (row) ON DELETE CASCADE,
  content BLOB NOT NULL
) STRICT;

-- Images as they are printed in editions, each once: an edition stays what it was, whatever becomes of the evidence.
CREATE TABLE edition_image (
  image INTEGER PRIMARY KEY AUTOINCREMENT,
  sha256 TEXT NOT NULL UNIQUE,
  content BLOB NOT NULL
) STRICT;
`,
};
