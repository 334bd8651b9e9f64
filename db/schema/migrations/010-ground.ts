/**
 * The first schema. Every table is declared `work` (exists only here) or `cache` (can be had again from the
 * service) in `db/schema/tables.ts`; a repair rescues the one and rebuilds the other.
 */
export const ground = {
  version: 10,
  sql: `
-- One row: whose data this is (promise 9) and how the service is reached.
CREATE TABLE connection (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  base_url TEXT NOT NULL,
  user_id TEXT NOT NULL,
  user_json TEXT NOT NULL,
  organization_json TEXT NOT NULL,
  profile_json TEXT NOT NULL,
  token TEXT,
  list_shows TEXT NOT NULL DEFAULT 'unprobed' CHECK (list_shows IN ('unprobed', 'everything', 'less')),
  canary TEXT NOT NULL DEFAULT 'untested' CHECK (canary IN ('untested', 'patches', 'replaces'))
) STRICT;

CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value_json TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE engagement (
  project TEXT PRIMARY KEY,
  name TEXT,
  client TEXT,
  added_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Who a finding is: the local identifier of one created here stays valid for ever.
CREATE TABLE finding (
  finding INTEGER PRIMARY KEY AUTOINCREMENT,
  project TEXT NOT NULL,
  local_id TEXT UNIQUE,
  service_id TEXT UNIQUE,
  CHECK (local_id IS NOT NULL OR service_id IS NOT NULL)
) STRICT;
CREATE INDEX finding_project ON finding (project);

CREATE TABLE operation (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  op TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('create', 'update', 'delete', 'bulk-status', 'bulk-delete', 'review')),
  project TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- What the whole operation carries: the status of a bulk change, the decision of a review.
  payload_json TEXT NOT NULL DEFAULT '{}'
) STRICT;

-- One row per finding of an operation. The state of the operation is derived from its rows.
CREATE TABLE operation_item (
  seq INTEGER NOT NULL REFERENCES operation (seq),
  finding INTEGER NOT NULL REFERENCES finding (finding),
  state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'done', 'conflict', 'rejected', 'unknown', 'discarded')),
  -- Counts every change of this row: a send checks it, so that an edit that arrived meanwhile is not left behind.
  revision INTEGER NOT NULL DEFAULT 0,
  -- The layer: field -> value as the person wants it.
  patch_json TEXT NOT NULL DEFAULT '{}',
  -- field -> {"value": …} as it was at the first unsent touch; {} where it was not shown.
  bases_json TEXT NOT NULL DEFAULT '{}',
  attempts INTEGER NOT NULL DEFAULT 0,
  error_status INTEGER,
  error_message TEXT,
  conflict_json TEXT,
  -- What the last attempt sent, field -> value; settles an unknown outcome by reading.
  sent_json TEXT,
  -- Identifiers a creation was answered with.
  answered_id TEXT,
  -- Awake clock (ms) and boot at which the quiet time of an unknown outcome began.
  quiet_from_ms INTEGER,
  quiet_boot TEXT,
  -- Sweeps of the engagement that were complete and began after the quiet time had passed.
  quiet_sweeps INTEGER NOT NULL DEFAULT 0,
  -- 1 where reading has finished without an answer: a person must decide.
  needs_person INTEGER NOT NULL DEFAULT 0,
  -- The record as the person saw it, for what is decided over it: a deletion, a review.
  seen_json TEXT,
  -- The record as it was read right before an update of unknown outcome: shows later whether it wiped fields.
  before_json TEXT,
  PRIMARY KEY (seq, finding)
) STRICT, WITHOUT ROWID;
CREATE INDEX operation_item_finding ON operation_item (finding, seq);
CREATE INDEX operation_item_open ON operation_item (state, seq) WHERE state NOT IN ('done', 'discarded');

-- Promise 2: committed before the first byte leaves.
CREATE TABLE attempt (
  attempt INTEGER PRIMARY KEY AUTOINCREMENT,
  seq INTEGER NOT NULL REFERENCES operation (seq),
  started_at TEXT NOT NULL,
  ended_at TEXT,
  -- The largest finding row number before the send: what a sweep shows for the first time afterwards lies above it.
  finding_before INTEGER NOT NULL DEFAULT 0,
  request_json TEXT NOT NULL,
  outcome TEXT
) STRICT;
CREATE INDEX attempt_seq ON attempt (seq);

CREATE TABLE history (
  entry INTEGER PRIMARY KEY AUTOINCREMENT,
  finding INTEGER NOT NULL REFERENCES finding (finding),
  at TEXT NOT NULL,
  what TEXT NOT NULL,
  op TEXT,
  detail_json TEXT
) STRICT;
CREATE INDEX history_finding ON history (finding, entry);

CREATE TABLE edition (
  project TEXT NOT NULL,
  edition INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  format TEXT NOT NULL,
  template TEXT NOT NULL,
  options_json TEXT NOT NULL,
  findings INTEGER NOT NULL,
  pages INTEGER,
  sha256 TEXT NOT NULL,
  snapshot_json TEXT NOT NULL,
  file BLOB NOT NULL,
  PRIMARY KEY (project, edition)
) STRICT;

-- The service's records. \`base_json\` only ever holds a state that the service had (promise 8).
CREATE TABLE record (
  finding INTEGER PRIMARY KEY REFERENCES finding (finding),
  base_json TEXT NOT NULL,
  -- 0: what came could not be read as a finding; stored raw and shown as such.
  readable INTEGER NOT NULL DEFAULT 1,
  list_hash TEXT,
  detail_hash TEXT,
  -- 1 where the list moved on (or shows less) and the detail is still to be read.
  detail_due INTEGER NOT NULL DEFAULT 0,
  first_seen_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  gone_at TEXT
) STRICT;
CREATE INDEX record_detail_due ON record (detail_due) WHERE detail_due = 1;

CREATE TABLE sweep (
  project TEXT PRIMARY KEY,
  -- Number of the last sweep begun; its parity gives the direction.
  number INTEGER NOT NULL DEFAULT 0,
  completed_at TEXT,
  -- How many sweeps have been complete, ever: a creation is sent only once there was one.
  complete_count INTEGER NOT NULL DEFAULT 0,
  page_size INTEGER,
  last_page INTEGER,
  -- Complete but for short pages followed by more rows, in a row (after three: trust confirming reads alone).
  short_paged INTEGER NOT NULL DEFAULT 0,
  held_reason TEXT,
  held_json TEXT
) STRICT, WITHOUT ROWID;

-- What a list shows of a finding: derived from record and open operations, kept in the same transaction.
CREATE TABLE list_row (
  finding INTEGER PRIMARY KEY REFERENCES finding (finding),
  project TEXT NOT NULL,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  severity TEXT NOT NULL,
  status TEXT NOT NULL,
  -- JSON array of texts.
  asset_json TEXT NOT NULL,
  candidate INTEGER NOT NULL CHECK (candidate IN (0, 1)),
  sync TEXT NOT NULL CHECK (sync IN ('synced', 'queued', 'sending', 'conflict', 'rejected', 'unknown', 'gone')),
  -- Tells whether the effective record changed or only the state of an operation; NULL: not computed yet.
  digest TEXT
) STRICT;
CREATE INDEX list_row_project ON list_row (project, sync);

-- What a query filters and sorts by, folded to one case: apart from list_row, because a query reads all of it
-- and every byte has to be decrypted. Lists of texts stand between unit separators (U+001F).
CREATE TABLE list_key (
  finding INTEGER PRIMARY KEY REFERENCES list_row (finding) ON DELETE CASCADE,
  project TEXT NOT NULL,
  severity_rank INTEGER NOT NULL,
  -- Empty where severity_rank says it all.
  severity TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  assets TEXT NOT NULL,
  tags TEXT NOT NULL,
  cwe TEXT NOT NULL,
  owasp TEXT NOT NULL,
  cvss REAL,
  -- A bit for each editable field that is not empty, in the order of the contract.
  has INTEGER NOT NULL,
  candidate INTEGER NOT NULL,
  private INTEGER NOT NULL,
  -- Position in the contract's syncStates.
  sync INTEGER NOT NULL,
  -- Milliseconds since the epoch.
  updated_ms INTEGER NOT NULL
) STRICT;

-- Findings whose full text has not caught up with their record.
CREATE TABLE text_due (
  finding INTEGER PRIMARY KEY REFERENCES list_row (finding) ON DELETE CASCADE
) STRICT;

-- Words as #domain/text/words.ts makes them; the tokenizer only parts them at blanks.
CREATE VIRTUAL TABLE finding_text USING fts5 (
  body, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 0'
);
`,
};
