import type { CommandRun } from './context.ts';

/** Every option of every command: a flag, one text, or a text that may be repeated. */
export const optionKinds = {
  home: 'text',
  json: 'flag',
  quiet: 'flag',
  debug: 'flag',
  'passphrase-fd': 'text',
  help: 'flag',
  version: 'flag',
  'base-url': 'text',
  profile: 'text',
  name: 'text',
  client: 'text',
  'pull-only': 'flag',
  'push-only': 'flag',
  'accept-missing': 'flag',
  query: 'text',
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
  'lose-unsent': 'flag',
  port: 'text',
  open: 'flag',
} as const satisfies Record<string, 'flag' | 'text' | 'texts'>;
export type OptionName = keyof typeof optionKinds;

/** Options that stand anywhere, with any command. */
export const globalOptions: readonly OptionName[] = [
  'home',
  'json',
  'quiet',
  'debug',
  'passphrase-fd',
  'help',
  'version',
];

export interface Command {
  readonly words: readonly string[];
  readonly usage: string;
  readonly summary: string;
  readonly positionals: { readonly min: number; readonly max: number };
  readonly options: readonly OptionName[];
  /** Loaded when it runs: a start must not pay for the other commands. */
  readonly load: () => Promise<CommandRun>;
}

const none = { min: 0, max: 0 };
const one = { min: 1, max: 1 };
const changes: readonly OptionName[] = ['set', 'set-json', 'set-file'];

/** Every command that works, in the order of the help. */
export const commands: readonly Command[] = [
  {
    words: ['connect'],
    usage: 'connect --base-url URL [--profile FILE]',
    summary: 'Connect this home with the service; the token comes from DOSSIER_TOKEN or a prompt.',
    positionals: none,
    options: ['base-url', 'profile'],
    load: async () => (await import('./commands/connection.ts')).connect,
  },
  {
    words: ['whoami'],
    usage: 'whoami',
    summary: 'Show the user and organization that the token belongs to.',
    positionals: none,
    options: [],
    load: async () => (await import('./commands/connection.ts')).whoami,
  },
  {
    words: ['disconnect'],
    usage: 'disconnect',
    summary: 'Forget the credentials; findings and queue stay.',
    positionals: none,
    options: [],
    load: async () => (await import('./commands/connection.ts')).disconnect,
  },
  {
    words: ['engagement', 'add'],
    usage: 'engagement add PROJECT [--name N] [--client C]',
    summary: 'Take a project of the service along.',
    positionals: one,
    options: ['name', 'client'],
    load: async () => (await import('./commands/engagements.ts')).add,
  },
  {
    words: ['engagement', 'list'],
    usage: 'engagement list',
    summary: 'List the engagements of this home.',
    positionals: none,
    options: [],
    load: async () => (await import('./commands/engagements.ts')).list,
  },
  {
    words: ['engagement', 'destroy'],
    usage: 'engagement destroy PROJECT --yes [--lose-unsent]',
    summary: 'Destroy all that this home holds of an engagement, for good; the service keeps what it has.',
    positionals: one,
    options: ['yes', 'lose-unsent'],
    load: async () => (await import('./commands/destroy.ts')).destroy,
  },
  {
    words: ['sync'],
    usage: 'sync [PROJECT…] [--pull-only] [--push-only] [--accept-missing]',
    summary: 'Send what is queued, then read every engagement.',
    positionals: { min: 0, max: Infinity },
    options: ['pull-only', 'push-only', 'accept-missing'],
    load: async () => (await import('./commands/sync.ts')).sync,
  },
  {
    words: ['findings'],
    usage: 'findings PROJECT [--query Q] [--sort FIELD[:desc]] [--limit N]',
    summary: 'List findings as they are with your edits; works offline.',
    positionals: one,
    options: ['query', 'sort', 'limit'],
    load: async () => (await import('./commands/findings.ts')).list,
  },
  {
    words: ['finding'],
    usage: 'finding ID',
    summary: 'Show one finding.',
    positionals: one,
    options: [],
    load: async () => (await import('./commands/findings.ts')).show,
  },
  {
    words: ['edit'],
    usage: 'edit ID --set FIELD=TEXT… --set-json FIELD=JSON… --set-file FIELD=PATH…',
    summary: 'Queue an edit.',
    positionals: one,
    options: changes,
    load: async () => (await import('./commands/edits.ts')).edit,
  },
  {
    words: ['create'],
    usage: 'create PROJECT --from FILE.json',
    summary: 'Queue new findings: one object or an array ("-" reads standard input).',
    positionals: one,
    options: ['from'],
    load: async () => (await import('./commands/edits.ts')).create,
  },
  {
    words: ['delete'],
    usage: 'delete ID… --yes',
    summary: 'Queue deletions, one operation each; an unsent creation is cancelled instead.',
    positionals: { min: 1, max: Infinity },
    options: ['yes'],
    load: async () => (await import('./commands/removal.ts')).remove,
  },
  {
    words: ['set-status'],
    usage: 'set-status STATUS ID…   or   set-status STATUS --project P --query Q --yes',
    summary: 'Queue a change of status of any number of findings.',
    positionals: { min: 1, max: Infinity },
    options: ['project', 'query', 'yes'],
    load: async () => (await import('./commands/bulk.ts')).setStatus,
  },
  {
    words: ['bulk-delete'],
    usage: 'bulk-delete ID… --yes   or   bulk-delete --project P --query Q --yes',
    summary: 'Queue the deletion of any number of findings as one operation.',
    positionals: { min: 0, max: Infinity },
    options: ['project', 'query', 'yes'],
    load: async () => (await import('./commands/bulk.ts')).bulkDelete,
  },
  {
    words: ['review'],
    usage: 'review ID accept|reject [--comment C]',
    summary: 'Queue a decision on a candidate, over the version that is here.',
    positionals: { min: 2, max: 2 },
    options: ['comment'],
    load: async () => (await import('./commands/review.ts')).review,
  },
  {
    words: ['queue'],
    usage: 'queue',
    summary: 'List every operation that is neither done nor discarded.',
    positionals: none,
    options: [],
    load: async () => (await import('./commands/queue.ts')).list,
  },
  {
    words: ['resolve'],
    usage: 'resolve OP mine|theirs   or   resolve OP --set FIELD=TEXT…',
    summary: 'Settle a conflict.',
    positionals: { min: 1, max: 2 },
    options: changes,
    load: async () => (await import('./commands/queue.ts')).resolve,
  },
  {
    words: ['retry'],
    usage: 'retry OP',
    summary: 'Send a rejected or unknown operation again.',
    positionals: one,
    options: [],
    load: async () => (await import('./commands/queue.ts')).retry,
  },
  {
    words: ['discard'],
    usage: 'discard OP --yes',
    summary: 'Drop an operation; it stays in the history.',
    positionals: one,
    options: ['yes'],
    load: async () => (await import('./commands/queue.ts')).discard,
  },
  {
    words: ['history'],
    usage: 'history ID',
    summary: 'Tell what happened to a finding.',
    positionals: one,
    options: [],
    load: async () => (await import('./commands/findings.ts')).history,
  },
  {
    words: ['check'],
    usage: 'check PROJECT',
    summary: 'Check what would go out: errors stop a report (exit 3), warnings are for you to judge.',
    positionals: one,
    options: [],
    load: async () => (await import('./commands/check.ts')).check,
  },
  {
    words: ['report'],
    usage: 'report PROJECT --out FILE [--format F] [--edition N] [--force]',
    summary: 'Write the report (PDF); every export is kept as an edition.',
    positionals: one,
    options: ['out', 'format', 'edition', 'force'],
    load: async () => (await import('./commands/report.ts')).report,
  },
  {
    words: ['diagnostics'],
    usage: 'diagnostics',
    summary: "Tell versions, counts, sizes and settings, without a client's word, for whoever is to help.",
    positionals: none,
    options: [],
    load: async () => (await import('./commands/diagnostics.ts')).diagnostics,
  },
  {
    words: ['demo'],
    usage: 'demo [--out DIR]',
    summary: 'Play the main job end to end against a sample service, with no account.',
    positionals: none,
    options: ['out'],
    load: async () => (await import('./demo.ts')).demo,
  },
  {
    words: ['serve'],
    usage: 'serve [--port N] [--open]',
    summary: 'Open the whole application in the local browser, until Ctrl-C.',
    positionals: none,
    options: ['port', 'open'],
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    words: ['help'],
    usage: 'help [COMMAND]',
    summary: 'Show this, or how one command is used.',
    positionals: { min: 0, max: 2 },
    options: [],
    load: async () => (await import('./commands/help.ts')).help,
  },
];
