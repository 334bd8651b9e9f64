import { DossierError } from '#contract/error.ts';
import { nearestName } from '#domain/text/words/nearest.ts';
import { fit, plain } from '../output/text.ts';
import { commandLine } from './command-line.ts';
import { positionalKinds, type OptionName } from './command.ts';
import type { CommandContext } from './context.ts';

type Kind = (typeof positionalKinds)[keyof typeof positionalKinds];

/**
 * Says of a name that is not there what was probably meant, and which command lists the names.
 * @returns the same error if no name of the command line explains it
 */
export async function explainUnknown(error: DossierError, context: CommandContext): Promise<DossierError> {
  if (error.code !== 'not-found' && error.code !== 'wrong-state') return error;
  try {
    const project = await unknownProject(context);
    if (project === null && error.code !== 'not-found') return error;
    const message =
      project ??
      (await projectAsId(context)) ??
      (await unknownNumber(context)) ??
      unknownChange(context) ??
      (await unknownLook(context)) ??
      unknownFinding(error, context);
    return message === null ? error : new DossierError('not-found', message, { cause: error });
  } catch {
    // Without a vault there are no names to look among.
    return error;
  }
}

async function unknownProject(context: CommandContext): Promise<string | null> {
  const known = await projectsOf(context);
  const unknown = [...typedAs(context, 'project'), ...optionTexts(context, 'project')].find(
    (project) => !known.includes(project),
  );
  if (unknown === undefined) return null;
  const is = `There is no engagement ${shown(unknown)} here.`;
  const near = nearestName(unknown, known);
  if (near !== null)
    return `${is} Did you mean ${plain(near)}?\n"${commandLine('engagement', 'list')}" lists them.`;
  return `${is} Add it first: ${commandLine('engagement', 'add', unknown)}\n"${commandLine('engagement', 'list')}" lists those that are here.`;
}

/** An engagement stands where a finding should. */
async function projectAsId(context: CommandContext): Promise<string | null> {
  const known = await projectsOf(context);
  const ids = [...typedAs(context, 'finding'), ...optionTexts(context, 'finding')];
  const project = ids.find((id) => known.includes(id));
  return project === undefined
    ? null
    : `${shown(project)} is an engagement, not a finding: ${commandLine('findings', project)}`;
}

/** A number of an edition or of a round. */
async function unknownNumber(context: CommandContext): Promise<string | null> {
  const { call } = context;
  const [project] = typedAs(context, 'project');
  if (project === undefined) return null;
  const editions = [...typedAs(context, 'edition'), ...optionTexts(context, 'edition', 'against')];
  if (editions.length > 0) {
    const known = (await call('edition.list', { project })).map(({ edition }) => edition);
    const unknown = editions.find((number) => !known.includes(Number(number)));
    if (unknown !== undefined) {
      return `${shown(project)} has no edition ${shown(unknown)}. ${numbersOf(known)}: ${commandLine('edition', 'list', project)}`;
    }
  }
  const rounds = [...typedAs(context, 'round'), ...optionTexts(context, 'round')];
  if (rounds.length === 0) return null;
  const known = (await call('round.list', { project })).map(({ number }) => number);
  const unknown = rounds.find((number) => !known.includes(Number(number)));
  return unknown === undefined
    ? null
    : `${shown(project)} has no retest round ${shown(unknown)}. ${numbersOf(known)}: ${commandLine('retest', project)}`;
}

/** `It has 1 to 6`, `It has 1, 2, 5`. */
function numbersOf(numbers: readonly number[]): string {
  const known = numbers.toSorted((one, other) => one - other);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return 'It has none yet';
  const isRow = known.length > 2 && last - first === known.length - 1;
  return `It has ${isRow ? `${String(first)} to ${String(last)}` : known.map(String).join(', ')}`;
}

function unknownChange(context: CommandContext): string | null {
  const [op] = typedAs(context, 'change');
  if (op === undefined) return null;
  return context.args.command?.words[0] === 'assistant'
    ? `The assistant wrote nothing with the id ${shown(op)}: ${commandLine('assistant', 'drafts')}`
    : `No pending change has the id ${shown(op)}: ${commandLine('queue')}`;
}

function unknownFinding({ message }: DossierError, context: CommandContext): string | null {
  const ids = [...typedAs(context, 'finding'), ...optionTexts(context, 'finding', 'include', 'exclude')];
  const unknown = ids.find((id) => message === `There is no finding ${id} here.`);
  if (unknown === undefined) return null;
  const [project = 'PROJECT'] = [...typedAs(context, 'project'), ...optionTexts(context, 'project')];
  return `There is no finding ${shown(unknown)} here.\n"${commandLine('findings', project)}" lists the ids; the first 4 characters of one are enough.`;
}

/** A theme, or a template for Word. */
async function unknownLook(context: CommandContext): Promise<string | null> {
  const { args, call } = context;
  const group = args.command?.words[0] ?? '';
  const names = typedAs(context, 'name');
  for (const [kind, list] of [
    ['theme', 'theme.list'],
    ['template', 'template.list'],
  ] as const) {
    const typed = [
      ...(group === kind ? names : []),
      ...optionTexts(context, kind === 'theme' ? 'theme' : 'word-template'),
    ];
    if (typed.length === 0) continue;
    const known = (await call(list, {})).map(({ name }) => name);
    const unknown = typed.find((name) => !known.some((one) => one.toLowerCase() === name.toLowerCase()));
    if (unknown === undefined) continue;
    const near = nearestName(unknown, known);
    const hint = near === null ? '' : ` Did you mean ${plain(near)}?`;
    return `There is no ${kind} "${shown(unknown)}" in this vault.${hint}\n"${commandLine(kind, 'list')}" lists them.`;
  }
  return null;
}

async function projectsOf({ call }: CommandContext): Promise<readonly string[]> {
  return (await call('engagement.list', {})).map(({ project }) => project);
}

/** What stands at the places of this kind. */
function typedAs({ args }: CommandContext, kind: Kind): readonly string[] {
  const { command, positionals } = args;
  return (command?.positionals ?? []).flatMap(({ name, repeats }, at) =>
    positionalKinds[name] === kind ? positionals.slice(at, repeats === true ? undefined : at + 1) : [],
  );
}

function optionTexts({ args }: CommandContext, ...names: readonly OptionName[]): readonly string[] {
  return names.flatMap((name) => args.texts(name));
}

function shown(name: string): string {
  return fit(plain(name), 60);
}
