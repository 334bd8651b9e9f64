/** A column that no release has ever read or written. */
export const unused = {
  version: 40,
  sql: `
ALTER TABLE sweep DROP COLUMN held_json;
`,
};
