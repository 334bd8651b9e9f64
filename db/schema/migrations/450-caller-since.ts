/** Since when the service describes the user and their rights as it does now: what it refused before may be allowed. */
export const callerSince = {
  version: 450,
  sql: `
ALTER TABLE connection ADD COLUMN caller_since TEXT;
`,
};
