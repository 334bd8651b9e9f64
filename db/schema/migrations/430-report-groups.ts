/** Which numbers went out for findings that are printed as one with others. */
export const reportGroups = {
  version: 430,
  sql: `
CREATE TABLE report_group_number (
  project TEXT NOT NULL,
  finding INTEGER NOT NULL REFERENCES finding (finding),
  -- The worst severity of its group, in which the number counts.
  severity TEXT NOT NULL,
  -- What made it equal to the others: title, rule or cwe. A switch to another one forgets nothing.
  grouping TEXT NOT NULL,
  -- The 2 of H2, which all findings of the group have.
  number INTEGER NOT NULL,
  PRIMARY KEY (finding, severity, grouping)
) STRICT, WITHOUT ROWID;
CREATE INDEX report_group_number_project ON report_group_number (project);
`,
};
