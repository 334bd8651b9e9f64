/**
 * What a table is for. `work`: exists only here, a repair rescues every row. `cache`: the service has it and the
 * next sweep brings it back. `derived`: computed from the others.
 */
type TableKind = 'work' | 'cache' | 'derived';

/** Every table of the newest schema, parents before those that refer to them. */
export const tables = {
  connection: 'work',
  engagement: 'work',
  engagement_setting: 'work',
  finding: 'work',
  operation: 'work',
  operation_item: 'work',
  assistant_answer: 'work',
  attempt: 'work',
  history: 'work',
  edition: 'work',
  edition_piece: 'work',
  theme: 'work',
  theme_file: 'work',
  word_template: 'work',
  report_finding: 'work',
  report_group_number: 'work',
  evidence: 'work',
  evidence_content: 'work',
  evidence_annotation: 'work',
  evidence_drawn: 'work',
  edition_image: 'work',
  retest_round: 'work',
  retest_verdict: 'work',
  evidence_round: 'work',
  setting: 'work',
  saved_view: 'work',
  looked: 'work',
  held: 'work',
  altered_value: 'work',
  former_id: 'work',
  working_state: 'work',
  assignee: 'work',
  ready_snapshot: 'work',
  comment: 'work',
  spelling_word: 'work',
  dictionary: 'work',
  edit_step: 'work',
  bulk_action: 'work',
  bulk_item: 'work',
  finding_origin: 'work',
  destruction: 'work',
  rotation: 'work',
  activity_note: 'work',
  record: 'cache',
  sweep: 'cache',
  list_page: 'cache',
  list_row: 'derived',
  list_key: 'derived',
  text_due: 'derived',
  finding_text: 'derived',
  text_start: 'derived',
  text_unstarted: 'derived',
  mark: 'derived',
  // The way back of an answer. A repair forgets it: the queue may be an older one then.
  settled: 'derived',
} as const satisfies Record<string, TableKind>;

/** Tables with work that only an older schema has; a store is repaired before it is migrated. */
const formerWorkTables = ['engagement_facts', 'report_settings', 'engagement_spelling'];

/** The tables that a repair rescues, in the order in which their rows can be written. */
export const workTables: readonly string[] = [
  ...Object.entries(tables)
    .filter(([, kind]) => kind === 'work')
    .map(([name]) => name),
  ...formerWorkTables,
];
