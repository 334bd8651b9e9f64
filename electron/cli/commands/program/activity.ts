import { readFile } from 'node:fs/promises';
import {
  activityKinds,
  activityOutcomes,
  maxActivityAtOnce,
  type ActivityEntry,
  type CreditSum,
} from '#contract/procedures/program/activity.ts';
import type { JsonObject } from '#contract/json.ts';
import { activityKindWords, activityOutcomeWords } from '#domain/account/activity-strings.ts';
import { resolvePath } from '#app/client/home-folder.ts';
import { writeUserFile } from '#app/client/user-file.ts';
import { confirmReplaced } from '../../input/replace-file.ts';
import { nameOf } from '../../input/files.ts';
import { knownName } from '../../input/known-name.ts';
import { momentOption } from '../../input/moment.ts';
import { wrong } from '../../command/arguments.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { table } from '../../output/table.ts';
import { counted, countedOf, plain, type AnsiStyle } from '../../output/text.ts';

/** Everything that was sent in this person's name: shown, or written into a file. */
export const activity: CommandRun = async (context) => {
  const { args, out, call, folder } = context;
  const asked = filterOf(context);
  const path = args.text('out');
  if (path !== undefined) {
    const format = /\.(csv|json)$/iu.exec(path)?.[1]?.toLowerCase();
    if (format === undefined) {
      throw wrong('The file of --out ends with .csv or .json: that says how it is written.', args.command);
    }
    const made = await call('activity.export', { ...asked, format, titles: args.flag('titles') });
    const target = resolvePath(folder, path);
    await confirmReplaced(context, target, () => isActivity(target, made.text));
    await writeUserFile(target, nameOf(path), made.text);
    out.answer({ path: target, entries: made.entries }, () => {
      return `${plain(target)}: ${counted(made.entries, 'entry', 'entries')}\n`;
    });
    return 0;
  }
  const limit = args.whole('limit', 1) ?? maxActivityAtOnce;
  const entries: ActivityEntry[] = [];
  let total = 0;
  let all = 0;
  let credits: CreditSum | null = null;
  do {
    const count = Math.min(maxActivityAtOnce, limit - entries.length);
    const answer = await call('activity.list', { ...asked, from: entries.length, count });
    entries.push(...answer.entries);
    ({ total, all, credits } = answer);
  } while (entries.length < Math.min(limit, total));
  const sum = credits === null ? {} : { credits: credits.sum };
  out.answer({ entries, total, all, ...sum }, () => described(entries, { total, all, credits }, context));
  return 0;
};

/** Whether a file begins as an export of the activity does: with the heads of its columns, or its first member. */
async function isActivity(path: string, text: string): Promise<boolean> {
  const head = /^"[^"]*","[^"]*"|^\[\s*\{\s*"[^"]*"/u.exec(text)?.[0] ?? text;
  const there = await readFile(path, 'utf8').catch(() => '');
  return there.startsWith(head) || there === '[]\n';
}

function filterOf({ args }: CommandContext): JsonObject {
  return {
    ...given('words', args.text('query')),
    ...given('project', args.text('project')),
    ...given('kind', oneOf('kind', activityKinds, activityKindWords)),
    ...given('outcome', oneOf('outcome', activityOutcomes, activityOutcomeWords)),
    ...given('since', momentOption(args, 'since')),
    ...given('until', momentOption(args, 'until')),
  };

  /** A value by its name or by the words that it is printed as. */
  function oneOf<N extends string>(
    name: 'kind' | 'outcome',
    known: readonly N[],
    words: Readonly<Record<N, string>>,
  ): string | undefined {
    const word = args.text(name);
    if (word === undefined) return undefined;
    const printed = known.find((value) => words[value].toLowerCase() === word.toLowerCase());
    return printed ?? knownName({ args }, word, known, `--${name} cannot be`);
  }
}

function given(name: string, value: string | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}

function described(
  entries: readonly ActivityEntry[],
  {
    total,
    all,
    credits,
  }: { readonly total: number; readonly all: number; readonly credits: CreditSum | null },
  { out }: CommandContext,
): string {
  if (entries.length === 0) {
    return all === 0 ? 'Nothing was sent yet.\n' : 'No matching activity.\n';
  }
  const shown = table<ActivityEntry>(
    entries,
    [
      { title: 'When', cell: ({ at }) => out.moment(at) },
      { title: 'Action', cell: ({ kind }) => activityKindWords[kind], shrinks: true },
      { title: 'Outcome', cell: outcomeOf, style: ({ outcome }) => outcomeStyle(outcome) },
      { title: 'Engagement', cell: ({ work }) => work?.project ?? '', shrinks: true },
      { title: 'Said', cell: saidOf, shrinks: true },
      { title: 'Finding', cell: findingOf },
    ],
    out,
  );
  const more = total > entries.length ? '; --limit shows more' : '';
  const ledger =
    credits === null ? '' : `Credits: ${String(credits.sum)} in ${counted(credits.answers, 'answer')}\n`;
  return `${shown}${countedOf(entries.length, total, 'entry', 'entries')}${more}\n${ledger}`;
}

function saidOf({ said, credits }: ActivityEntry): string {
  return credits === undefined ? said : counted(credits, 'credit');
}

function outcomeOf({ outcome, status }: ActivityEntry): string {
  return `${activityOutcomeWords[outcome]}${status === null ? '' : ` (${String(status)})`}`;
}

function findingOf({ work }: ActivityEntry): string {
  if (work === null) return '';
  const { first, findings } = work;
  const name = first.title === '' ? first.id : first.title;
  return findings > 1 ? `${name} and ${String(findings - 1)} more` : name;
}

function outcomeStyle(outcome: ActivityEntry['outcome']): AnsiStyle | undefined {
  switch (outcome) {
    case 'done':
      return 'green';
    case 'refused':
      return 'red';
    case 'unknown':
    case 'not-confirmed':
      return 'yellow';
    case 'under-way':
      return 'cyan';
    case 'not-sent':
      return 'dim';
  }
}
