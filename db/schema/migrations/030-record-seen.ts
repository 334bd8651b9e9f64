/**
 * What a sweep asks of a record without its text. In the table these columns stand behind `base_json`, so that
 * reading one walks, and decrypts, the whole text: an unchanged sync would decrypt the whole engagement.
 */
export const recordSeen = {
  version: 30,
  sql: `
CREATE INDEX record_seen ON record (finding, list_hash, detail_hash, gone_at);
CREATE INDEX record_gone ON record (gone_at) WHERE gone_at IS NOT NULL;
`,
};
