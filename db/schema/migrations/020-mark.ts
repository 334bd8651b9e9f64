/** How many transactions were committed, to be compared with the mark beside the store (`db/store/commit-counter.ts`). */
export const mark = {
  version: 20,
  sql: `
CREATE TABLE mark (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  commits INTEGER NOT NULL
) STRICT;
INSERT INTO mark (only, commits) VALUES (1, 0);
`,
};
