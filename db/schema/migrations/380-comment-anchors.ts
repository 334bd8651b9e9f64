/** Comments on words of a text remember in which place these stood; of the ones before, the first place counts. */
export const commentAnchors = {
  version: 380,
  sql: `
ALTER TABLE comment ADD COLUMN anchor_json TEXT;
`,
};
