/**
 * Lists fold severities as reports do ("Informational" is info), and a CVSS value that is no score has none. Rows that
 * hold the old reading are made again.
 */
export const foldedRatings = {
  version: 270,
  sql: `
-- What the list row lacks marks it as one of an older schema (\`staleListRows\`).
UPDATE list_row SET tag_json = NULL
 WHERE finding IN (SELECT finding FROM list_key WHERE cvss IS NOT NULL OR severity NOT IN ('', ' '));
`,
};
