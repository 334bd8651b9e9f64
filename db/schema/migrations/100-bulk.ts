/**
 * What a person asked of many findings at once, and what was done for each. The states of what was queued are never
 * kept here: they stand in the operations.
 */
export const bulk = {
  version: 100,
  sql: `
CREATE TABLE bulk_action (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  bulk TEXT NOT NULL UNIQUE,
  project TEXT NOT NULL,
  at TEXT NOT NULL,
  action_json TEXT NOT NULL
) STRICT;
CREATE INDEX bulk_action_project ON bulk_action (project, number);

CREATE TABLE bulk_item (
  item INTEGER PRIMARY KEY AUTOINCREMENT,
  number INTEGER NOT NULL REFERENCES bulk_action (number) ON DELETE CASCADE,
  finding INTEGER NOT NULL REFERENCES finding (finding) ON DELETE CASCADE,
  -- \`waiting\`: not done yet; \`laid\`: it is in the outbox as operation \`seq\`.
  step TEXT NOT NULL CHECK (step IN ('waiting', 'laid', 'left-out', 'taken-back')),
  -- What the preview said would be done; another plan by now is not what the person confirmed.
  stamp INTEGER NOT NULL,
  seq INTEGER REFERENCES operation (seq),
  -- Why it was left out, and the words of the rule where one would be broken.
  reason TEXT,
  message TEXT,
  -- What taking it back needs: of an edit field -> {"before": …, "after": …}, of a deletion what it dropped.
  laid_json TEXT,
  UNIQUE (number, finding)
) STRICT;
CREATE INDEX bulk_item_finding ON bulk_item (finding);
CREATE INDEX bulk_item_waiting ON bulk_item (number, item) WHERE step = 'waiting';
`,
};
