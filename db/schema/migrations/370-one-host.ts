/** Assets are asked by their host in one spelling: what may have another one is listed again. */
export const oneHost = {
  version: 370,
  sql: `
-- What the list row lacks marks it as one of an older schema (\`staleListRows\`).
UPDATE list_row SET tag_json = NULL WHERE finding IN (
  SELECT finding FROM list_key
   WHERE assets LIKE '%xn--%' OR assets LIKE '%:%' OR instr(assets, '@') > 0 OR instr(assets, '\\') > 0
      OR assets LIKE '%.' || char(31) || '%' OR octet_length(assets) <> length(assets)
);
`,
};
