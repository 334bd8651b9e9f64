import { DossierError } from '#contract/error.ts';
import { plain } from '../output/text.ts';
import { wrong, type Arguments } from './arguments.ts';
import { optionTable } from './command.ts';
import { commandLine } from './command-line.ts';
import type { CommandContext } from './context.ts';
import { explainUnknown } from './unknown-names.ts';
import { usageOf, valueOf } from './usage.ts';
import { withWholeIds } from './whole-ids.ts';

/**
 * Runs a command, with the default of a PROJECT that was left out.
 * @returns its exit code
 * @throws (rejects) DossierError, which says of a name that is not there what was probably meant
 */
export async function runCommand(context: CommandContext, env: NodeJS.ProcessEnv): Promise<number> {
  const { args, commands } = context;
  const asksHelp = args.flag('help');
  const run = await (asksHelp ? commands.find(({ words }) => words[0] === 'help') : args.command)?.load();
  if (run === undefined) return 0;
  if (asksHelp) return run(context);
  const named = args.lacksProject ? { ...context, args: await withProject(context, env) } : context;
  const whole = { ...named, args: await withWholeIds(named) };
  try {
    return await run(whole);
  } catch (error) {
    if (!(error instanceof DossierError)) throw error;
    if (isTyped(error, whole.args)) throw wrong(error.message, args.command);
    throw await explainUnknown(error, whole);
  }
}

/** The arguments with DOSSIER_PROJECT or the only engagement as PROJECT. @throws DossierError `usage` if there are several */
async function withProject({ args, call, out }: CommandContext, env: NodeJS.ProcessEnv): Promise<Arguments> {
  const engagements = await call('engagement.list', {});
  const behind = projectBehindIds(
    args,
    engagements.map(({ project }) => project),
  );
  if (behind !== null) return behind;
  const named = env['DOSSIER_PROJECT'];
  if (named !== undefined && named !== '') {
    out.note(`Engagement: ${plain(named)} (DOSSIER_PROJECT)`);
    return { ...args, positionals: [named, ...args.positionals], lacksProject: false };
  }
  const [only] = engagements;
  if (only === undefined || engagements.length > 1) {
    const there =
      only === undefined
        ? `There is no engagement here yet: ${commandLine('engagement', 'add', 'PROJECT')}`
        : `There are ${String(engagements.length)} engagements, and DOSSIER_PROJECT names none: ${commandLine('engagement', 'list')}`;
    const usage = args.command === undefined ? '' : usageOf(args.command).replace('[PROJECT]', 'PROJECT');
    throw new DossierError('usage', `PROJECT is missing: dossier ${usage}\n${there}`);
  }
  out.note(`Engagement: ${plain(only.project)} (the only one of this vault)`);
  return { ...args, positionals: [only.project, ...args.positionals], lacksProject: false };
}

/** `check --exclude ID ID PROJECT`: the last of the ids is the PROJECT if an engagement has that name; else null. */
function projectBehindIds(args: Arguments, known: readonly string[]): Arguments | null {
  for (const option of args.command?.options ?? []) {
    if (optionTable[option].kind !== 'ids') continue;
    const ids = args.texts(option);
    const last = ids.at(-1);
    if (last === undefined || ids.length < 2 || !known.includes(last)) continue;
    return {
      ...args,
      positionals: [last, ...args.positionals],
      lacksProject: false,
      texts: (name) => (name === option ? ids.slice(0, -1) : args.texts(name)),
    };
  }
  return null;
}

/** Whether what is invalid was typed: no file was read, and no vault is made, whose passphrase may be unfit. */
function isTyped({ code }: DossierError, args: Arguments): boolean {
  const { command, positionals } = args;
  if (code !== 'invalid' || command === undefined || command.makesVault === true) return false;
  // A command without options takes names alone: what it refuses is a matter of their state.
  if (command.options.length === 0) return false;
  const readsFile =
    command.positionals.some(({ name }) => name === 'FILE') ||
    command.options.some(
      (name) => name !== 'out' && /FILE|PATH/u.test(valueOf(name)) && args.texts(name).length > 0,
    );
  return !readsFile && (positionals.length > 0 || args.texts('project').length > 0);
}
