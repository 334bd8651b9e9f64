import {
  FactChanges,
  factNames,
  type DescribedEngagement,
  type EngagementFacts,
  type FactName,
} from '#contract/engagement.ts';
import { DossierError } from '#contract/error.ts';
import { issueText } from '#contract/input/input-issue.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { factTitles } from '#domain/engagement/fact-strings.ts';
import { missingByWeight } from '#domain/engagement/facts.ts';
import { isObject } from '#domain/base/json.ts';
import { memberOf } from '#domain/finding/record.ts';
import { scopeEntries } from '#domain/engagement/scope-lines.ts';
import { nearestName } from '#domain/text/words/nearest.ts';
import { wrong } from '../../command/arguments.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { nameOf } from '../../input/files.ts';
import { readJsonFile } from '../../input/json-file.ts';
import type { Output } from '../../output/output.ts';
import { plain } from '../../output/text.ts';
import { readChanges } from '../../input/values.ts';

const MAX_FACTS_BYTES = 20 * 1024 * 1024;

export const show: CommandRun = async ({ args, out, call }) => {
  const [project = ''] = args.positionals;
  const described = await call('engagement.facts', { project });
  out.answer(described, () => asText(described, out));
  return 0;
};

export const set: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = ''] = args.positionals;
  const [read, typed] = [await readFacts(context), (await readChanges(context)) ?? {}];
  if (Object.keys(read).length + Object.keys(typed).length === 0) {
    throw wrong('Nothing to write: give --from, --set, --set-json or --set-file.', args.command);
  }
  const [fromFile, fromLine] = [asFacts(read), asFacts(typed)];
  const [inFile, inLine] = [brokenFact(fromFile), brokenFact(fromLine)];
  if (inLine !== null) throw wrong(inLine, args.command);
  if (inFile !== null) throw new DossierError('invalid', `${nameOf(args.text('from') ?? '')}: ${inFile}`);
  const facts = { ...fromFile, ...fromLine };
  const { before: _, ...described } = await call('engagement.describe', { project, facts });
  out.answer(described, () => asText(described, out));
  return 0;
};

/** The facts of `--from`: an object of them, or what `engagement show --json` wrote. */
async function readFacts({ args, folder, signal }: CommandContext): Promise<JsonObject> {
  const path = args.text('from');
  if (path === undefined) return {};
  const value = await readJsonFile(path, { folder, maxBytes: MAX_FACTS_BYTES, signal });
  const inner = isObject(value) ? (memberOf(value, 'facts') ?? value) : value;
  if (!isObject(inner)) throw new DossierError('invalid', `${nameOf(path)} holds no object of facts.`);
  return inner;
}

function asFacts(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).map(asFact));
}

/** A scope that is given as a text has one entry a line. */
function asFact([name, value]: [string, Json]): [string, Json] {
  const isScope = name === 'scopeIn' || name === 'scopeOut';
  if (!isScope || typeof value !== 'string') return [name, value];
  return [name, scopeEntries(value).map(({ what, note }) => ({ what, note }))];
}

/** What is wrong with the first fact that is none, by its name and without its words; null if nothing is. */
function brokenFact(given: JsonObject): string | null {
  const parsed = FactChanges.safeParse(given);
  if (parsed.success) return null;
  const unknown = Object.keys(given).find((name) => !factNames.some((known) => known === name));
  if (unknown === undefined) return plain(issueText(parsed.error.issues[0]));
  const near = nearestName(unknown, factNames);
  const hint = near === null ? `Known facts: ${factNames.join(', ')}.` : `Did you mean ${near}?`;
  return `There is no fact ${plain(unknown)}. ${hint}`;
}

function asText({ project, name, client, facts }: DescribedEngagement, { paint }: Output): string {
  const lines = factNames.flatMap((fact) => {
    const said = linesOf(facts[fact]);
    if (said.length === 0) return [];
    return [paint('bold', `${factTitles[fact]} (${fact})`), ...said.map((line) => `  ${plain(line)}`)];
  });
  const head = [project, name ?? '', client ?? ''].filter((part) => part !== '').join(' · ');
  return [paint('bold', plain(head)), ...lines, ...missingLines(facts, client), ''].join('\n');
}

/** What is missing, as `dossier check` counts it: without some facts a report is a draft, of the others it warns. */
function missingLines(facts: EngagementFacts, client: string | null): string[] {
  const { forFinal, advised } = missingByWeight(facts, client);
  if (forFinal.length + advised.length === 0) return ['Nothing is missing for a report.'];
  const named = (names: readonly FactName[]): string =>
    names.map((fact) => `${factTitles[fact].toLowerCase()} (${fact})`).join(', ');
  return [
    ...(forFinal.length === 0 ? [] : [`Missing for a final report: ${named(forFinal)}.`]),
    ...(advised.length === 0 ? [] : [`The check also warns about: ${named(advised)}.`]),
  ];
}

type Row = Readonly<Record<string, string>>;

/** A text by its lines; of a list a line each, what is filled of it. */
function linesOf(value: string | readonly Row[]): string[] {
  if (typeof value === 'string') return value === '' ? [] : value.split(/\r\n?|\n/u);
  return value.map((row) =>
    Object.values(row)
      .filter((part) => part !== '')
      .join(', '),
  );
}
