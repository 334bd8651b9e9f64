/** Settings of an engagement have one table; what three tables held moves there, with the time of its last change. */
export const engagementSettings = {
  version: 390,
  sql: `
CREATE TABLE engagement_setting (
  project TEXT NOT NULL,
  -- A row of \`engagementSettings\` of the contract, which says what its value is.
  name TEXT NOT NULL,
  value_json TEXT NOT NULL,
  -- NULL: an older program wrote it and did not note when.
  changed_at TEXT,
  PRIMARY KEY (project, name)
) STRICT;
INSERT INTO engagement_setting SELECT project, 'facts', facts_json, changed_at FROM engagement_facts;
INSERT INTO engagement_setting SELECT project, 'report', settings_json, changed_at FROM report_settings;
INSERT INTO engagement_setting SELECT project, 'spelling', languages_json, NULL FROM engagement_spelling;
DROP TABLE engagement_facts;
DROP TABLE report_settings;
DROP TABLE engagement_spelling;
`,
};
