/**
 * Calls of account routes, which no operation of the queue tells of: what was asked for, when, and how it ended; never
 * what was sent or answered. And the refusals in the history of findings, found without reading all of it.
 */
export const activity = {
  version: 200,
  sql: `
CREATE TABLE activity_note (
  note INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  at TEXT NOT NULL,
  ended_at TEXT,
  outcome TEXT CHECK (outcome IN ('done', 'refused', 'unknown', 'not-sent')),
  status INTEGER
) STRICT;
CREATE INDEX attempt_started ON attempt (started_at);
CREATE INDEX history_rejected ON history (entry) WHERE what = 'rejected';
`,
};
