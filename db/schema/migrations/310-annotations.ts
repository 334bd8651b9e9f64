/**
 * Annotations of images, kept as layers, and the image with them drawn in, which is what is shown and printed. The image
 * itself stays in `evidence_content`.
 */
export const annotations = {
  version: 310,
  sql: `
CREATE TABLE evidence_annotation (
  row INTEGER PRIMARY KEY REFERENCES evidence (row) ON DELETE CASCADE,
  annotations_json TEXT NOT NULL,
  -- Of the image with the annotations drawn in.
  sha256 TEXT NOT NULL
) STRICT;

CREATE TABLE evidence_drawn (
  row INTEGER PRIMARY KEY REFERENCES evidence (row) ON DELETE CASCADE,
  content BLOB NOT NULL
) STRICT;
`,
};
