import type { CommandRun } from './context.ts';

/**
 * Every option of every command: a flag, one text, a text that may be repeated, or ids: as many as follow, and repeated.
 */
export const optionKinds = {
  home: 'text',
  json: 'flag',
  quiet: 'flag',
  debug: 'flag',
  'passphrase-fd': 'text',
  'token-for': 'text',
  help: 'flag',
  version: 'flag',
  'base-url': 'text',
  profile: 'text',
  name: 'text',
  client: 'text',
  diff: 'flag',
  'pull-only': 'flag',
  'push-only': 'flag',
  'accept-missing': 'flag',
  'try-anyway': 'flag',
  query: 'text',
  include: 'ids',
  exclude: 'ids',
  skip: 'text',
  group: 'text',
  'group-requests': 'text',
  to: 'text',
  sort: 'text',
  limit: 'text',
  set: 'texts',
  'set-json': 'texts',
  'set-file': 'texts',
  from: 'text',
  yes: 'flag',
  project: 'text',
  comment: 'text',
  out: 'text',
  format: 'text',
  edition: 'text',
  force: 'flag',
  draft: 'flag',
  template: 'text',
  language: 'text',
  theme: 'text',
  'word-template': 'text',
  'page-size': 'text',
  title: 'text',
  sections: 'text',
  finding: 'text',
  against: 'text',
  round: 'text',
  reset: 'text',
  'no-mask': 'flag',
  'whole-bodies': 'flag',
  'cut-bodies': 'text',
  'embed-json': 'flag',
  delimiter: 'text',
  decimal: 'text',
  'no-bom': 'flag',
  'project-id': 'flag',
  map: 'text',
  'min-severity': 'text',
  closed: 'text',
  'dry-run': 'flag',
  'other-members': 'flag',
  comments: 'flag',
  'list-findings': 'text',
  sentences: 'text',
  assets: 'text',
  partial: 'flag',
  rule: 'text',
  ignore: 'texts',
  heed: 'texts',
  'password-file': 'text',
  masks: 'flag',
  'lose-unsent': 'flag',
  begins: 'text',
  ends: 'text',
  note: 'text',
  text: 'text',
  'text-file': 'text',
  at: 'text',
  who: 'text',
  'pending-retest': 'flag',
  'set-status': 'flag',
  image: 'texts',
  caption: 'texts',
  email: 'text',
  'password-fd': 'text',
  'new-passphrase-fd': 'text',
  confirm: 'text',
  other: 'flag',
  field: 'texts',
  port: 'text',
  open: 'flag',
  again: 'text',
  settled: 'flag',
  kind: 'text',
  outcome: 'text',
  since: 'text',
  until: 'text',
  titles: 'flag',
  quote: 'text',
  all: 'flag',
  reopen: 'flag',
} as const satisfies Record<string, 'flag' | 'text' | 'texts' | 'ids'>;

/** The name of an option, without its dashes. */
export type OptionName = keyof typeof optionKinds;

/** Options that stand anywhere, with any command. */
export const globalOptions: readonly OptionName[] = [
  'home',
  'json',
  'quiet',
  'debug',
  'passphrase-fd',
  'token-for',
  'help',
  'version',
];

/** One command as help and the reading of arguments know it. */
export interface Command {
  /** What it is called by, word by word: `report`, `settings`. */
  readonly words: readonly string[];
  readonly usage: string;
  readonly summary: string;
  readonly positionals: { readonly min: number; readonly max: number };
  readonly options: readonly OptionName[];
  /** Whether it makes a vault if there is none. Every other command refuses then, so that a mistyped path is told. */
  readonly makesVault?: true;
  /** Loaded when it runs: a start must not pay for the other commands. */
  readonly load: () => Promise<CommandRun>;
}
