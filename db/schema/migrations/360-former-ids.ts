/** Identifiers that the service gave findings which were created again since. */
export const formerIds = {
  version: 360,
  sql: `
CREATE TABLE former_id (
  id TEXT PRIMARY KEY,
  finding INTEGER NOT NULL REFERENCES finding (finding) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX former_id_finding ON former_id (finding);
`,
};
