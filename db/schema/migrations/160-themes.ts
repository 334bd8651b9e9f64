/** How deliverables look and how they are put together, as people chose it in this home. */
export const themes = {
  version: 160,
  sql: `
CREATE TABLE theme (
  name TEXT PRIMARY KEY,
  -- ReportTheme of the contract.
  theme_json TEXT NOT NULL,
  kept_at TEXT NOT NULL
) STRICT;

-- Logo and fonts of a theme.
CREATE TABLE theme_file (
  name TEXT NOT NULL REFERENCES theme (name) ON DELETE CASCADE,
  sha256 TEXT NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (name, sha256)
) STRICT;

CREATE TABLE report_settings (
  project TEXT PRIMARY KEY,
  -- ReportChoices of the contract; what is absent is the template's own.
  settings_json TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT;
`,
};
