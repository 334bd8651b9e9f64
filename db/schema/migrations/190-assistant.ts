/**
 * Operations of the assistant, and what it wrote. The table of operations is made anew because a `CHECK` cannot be changed;
 * numbers that were given once are not given again.
 */
export const assistant = {
  version: 190,
  sql: `
CREATE TABLE operation_anew (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  op TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('create', 'update', 'delete', 'bulk-status', 'bulk-delete', 'review',
    'ai-demonstration', 'ai-apply', 'ai-merge')),
  project TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- What the whole operation carries: the status of a bulk change, the decision of a review, the others of a merge.
  payload_json TEXT NOT NULL DEFAULT '{}'
) STRICT;
INSERT INTO operation_anew SELECT seq, op, kind, project, created_at, payload_json FROM operation;
INSERT INTO sqlite_sequence (name, seq) SELECT 'operation_anew', 0
 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'operation_anew');
UPDATE sqlite_sequence SET seq = coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'operation'), 0)
 WHERE name = 'operation_anew';
DROP TABLE operation;
ALTER TABLE operation_anew RENAME TO operation;

-- What the assistant wrote, by the operation that asked for it. It is nobody's word until a person accepted it.
CREATE TABLE assistant_answer (
  seq INTEGER PRIMARY KEY REFERENCES operation (seq),
  written_at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'dropped')),
  -- As it was read: a text, proposed fields with their sources, or the whole answer where neither was found.
  answer_json TEXT NOT NULL,
  -- The person's version of a draft; null while it stands as it came.
  edited TEXT,
  -- Fields of a proposal that were accepted, as a JSON array.
  accepted_json TEXT NOT NULL DEFAULT '[]'
) STRICT;
`,
};
