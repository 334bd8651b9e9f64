/**
 * Rounds of retests and what each found out about the findings. Verdicts are a log: the newest row of a round and a
 * finding is in force, so that a setting can be taken back, and two rows that turn out to be one finding keep both pasts.
 */
export const rounds = {
  version: 150,
  sql: `
CREATE TABLE retest_round (
  round INTEGER PRIMARY KEY AUTOINCREMENT,
  project TEXT NOT NULL,
  -- What a person calls it by; counts from 1 within the engagement.
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  begins TEXT NOT NULL,
  ends TEXT NOT NULL,
  note TEXT NOT NULL,
  UNIQUE (project, number)
) STRICT;

CREATE TABLE retest_verdict (
  entry INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The number of its first row: what was set at once has the same, and is taken back at once.
  setting INTEGER NOT NULL,
  round INTEGER NOT NULL REFERENCES retest_round (round),
  finding INTEGER NOT NULL REFERENCES finding (finding),
  -- NULL: it was cleared.
  verdict TEXT CHECK (verdict IN ('fixed', 'partly', 'open', 'not-retested')),
  -- The day of the retest.
  day TEXT NOT NULL,
  who TEXT NOT NULL,
  text TEXT NOT NULL,
  set_at TEXT NOT NULL,
  -- The change of status that was queued with it, by its name.
  op TEXT
) STRICT;
CREATE INDEX retest_verdict_round ON retest_verdict (round, finding, entry);
CREATE INDEX retest_verdict_finding ON retest_verdict (finding, round, entry);
CREATE INDEX retest_verdict_setting ON retest_verdict (setting);

-- Images of a round. A table of its own, so that an image outlives a round that a damaged page took away.
CREATE TABLE evidence_round (
  row INTEGER PRIMARY KEY REFERENCES evidence (row) ON DELETE CASCADE,
  round INTEGER NOT NULL REFERENCES retest_round (round)
) STRICT;
CREATE INDEX evidence_round_round ON evidence_round (round);
`,
};
