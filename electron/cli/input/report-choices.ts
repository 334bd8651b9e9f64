import { DossierError } from '#contract/error.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import {
  assetRowChoices,
  csvDelimiters,
  listings,
  groupChoices,
  skippable,
  type CsvDecimal,
  type CsvDelimiter,
} from '#contract/deliverable/choices.ts';
import {
  chapterKeys,
  reportLanguages,
  templates,
  type ChapterKey,
  type LanguageKey,
} from '#contract/deliverable/template.ts';
import { chaptersOf } from '#domain/deliverable/templates.ts';
import { wrong } from '../command/arguments.ts';
import type { OptionName } from '../command/command.ts';
import type { CommandContext } from '../command/context.ts';
import { fit, plain } from '../output/text.ts';
import { knownName } from './known-name.ts';

/**
 * What the command line says of how a deliverable is put together, as `report.export` and `report.configure` take it;
 * what it does not say is not in it.
 *
 * @throws DossierError `usage`, with what would have been known; `not-found` for a round that the engagement does not have
 */
export async function reportChoices(context: CommandContext, project: string): Promise<JsonObject> {
  const { args } = context;
  const template = oneOf(context, 'template', templates);
  const said: Readonly<Record<string, Json | undefined>> = {
    template,
    language: languageOf(context),
    theme: args.text('theme'),
    wordTemplate: args.text('word-template'),
    pageSize: oneOf(context, 'page-size', ['A4', 'Letter']),
    title: args.text('title'),
    finding: args.text('finding'),
    against: args.whole('against', 1),
    round: await roundOf(context, project),
    draft: args.flag('draft') ? true : undefined,
    assetRows: oneOf(context, 'assets', assetRowChoices),
    csvDelimiter: delimiterOf(context),
    csvDecimal: decimalOf(context),
    showProjectId: args.flag('project-id') ? true : undefined,
    showOtherMembers: args.flag('other-members') ? true : undefined,
    showComments: args.flag('comments') ? true : undefined,
    groupRequests: args.text('group-requests') === 'all' ? 'all' : args.whole('group-requests', 0),
    listedFindings: oneOf(context, 'list-findings', listings),
    sentences: yesOrNo(context, 'sentences'),
    csvBom: args.flag('no-bom') ? false : undefined,
    sections: await sectionsOf(context, project, template),
    ...selectionOf(context),
  };
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The first round to be told of: one that is not there would silently be none. */
async function roundOf({ args, call }: CommandContext, project: string): Promise<number | undefined> {
  const round = args.whole('round', 1);
  if (round === undefined) return undefined;
  const rounds = await call('round.list', { project });
  if (rounds.some(({ number }) => number === round)) return round;
  throw new DossierError('not-found', `${plain(project)} has no retest round ${String(round)}.`);
}

/** The language that the command line names; undefined if it names none. @throws DossierError `usage` */
export function languageOf(context: CommandContext): LanguageKey | undefined {
  return oneOf(context, 'language', reportLanguages);
}

/** What the command line says of the choice of findings; nothing if it says nothing. @throws DossierError `usage` */
export function selectionOf({ args }: Pick<CommandContext, 'args'>): JsonObject {
  const query = args.text('query');
  if (query?.trim() === '')
    throw wrong('--query is empty; without it, every finding is printed.', args.command);
  const [include, exclude] = [args.texts('include'), args.texts('exclude')];
  const words = args
    .text('skip')
    ?.split(',')
    .map((word) => word.trim());
  const group = args.text('group');
  const skip = words?.flatMap((word) =>
    word === 'none'
      ? []
      : [knownName({ args }, word, skippable, '--skip takes kinds of findings or none, not')],
  );
  return {
    ...(query === undefined ? {} : { query }),
    ...(include.length === 0 ? {} : { include: [...include] }),
    ...(exclude.length === 0 ? {} : { exclude: [...exclude] }),
    ...(skip === undefined ? {} : { skip }),
    ...(group === undefined ? {} : { group: knownName({ args }, group, groupChoices, '--group cannot be') }),
  };
}

/** The sign itself, or "tab", which a shell types with trouble. @throws DossierError `usage` */
function delimiterOf({ args }: CommandContext): CsvDelimiter | undefined {
  const given = args.text('delimiter');
  if (given === undefined) return undefined;
  const found = csvDelimiters.find((known) => known === (/^(?:tab|\\t)$/iu.test(given) ? '\t' : given));
  if (found !== undefined) return found;
  throw wrong(`--delimiter cannot be "${fit(plain(given), 40)}". Known: ",", ";" and tab.`, args.command);
}

/** The sign by its name, or the sign itself. @throws DossierError `usage` */
function decimalOf({ args }: CommandContext): CsvDecimal | undefined {
  const given = args.text('decimal');
  if (given === undefined) return undefined;
  if (given === '.' || /^point$/iu.test(given)) return '.';
  if (given === ',' || /^comma$/iu.test(given)) return ',';
  throw wrong(`--decimal cannot be "${fit(plain(given), 40)}". Known: point and comma.`, args.command);
}

/**
 * `summary,findings`: these, in this order. `-limits,-severities`: those that are printed now, without these.
 */
async function sectionsOf(
  context: CommandContext,
  project: string,
  template: (typeof templates)[number] | undefined,
): Promise<ChapterKey[] | undefined> {
  const text = context.args.text('sections');
  if (text === undefined) return undefined;
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const kept = words.filter((word) => !word.startsWith('-')).map((word) => chapterNamed(context, word));
  const dropped = words
    .filter((word) => word.startsWith('-'))
    .map((word) => chapterNamed(context, word.slice(1)));
  const all = kept.length > 0 ? [...new Set(kept)] : await chaptersNow(context, project, template);
  const left = all.filter((key) => !dropped.includes(key));
  if (left.length === 0) throw wrong('--sections leaves no section to print.', context.args.command);
  return left;
}

async function chaptersNow(
  { call }: CommandContext,
  project: string,
  template: (typeof templates)[number] | undefined,
): Promise<readonly ChapterKey[]> {
  if (template !== undefined) return chaptersOf({ template });
  return (await call('report.settings', { project })).sections;
}

function chapterNamed(context: CommandContext, word: string): ChapterKey {
  return knownName(context, word, chapterKeys, 'There is no section');
}

function oneOf<Name extends string>(
  context: CommandContext,
  option: OptionName,
  known: readonly Name[],
): Name | undefined {
  const word = context.args.text(option);
  return word === undefined ? undefined : knownName(context, word, known, `--${option} cannot be`);
}

function yesOrNo(context: CommandContext, option: OptionName): boolean | undefined {
  const word = oneOf(context, option, ['yes', 'no']);
  return word === undefined ? undefined : word === 'yes';
}
