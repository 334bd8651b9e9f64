/** Where findings stand in reports by hand, and which numbers went out with an edition. */
export const reportFindings = {
  version: 250,
  sql: `
CREATE TABLE report_finding (
  project TEXT NOT NULL,
  finding INTEGER NOT NULL REFERENCES finding (finding),
  -- The severity in which place and number hold, as reports group it.
  severity TEXT NOT NULL,
  -- Counts from 1; NULL: by score and title.
  place INTEGER,
  -- The 2 of H2; NULL: none went out.
  number INTEGER,
  PRIMARY KEY (finding, severity)
) STRICT, WITHOUT ROWID;
CREATE INDEX report_finding_project ON report_finding (project, severity);
`,
};
