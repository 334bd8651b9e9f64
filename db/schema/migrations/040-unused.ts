/** What no release has ever read or written. */
export const unused = {
  version: 40,
  sql: `
DROP TABLE setting;
ALTER TABLE sweep DROP COLUMN held_json;
`,
};
