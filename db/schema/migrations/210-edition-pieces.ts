/**
 * What is long of an edition, in pieces of a transaction each, the edition itself in the last one: a long file is kept
 * without holding up whoever works meanwhile.
 */
export const editionPieces = {
  version: 210,
  sql: `
CREATE TABLE edition_piece (
  piece INTEGER PRIMARY KEY AUTOINCREMENT,
  project TEXT NOT NULL,
  -- The edition that names it comes after all of its pieces; what none names was never finished.
  content TEXT NOT NULL,
  part TEXT NOT NULL CHECK (part IN ('snapshot', 'file')),
  bytes BLOB NOT NULL
) STRICT;
CREATE INDEX edition_piece_content ON edition_piece (content, part, piece);
ALTER TABLE edition ADD COLUMN content TEXT NOT NULL DEFAULT '';
ALTER TABLE edition ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE edition SET content = 'row ' || rowid, bytes = length(file);
INSERT INTO edition_piece (project, content, part, bytes)
  SELECT project, content, 'snapshot', CAST(snapshot_json AS BLOB) FROM edition ORDER BY rowid;
INSERT INTO edition_piece (project, content, part, bytes)
  SELECT project, content, 'file', file FROM edition ORDER BY rowid;
ALTER TABLE edition DROP COLUMN snapshot_json;
ALTER TABLE edition DROP COLUMN file;
CREATE UNIQUE INDEX edition_content ON edition (content);
`,
};
