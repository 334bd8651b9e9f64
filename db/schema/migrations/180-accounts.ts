/**
 * What opens the account beside a token: the cookies of a session, and which of the two was chosen last. A rotation of
 * the token that was begun and whose end is not known.
 */
export const accounts = {
  version: 180,
  sql: `
ALTER TABLE connection ADD COLUMN session_text TEXT;
ALTER TABLE connection ADD COLUMN uses TEXT NOT NULL DEFAULT 'token' CHECK (uses IN ('token', 'session'));
-- A token that was replaced or rotated away, or that came along when somebody signed in: whoever still gives it with a
-- call means what is kept here.
ALTER TABLE connection ADD COLUMN set_aside_token TEXT;

CREATE TABLE rotation (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  begun_at TEXT NOT NULL,
  -- The token that was to be replaced; null where there was none.
  old_token TEXT,
  -- Since when its request can only land late: on the awake clock of this start of the machine.
  quiet_from_ms INTEGER,
  quiet_boot TEXT,
  lost INTEGER NOT NULL DEFAULT 0 CHECK (lost IN (0, 1))
) STRICT;
`,
};
