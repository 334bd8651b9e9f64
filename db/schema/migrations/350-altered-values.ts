/** What the service shows other than a write had sent it, until the user keeps it or writes the field again. */
export const alteredValues = {
  version: 350,
  sql: `
CREATE TABLE altered_value (
  finding INTEGER NOT NULL REFERENCES finding (finding) ON DELETE CASCADE,
  field TEXT NOT NULL,
  op TEXT NOT NULL,
  sent_json TEXT NOT NULL,
  now_json TEXT,
  PRIMARY KEY (finding, field)
) STRICT, WITHOUT ROWID;
CREATE INDEX altered_value_op ON altered_value (op);
`,
};
