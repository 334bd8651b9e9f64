/** Findings whose pending changes stay here until the user releases them. */
export const held = {
  version: 300,
  sql: `
CREATE TABLE held (
  finding INTEGER PRIMARY KEY REFERENCES finding (finding) ON DELETE CASCADE
) STRICT;
`,
};
