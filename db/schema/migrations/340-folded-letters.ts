/**
 * Queries, orders and the full text take ß for ss, ı and İ for i, and full width letters for those of ASCII. Whatever has
 * letters beyond ASCII is listed and indexed again; an escape of JSON may be such a letter.
 */
export const foldedLetters = {
  version: 340,
  sql: `
-- What the list row lacks marks it as one of an older schema (\`staleListRows\`).
UPDATE list_row SET tag_json = NULL WHERE finding IN (
  SELECT finding FROM list_key
   WHERE octet_length(title || severity || status || assets || tags || cwe || owasp)
      <> length(title || severity || status || assets || tags || cwe || owasp)
);

INSERT OR IGNORE INTO text_due (finding)
SELECT finding FROM list_row WHERE finding IN (
  SELECT finding FROM record
   WHERE octet_length(base_json) <> length(base_json) OR instr(base_json, '\\u') > 0
  UNION
  SELECT finding FROM operation_item
   WHERE state NOT IN ('done', 'discarded')
     AND (octet_length(patch_json) <> length(patch_json) OR instr(patch_json, '\\u') > 0)
);
`,
};
