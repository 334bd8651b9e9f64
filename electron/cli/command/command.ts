import { chapterKeys, templates } from '#contract/deliverable/template.ts';
import { checkCodes } from '#contract/procedures/deliverables/preflight.ts';
import type { CommandRun } from './context.ts';

/** What an option is, for help and for the reading of arguments. */
interface OptionEntry {
  /** A flag, one text, a text that may be repeated, or ids: as many as follow, and repeated. */
  readonly kind: 'flag' | 'text' | 'texts' | 'ids';
  /** One letter that stands for it behind a single dash. */
  readonly short?: string;
  /** What stands for its value in help. */
  readonly value?: string;
  /** All that it takes, if that is little. */
  readonly values?: readonly string[];
  /** A sentence that holds for each command that takes it. */
  readonly summary: string;
}

/** Every option of every command. */
export const optionTable = {
  home: {
    kind: 'text',
    value: 'DIR',
    summary: 'Folder of the vault; else DOSSIER_HOME, else the folder for application data.',
  },
  json: { kind: 'flag', summary: 'One JSON document on standard output, errors too.' },
  quiet: { kind: 'flag', short: 'q', summary: 'No progress and no messages.' },
  'no-color': { kind: 'flag', summary: 'No colors; as NO_COLOR.' },
  debug: { kind: 'flag', summary: 'More about errors.' },
  'passphrase-fd': { kind: 'text', value: 'N', summary: 'Read the passphrase from this file descriptor.' },
  'token-for': {
    kind: 'text',
    value: 'URL',
    summary: 'Let DOSSIER_TOKEN go to this address too, not only to that of its first use.',
  },
  help: { kind: 'flag', short: 'h', summary: 'Show how the command is used.' },
  version: { kind: 'flag', short: 'V', summary: 'Show the version.' },
  'base-url': {
    kind: 'text',
    value: 'URL',
    summary: 'Address of the service, such as https://api.example.test.',
  },
  profile: {
    kind: 'text',
    value: 'FILE',
    summary: 'What this service calls its statuses and fields, as JSON.',
  },
  name: { kind: 'text', value: 'NAME', summary: 'Name to show.' },
  client: { kind: 'text', value: 'NAME', summary: 'Name of the client.' },
  diff: { kind: 'flag', summary: 'Show what each change would change.' },
  'pull-only': { kind: 'flag', summary: 'Only fetch.' },
  service: { kind: 'flag', summary: 'Ask the service, not only this vault.' },
  'push-only': { kind: 'flag', summary: 'Only send.' },
  'accept-missing': { kind: 'flag', summary: 'Take many findings that are gone on the service as gone.' },
  'try-anyway': { kind: 'flag', summary: 'Ask the service although it asked to wait.' },
  query: { kind: 'text', value: 'QUERY', summary: 'Findings that this query finds, such as severity:high.' },
  include: { kind: 'ids', value: 'ID', summary: 'These findings too, whatever the query says.' },
  exclude: { kind: 'ids', value: 'ID', summary: 'All but these.' },
  skip: {
    kind: 'text',
    value: 'KINDS',
    summary: 'Leave out drafts, false-positives, both with a comma, or none.',
  },
  group: {
    kind: 'text',
    value: 'BY',
    values: ['title', 'rule', 'cwe', 'none'],
    summary: 'Equal findings as one: title, rule, cwe or none.',
  },
  'group-requests': { kind: 'text', value: 'N', summary: 'Requests of this many places of a group, or all.' },
  to: { kind: 'text', value: 'PLACE', summary: 'Place within its severity, counted from 1.' },
  sort: { kind: 'text', value: 'FIELD[:desc]', summary: 'Order by this field.' },
  limit: { kind: 'text', value: 'N', summary: 'Show this many at most.' },
  set: { kind: 'texts', value: 'FIELD=TEXT', summary: 'Set a field to a text.' },
  'set-json': {
    kind: 'texts',
    value: 'FIELD=JSON',
    summary: 'Set a field to a list, a number or another JSON value.',
  },
  'set-file': { kind: 'texts', value: 'FIELD=PATH', summary: 'Set a field to the text of a file.' },
  from: { kind: 'text', value: 'FILE', summary: 'File to read; "-" is standard input.' },
  yes: { kind: 'flag', summary: 'Do it without a question.' },
  'as-typed': { kind: 'flag', summary: 'Take a severity, status or CVSS that is not known here.' },
  project: { kind: 'text', value: 'PROJECT', summary: 'Of this engagement.' },
  comment: { kind: 'text', value: 'TEXT', summary: 'Reason that goes with the decision.' },
  out: { kind: 'text', value: 'FILE', summary: 'File to write.' },
  format: { kind: 'text', value: 'FORMAT', summary: 'Format, if the name of the file does not tell it.' },
  edition: { kind: 'text', value: 'N', summary: 'Write an edition again as it went out.' },
  force: {
    kind: 'flag',
    summary: 'Write over a file that is there; with report, also go on if the check finds errors.',
  },
  draft: { kind: 'flag', summary: 'Write a draft, though nothing is unfinished.' },
  template: {
    kind: 'text',
    value: 'NAME',
    values: templates,
    summary: 'What is written: technical, executive, retest, single, by-asset or a letter.',
  },
  language: {
    kind: 'text',
    value: 'LANGUAGE',
    values: ['en', 'de'],
    summary: 'Language of the headings: en or de.',
  },
  theme: { kind: 'text', value: 'NAME', summary: 'How it looks; "dossier theme list" has the names.' },
  'word-template': {
    kind: 'text',
    value: 'NAME',
    summary: 'Template for Word; "dossier template list" has the names.',
  },
  'page-size': { kind: 'text', value: 'SIZE', values: ['A4', 'Letter'], summary: 'A4 or Letter.' },
  title: { kind: 'text', value: 'TEXT', summary: 'Title on the cover.' },
  sections: {
    kind: 'text',
    value: 'NAMES',
    values: chapterKeys,
    summary: 'Sections in their order, with commas; -NAME leaves one out.',
  },
  finding: { kind: 'text', value: 'ID', summary: 'Of this finding.' },
  against: { kind: 'text', value: 'N', summary: 'Tell what is new and changed since this edition.' },
  round: { kind: 'text', value: 'N', summary: 'Round of retests that is reported.' },
  reset: { kind: 'text', value: 'NAMES', summary: 'Settings that get their defaults again, with commas.' },
  'no-mask': { kind: 'flag', summary: 'Print what is masked: passwords, tokens, cookies.' },
  'whole-bodies': { kind: 'flag', summary: 'Print requests and responses whole.' },
  'cut-bodies': {
    kind: 'text',
    value: 'BYTES',
    summary: 'Cut bodies of requests and responses after this many bytes.',
  },
  'embed-json': { kind: 'flag', summary: 'Put the findings as JSON into the PDF.' },
  delimiter: { kind: 'text', value: 'SIGN', summary: 'What parts the columns of CSV.' },
  decimal: {
    kind: 'text',
    value: 'SIGN',
    values: ['point', 'comma'],
    summary: 'point or comma, in numbers of CSV.',
  },
  'no-bom': { kind: 'flag', summary: 'CSV without a mark of its encoding.' },
  'project-id': { kind: 'flag', summary: 'Print the ID of the engagement on the cover.' },
  map: { kind: 'text', value: 'FILE', summary: 'Which column of a CSV file is what, as JSON.' },
  'min-severity': { kind: 'text', value: 'SEVERITY', summary: 'Leave out what is below.' },
  closed: {
    kind: 'text',
    value: 'DECISION',
    values: ['leave', 'reopen', 'retest'],
    summary: 'Closed findings that are found again: leave, reopen or retest.',
  },
  'map-severity': {
    kind: 'texts',
    value: 'TOOL:SEVERITY=NAME',
    summary: 'What a severity of a tool becomes; nothing behind the sign: the one of the same name.',
  },
  'dry-run': { kind: 'flag', summary: 'Show what would be queued, and queue nothing.' },
  'other-members': { kind: 'flag', summary: 'Print members that Dossier does not know, also in CSV.' },
  comments: { kind: 'flag', summary: 'Print comments.' },
  'list-findings': {
    kind: 'text',
    value: 'WHICH',
    values: ['all', 'high', 'none'],
    summary: 'Findings in the summary: all, high or none.',
  },
  sentences: {
    kind: 'text',
    value: 'ANSWER',
    values: ['yes', 'no'],
    summary: 'A sentence for each finding in the summary: yes or no.',
  },
  assets: {
    kind: 'text',
    value: 'HOW',
    values: ['joined', 'each'],
    summary: 'One row for each finding (joined) or for each asset (each).',
  },
  partial: { kind: 'flag', summary: 'Take the valid ones if some are not.' },
  rule: { kind: 'text', value: 'RULE', values: checkCodes, summary: 'Only what this rule found.' },
  ignore: {
    kind: 'texts',
    value: 'RULE[@ID]',
    summary: 'Accept this warning, everywhere or at one finding.',
  },
  heed: { kind: 'texts', value: 'RULE[@ID]', summary: 'Show an accepted warning again.' },
  'password-file': {
    kind: 'text',
    value: 'FILE',
    summary: 'Protect the PDF with the password in this file.',
  },
  masks: { kind: 'flag', summary: 'List what is masked.' },
  'lose-unsent': { kind: 'flag', summary: 'Although changes were not sent.' },
  begins: { kind: 'text', value: 'DAY', summary: 'First day, such as 2026-11-21.' },
  ends: { kind: 'text', value: 'DAY', summary: 'Last day.' },
  note: { kind: 'text', value: 'TEXT', summary: 'Note.' },
  text: { kind: 'text', value: 'TEXT', summary: 'The text.' },
  'text-file': { kind: 'text', value: 'FILE', summary: 'The text, from a file.' },
  at: { kind: 'text', value: 'DAY', summary: 'Day of the verdict, such as 2026-11-21.' },
  who: { kind: 'text', value: 'NAME', summary: 'Who retested.' },
  'pending-retest': { kind: 'flag', summary: 'Set the status that asks for a retest.' },
  'set-status': { kind: 'flag', summary: 'Set the status that goes with the verdict.' },
  image: { kind: 'texts', value: 'FILE', summary: 'Image to attach.' },
  caption: { kind: 'texts', value: 'TEXT', summary: 'Caption of the image before it.' },
  email: { kind: 'text', value: 'ADDRESS', summary: 'E-mail address of the account.' },
  'password-fd': { kind: 'text', value: 'N', summary: 'Read the password from this file descriptor.' },
  'new-passphrase-fd': {
    kind: 'text',
    value: 'N',
    summary: 'Read the new passphrase from this file descriptor.',
  },
  confirm: {
    kind: 'text',
    value: 'WORDS',
    summary: 'The words that confirm it, as the question names them.',
  },
  other: { kind: 'flag', summary: 'Of someone else: their store is opened.' },
  field: { kind: 'texts', value: 'NAME', summary: 'Field, by its name.' },
  port: { kind: 'text', value: 'N', summary: 'Port on this computer.' },
  open: { kind: 'flag', summary: 'Open the browser.' },
  again: { kind: 'text', value: 'OP', summary: 'Ask once more, though this question may have run.' },
  settled: { kind: 'flag', summary: 'Those that were accepted or discarded too.' },
  kind: { kind: 'text', value: 'KIND', summary: 'Changes of this kind.' },
  outcome: { kind: 'text', value: 'OUTCOME', summary: 'Changes that ended so.' },
  since: {
    kind: 'text',
    value: 'DAY',
    summary: 'From this day on: 2026-11-21, yesterday, 7d, 2w or a moment with its zone.',
  },
  until: { kind: 'text', value: 'DAY', summary: 'Up to this day, written as for --since.' },
  titles: { kind: 'flag', summary: 'With the titles of findings.' },
  quote: { kind: 'text', value: 'WORDS', summary: 'Words of the field that it is about.' },
  all: { kind: 'flag', summary: 'All of them.' },
  reopen: { kind: 'flag', summary: 'Open them again.' },
} as const satisfies Record<string, OptionEntry>;

/** The name of an option, without its dashes. */
export type OptionName = keyof typeof optionTable;

/** Options that stand anywhere, with any command. */
export const globalOptions: readonly OptionName[] = [
  'home',
  'json',
  'quiet',
  'no-color',
  'debug',
  'passphrase-fd',
  'token-for',
  'help',
  'version',
];

/** What stands for an argument in help, and of which kind it is. */
export const positionalKinds = {
  PROJECT: 'project',
  'NEW-ID': 'word',
  ID: 'finding',
  OP: 'change',
  FILE: 'file',
  FOLDER: 'folder',
  ROUND: 'round',
  NOTICE: 'notice',
  PROXY: 'word',
  QUERY: 'query',
  STATUS: 'status',
  DECISION: 'word',
  STATE: 'word',
  FIELD: 'field',
  COMMENT: 'comment',
  SIDE: 'word',
  VERDICT: 'word',
  NAME: 'name',
  N: 'edition',
  M: 'edition',
  COMMAND: 'command',
  SHELL: 'word',
} as const satisfies Record<string, string>;

/** An argument of a command, by its place. */
export interface Positional {
  readonly name: keyof typeof positionalKinds;
  readonly optional?: true;
  /** May be left out: then it is DOSSIER_PROJECT, or the only engagement of the vault. For commands that only read. */
  readonly hasDefault?: true;
  /** It takes what follows too; the last one alone. */
  readonly repeats?: true;
}

/** One command as help and the reading of arguments know it. */
export interface Command {
  /** What it is called by, word by word: `report`, `settings`. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly positionals: readonly Positional[];
  /** Options without which it does nothing, each of them in `options` too. */
  readonly required?: readonly OptionName[];
  readonly options: readonly OptionName[];
  /** Options with which it changes something, so that its PROJECT has no default. */
  readonly changesWith?: readonly OptionName[];
  /** How it is typed, behind `dossier`; the simplest first. */
  readonly examples: readonly [string, ...string[]];
  /** Whether it makes a vault if there is none. Every other command refuses then, so that a mistyped path is told. */
  readonly makesVault?: true;
  /** Loaded when it runs: a start must not pay for the other commands. */
  readonly load: () => Promise<CommandRun>;
}
