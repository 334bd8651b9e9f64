/** What the check had to say when an edition was made: part of what went out, and of what was known about it. */
export const editionCheck = {
  version: 130,
  sql: `
-- JSON array of the messages of the check; NULL: made before there was one.
ALTER TABLE edition ADD COLUMN check_json TEXT;
`,
};
