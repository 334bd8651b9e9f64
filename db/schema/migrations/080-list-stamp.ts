/**
 * Which rows of a list changed since: with it an order of 100,000 findings that was made once is mended, not made
 * again. Only grows, so the index is written at its end.
 */
export const listStamp = {
  version: 80,
  sql: `
-- Transactions that had been committed when the row was written (\`mark\`).
ALTER TABLE list_key ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;
CREATE INDEX list_key_stamp ON list_key (stamp);
`,
};
