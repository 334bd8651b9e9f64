/** Whether an engagement was read to its end: a list of which a part is missing must not go out as the whole. */
export const sweepCut = {
  version: 280,
  sql: `
-- A sweep has begun and not ended: where no sync runs, it was cut off with the program.
ALTER TABLE sweep ADD COLUMN open INTEGER NOT NULL DEFAULT 0 CHECK (open IN (0, 1));
-- When a sweep ended before its end; a whole one takes it away.
ALTER TABLE sweep ADD COLUMN cut_at TEXT;
`,
};
