/**
 * Counts what a reader keeps longer than one answer by: changes of the full text, and findings that left the lists. The
 * count of commits beside them moves with every edit, which the full text follows only later and which takes nothing out.
 */
export const changes = {
  version: 240,
  sql: `
ALTER TABLE mark ADD COLUMN text_changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mark ADD COLUMN left_lists INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER list_row_left AFTER DELETE ON list_row BEGIN
  UPDATE mark SET left_lists = left_lists + 1;
END;
`,
};
