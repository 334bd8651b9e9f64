/** What a report says beside its findings: facts and texts of an engagement, which nobody but its people know. */
export const facts = {
  version: 140,
  sql: `
CREATE TABLE engagement_facts (
  project TEXT PRIMARY KEY,
  -- EngagementFacts of the contract; a member that is absent was never said.
  facts_json TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT;
`,
};
