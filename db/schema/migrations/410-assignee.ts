/** Who works on a finding, and replies to comments. None of it is ever sent. */
export const assignee = {
  version: 410,
  sql: `
-- A finding without a row is assigned to nobody.
CREATE TABLE assignee (
  finding INTEGER PRIMARY KEY REFERENCES finding (finding) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (name <> ''),
  -- Without case, to be looked for.
  folded TEXT NOT NULL,
  set_at TEXT NOT NULL
) STRICT;

-- The comment that this one answers, which answers none itself; NULL: it begins.
ALTER TABLE comment ADD COLUMN reply_to TEXT;
CREATE INDEX comment_reply ON comment (reply_to);
`,
};
