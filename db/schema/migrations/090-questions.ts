/** What a question to a person rests on, so that it can be shown after a restart and without a network. */
export const questions = {
  version: 90,
  sql: `
-- Why the owner of the token could not be told to be the owner of this store (JSON), as the last sync met it.
ALTER TABLE connection ADD COLUMN token_trouble_json TEXT;
-- What was missing when the engagement was held (JSON).
ALTER TABLE sweep ADD COLUMN held_json TEXT;
`,
};
