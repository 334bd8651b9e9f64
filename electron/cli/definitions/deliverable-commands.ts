import type { Command, OptionName } from '../command/command.ts';

const none = { min: 0, max: 0 };
const one = { min: 1, max: 1 };
/** Which findings it prints. */
const selection: readonly OptionName[] = ['query', 'include', 'exclude', 'skip'];
/** How a deliverable is put together. */
const choices: readonly OptionName[] = [
  ...selection,
  ...(['template', 'sections', 'language', 'theme', 'page-size'] as const),
  ...(['title', 'finding', 'against', 'round', 'draft', 'assets', 'delimiter', 'decimal', 'no-bom'] as const),
  ...(['project-id', 'other-members', 'comments', 'list-findings'] as const),
];

/** The commands of retests, of the check, and of reports with their themes and editions. */
export const deliverableCommands: readonly Command[] = [
  {
    words: ['retest'],
    usage: 'retest PROJECT',
    summary: 'List the rounds of retests, and how many findings have which verdict.',
    positionals: one,
    options: [],
    load: async () => (await import('../commands/deliverables/retest.ts')).list,
  },
  {
    words: ['retest', 'show'],
    usage: 'retest show PROJECT ROUND',
    summary: 'Show what a round found out about each finding.',
    positionals: { min: 2, max: 2 },
    options: [],
    load: async () => (await import('../commands/deliverables/retest.ts')).show,
  },
  {
    words: ['retest', 'add'],
    usage: 'retest add PROJECT [--name N] [--begins DAY] [--ends DAY] [--note T]',
    summary: 'Begin a round of retests; days are written 2026-11-21.',
    positionals: one,
    options: ['name', 'begins', 'ends', 'note'],
    load: async () => (await import('../commands/deliverables/retest.ts')).add,
  },
  {
    words: ['retest', 'change'],
    usage: 'retest change PROJECT ROUND [--name N] [--begins DAY] [--ends DAY] [--note T]',
    summary: 'Change the name, the days or the note of a round.',
    positionals: { min: 2, max: 2 },
    options: ['name', 'begins', 'ends', 'note'],
    load: async () => (await import('../commands/deliverables/retest.ts')).change,
  },
  {
    words: ['retest', 'set'],
    usage:
      'retest set PROJECT ROUND VERDICT ID… [--text T | --text-file F] [--at DAY] [--who N] [--image F [--caption T]]… [--pending-retest | --set-status]   or   … --query Q --yes',
    summary: 'Say what a round found: fixed, partly, open or not-retested; images go with one finding.',
    positionals: { min: 3, max: Infinity },
    options: [
      'query',
      'yes',
      'text',
      'text-file',
      'at',
      'who',
      'image',
      'caption',
      'pending-retest',
      'set-status',
    ],
    load: async () => (await import('../commands/deliverables/retest.ts')).set,
  },
  {
    words: ['retest', 'clear'],
    usage: 'retest clear PROJECT ROUND ID…   or   retest clear PROJECT ROUND --query Q --yes',
    summary: 'Clear verdicts of a round.',
    positionals: { min: 2, max: Infinity },
    options: ['query', 'yes'],
    load: async () => (await import('../commands/deliverables/retest.ts')).clear,
  },
  {
    words: ['retest', 'undo'],
    usage: 'retest undo PROJECT',
    summary: 'Undo the last verdicts that were set; each time, one step further back.',
    positionals: one,
    options: [],
    load: async () => (await import('../commands/deliverables/retest.ts')).undo,
  },
  {
    words: ['retest', 'remove'],
    usage: 'retest remove PROJECT ROUND [--yes]',
    summary: 'Remove a round; what it holds goes with it.',
    positionals: { min: 2, max: 2 },
    options: ['yes'],
    load: async () => (await import('../commands/deliverables/retest.ts')).remove,
  },
  {
    words: ['check'],
    usage:
      'check PROJECT [--query Q] [--include ID…] [--exclude ID…] [--skip KINDS] [--rule R] [--ignore R[@ID]] [--heed R[@ID]] [--masks] [--no-mask] [--whole-bodies | --cut-bodies BYTES]',
    summary: 'Check what would go out: errors (exit 3) stop a report, warnings are for you to judge.',
    positionals: one,
    options: ['rule', 'ignore', 'heed', 'masks', 'no-mask', 'whole-bodies', 'cut-bodies', ...selection],
    load: async () => (await import('../commands/deliverables/check.ts')).check,
  },
  {
    words: ['report'],
    usage:
      'report PROJECT --out FILE [--format F] [--edition N] [--query Q] [--include ID…] [--exclude ID…] [--skip drafts,false-positives|none] [--template T] [--sections A,B,-C] [--language L] [--theme T] [--page-size P] [--title T] [--finding ID] [--against EDITION] [--round N] [--password-file F] [--embed-json] [--assets joined|each] [--delimiter D] [--decimal point|comma] [--no-bom] [--project-id] [--other-members] [--comments] [--list-findings all|high|none] [--no-mask] [--whole-bodies | --cut-bodies BYTES] [--draft] [--force] [--yes]',
    summary:
      'Write the report (PDF, Word, HTML, Excel, CSV, JSON or Markdown); every export is kept as an edition.',
    positionals: one,
    options: [
      ...(['out', 'format', 'edition', 'password-file', 'embed-json', 'force', 'yes'] as const),
      ...(['no-mask', 'whole-bodies', 'cut-bodies'] as const),
      ...choices,
    ],
    load: async () => (await import('../commands/deliverables/report.ts')).report,
  },
  {
    words: ['report', 'settings'],
    usage:
      'report settings PROJECT [--query Q] [--include ID…] [--exclude ID…] [--skip drafts,false-positives|none] [--template T] [--sections A,B,-C] [--language L] [--theme T] [--page-size P] [--title T] [--finding ID] [--against EDITION] [--round N] [--assets joined|each] [--delimiter D] [--decimal point|comma] [--no-bom] [--project-id] [--other-members] [--comments] [--list-findings all|high|none] [--draft] [--reset A,B]',
    summary: 'Show or keep how the reports of an engagement are put together.',
    positionals: one,
    options: [...choices, 'reset'],
    load: async () => (await import('../commands/deliverables/report-settings.ts')).settings,
  },
  {
    words: ['report', 'order'],
    usage: 'report order PROJECT [ID --to PLACE | --reset order]',
    summary:
      'List the findings as a report prints them; move one within its severity, or order by score again.',
    positionals: { min: 1, max: 2 },
    options: ['to', 'reset'],
    load: async () => (await import('../commands/deliverables/report-order.ts')).order,
  },
  {
    words: ['report', 'renumber'],
    usage: 'report renumber PROJECT [--yes]',
    summary: 'Forget the numbers (H1, H2) that went out; the next edition counts anew.',
    positionals: one,
    options: ['yes'],
    load: async () => (await import('../commands/deliverables/report-order.ts')).renumber,
  },
  {
    words: ['theme', 'list'],
    usage: 'theme list',
    summary: 'List the themes of this vault: how reports can look.',
    positionals: none,
    options: [],
    load: async () => (await import('../commands/deliverables/theme.ts')).list,
  },
  {
    words: ['theme', 'check'],
    usage: 'theme check FILE',
    summary: 'Check a theme (JSON), line by line.',
    positionals: one,
    options: [],
    load: async () => (await import('../commands/deliverables/theme.ts')).check,
  },
  {
    words: ['theme', 'add'],
    usage: 'theme add FILE',
    summary: 'Keep a theme with its logo and fonts, in place of one of the same name.',
    positionals: one,
    options: [],
    load: async () => (await import('../commands/deliverables/theme.ts')).add,
  },
  {
    words: ['theme', 'show'],
    usage: 'theme show NAME',
    summary: 'Print a theme as a file that holds its logo and fonts.',
    positionals: one,
    options: [],
    load: async () => (await import('../commands/deliverables/theme.ts')).show,
  },
  {
    words: ['theme', 'remove'],
    usage: 'theme remove NAME',
    summary: 'Remove a theme from this vault.',
    positionals: one,
    options: [],
    load: async () => (await import('../commands/deliverables/theme.ts')).remove,
  },
  {
    words: ['edition', 'list'],
    usage: 'edition list PROJECT',
    summary: 'List the editions of an engagement: every report that was exported.',
    positionals: one,
    options: [],
    load: async () => (await import('../commands/deliverables/editions.ts')).list,
  },
  {
    words: ['edition', 'compare'],
    usage: 'edition compare PROJECT N M',
    summary: 'Show what is new, changed and no longer reported from edition N to edition M.',
    positionals: { min: 3, max: 3 },
    options: [],
    load: async () => (await import('../commands/deliverables/editions.ts')).compare,
  },
];
