import type { Json } from '#contract/json.ts';
import type { OmittedFinding, Round, RoundFinding, VerdictsSet } from '#contract/deliverable/rounds.ts';
import { verdicts, type Verdict } from '#contract/value-lists.ts';
import { valueLabel } from '#domain/finding/labels/value-labels.ts';
import { shortIds } from '../../command/short-ids.ts';
import { wrong } from '../../command/arguments.ts';
import { confirm } from '../../input/confirm.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { readTextFile } from '../../input/files.ts';
import { knownName } from '../../input/known-name.ts';
import { operationStyle } from '../../command/operation-style.ts';
import { operationLines, type OperationStyle } from '../../output/operations.ts';
import { table } from '../../output/table.ts';
import { counted, fit, plain, type AnsiStyle } from '../../output/text.ts';
import { givenImages, keepImages } from '../../input/verdict-images.ts';

const MAX_TEXT_BYTES = 1_000_000;

export const list: CommandRun = async ({ args, out, call }) => {
  const [project = ''] = args.positionals;
  const rounds = await call('round.list', { project });
  out.answer(rounds, () => {
    if (rounds.length === 0) {
      return `No retest rounds yet. Begin one: dossier retest add ${plain(project)} --name "Retest"\n`;
    }
    const number = (title: string, cell: (round: Round) => number) =>
      ({ title, cell: (round: Round) => String(cell(round)), align: 'right' }) as const;
    return table<Round>(
      rounds,
      [
        number('Round', (round) => round.number),
        { title: 'Name', cell: ({ name }) => name, shrinks: true },
        { title: 'Begins', cell: ({ begins }) => begins },
        { title: 'Ends', cell: ({ ends }) => ends },
        ...verdicts.map((verdict) => number(titles[verdict], ({ counts }) => counts[verdict])),
        number('No verdict', ({ none }) => none),
      ],
      out,
    );
  });
  return 0;
};

export const show: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = '', round = ''] = args.positionals;
  const answer = await call('round.show', { project, round: numberOf(context, round) });
  const shortId = await shortIds(
    context,
    'finding',
    answer.findings.map(({ id }) => id),
  );
  out.answer(answer, () => {
    const rows = table<RoundFinding>(
      answer.findings,
      [
        { title: 'Id', cell: ({ id }) => shortId(id) },
        { title: 'Severity', cell: ({ severity }) => valueLabel(severity) },
        {
          title: 'Verdict',
          cell: ({ given }) => given?.verdict ?? '',
          style: ({ given }) => (given === null ? undefined : styles[given.verdict]),
        },
        { title: 'When', cell: ({ given }) => (given === null ? '' : out.moment(given.at)) },
        { title: 'Who', cell: ({ given }) => given?.who ?? '' },
        { title: 'Title', cell: ({ title }) => title, shrinks: true },
        { title: 'Text', cell: ({ given }) => given?.text ?? '', shrinks: true },
      ],
      out,
    );
    return `${out.paint('bold', titleOf(answer.round))}\n${rows}${standOf(answer.round)}\n`;
  });
  return 0;
};

export const add: CommandRun = async ({ args, out, call }) => {
  const [project = ''] = args.positionals;
  const round = await call('round.add', { project, ...wordsOf({ args }) });
  out.answer(round, () => `Added ${titleOf(round)}. ${standOf(round)}\n`);
  return 0;
};

export const change: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = '', round = ''] = args.positionals;
  const words = wordsOf(context);
  if (Object.keys(words).length === 0) {
    throw wrong('Nothing to change: give --name, --begins, --ends or --note.', args.command);
  }
  const changed = await call('round.change', { project, round: numberOf(context, round), ...words });
  out.answer(changed, () => `${titleOf(changed)}. ${standOf(changed)}\n`);
  return 0;
};

export const set: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = '', word = '', verdict = '', ...named] = args.positionals;
  const round = numberOf(context, word);
  const given = verdictNamed(context, verdict);
  const text = await textOf(context);
  const images = await givenImages(context, named);
  const ids = await chosen(context, {
    project,
    named,
    what: `This sets "${given}" in round ${String(round)}`,
  });
  if (ids.length === 0) return nothing(context);
  const [at, who] = [args.text('at'), args.text('who')];
  const answer = await call('verdict.set', {
    project,
    round,
    ids: [...ids],
    verdict: given,
    pendingRetest: args.flag('pending-retest'),
    setStatus: args.flag('set-status'),
    ...(text === undefined ? {} : { text }),
    ...(at === undefined ? {} : { at }),
    ...(who === undefined ? {} : { who }),
  });
  const kept = await keepImages(context, { id: ids[0] ?? '', round }, images);
  const withImages = kept.length === 0 ? '' : `, with ${counted(kept.length, 'image')}`;
  const style = await operationStyle(context, answer.operations);
  out.answer({ ...answer, ...(kept.length === 0 ? {} : { images: kept }) }, () =>
    told(context, style, answer, `Set "${given}" for ${counted(answer.changed, 'finding')}${withImages}`),
  );
  return 0;
};

export const clear: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = '', word = '', ...named] = args.positionals;
  const round = numberOf(context, word);
  const ids = await chosen(context, {
    project,
    named,
    what: `This clears verdicts of round ${String(round)}`,
  });
  if (ids.length === 0) return nothing(context);
  const answer = await call('verdict.clear', { project, round, ids: [...ids] });
  const style = await operationStyle(context, answer.operations);
  out.answer(answer, () => told(context, style, answer, `Cleared ${counted(answer.changed, 'verdict')}`));
  return 0;
};

export const undo: CommandRun = async ({ args, out, call }) => {
  const [project = ''] = args.positionals;
  const answer = await call('verdict.undo', { project });
  out.answer(answer, () => {
    const { undone, round, stays } = answer;
    const said = `Undid ${counted(undone, 'verdict')} of round ${String(round)}.\n`;
    return stays.length === 0 ? said : `${said}${whyTable(stays, 'The status stays, because', out)}`;
  });
  return 0;
};

export const remove: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = '', word = ''] = args.positionals;
  const number = numberOf(context, word);
  const round = (await call('round.list', { project })).find((one) => one.number === number);
  const held = round === undefined ? 0 : verdicts.reduce((sum, verdict) => sum + round.counts[verdict], 0);
  if (round !== undefined && held + round.images > 0) {
    const what = [
      ...(held === 0 ? [] : [counted(held, 'verdict')]),
      ...(round.images === 0 ? [] : [counted(round.images, 'image')]),
    ];
    await confirm(context, `This removes ${titleOf(round)} with ${what.join(' and ')}.`);
  }
  const loseVerdicts = held > 0 || (round?.images ?? 0) > 0 || args.flag('yes');
  const removed = await call('round.remove', { project, round: number, loseVerdicts });
  out.answer(removed, () => `Removed round ${String(number)}.\n`);
  return 0;
};

const titles: Readonly<Record<Verdict, string>> = {
  fixed: 'Fixed',
  partly: 'Partly',
  open: 'Open',
  'not-retested': 'Not retested',
};

const styles: Readonly<Record<Verdict, AnsiStyle>> = {
  fixed: 'green',
  partly: 'yellow',
  open: 'red',
  'not-retested': 'dim',
};

function titleOf({ number, name, begins, ends }: Round): string {
  const days = [begins, ends].filter((day) => day !== '').join(' – ');
  return `round ${String(number)}, ${plain(name)}${days === '' ? '' : ` (${days})`}`;
}

/** How far a round is, as a sentence. */
function standOf({ counts, none }: Round): string {
  const parts = verdicts
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${String(counts[verdict])} ${verdict}`);
  return [...parts, `${String(none)} without a verdict`].join(', ');
}

function numberOf({ args }: CommandContext, word: string): number {
  if (/^[1-9]\d{0,8}$/.test(word)) return Number(word);
  throw wrong(
    `"${fit(plain(word), 40)}" is no number of a round. "dossier retest PROJECT" lists them.`,
    args.command,
  );
}

function verdictNamed(context: CommandContext, word: string): Verdict {
  return knownName(context, word, verdicts, 'There is no verdict');
}

function wordsOf({ args }: Pick<CommandContext, 'args'>): Record<string, Json> {
  const given = (['name', 'begins', 'ends', 'note'] as const).map((name) => [name, args.text(name)] as const);
  return Object.fromEntries(given.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}

async function textOf({ args, folder, signal, out }: CommandContext): Promise<string | undefined> {
  const [text, file] = [args.text('text'), args.text('text-file')];
  if (file === undefined) return text;
  if (text !== undefined) throw wrong('Give either --text or --text-file, not both.', args.command);
  const onWaiting = (): void => {
    if (args.flag('debug') || process.stdin.isTTY) out.note('reading standard input');
  };
  return readTextFile(file, { folder, maxBytes: MAX_TEXT_BYTES, signal, onWaiting });
}

/** The findings that the person named, or that their query finds and they said yes to. */
async function chosen(
  context: CommandContext,
  asked: { readonly project: string; readonly named: readonly string[]; readonly what: string },
): Promise<readonly string[]> {
  const { args, call } = context;
  const { project, named, what } = asked;
  const query = args.text('query');
  if (query === undefined) {
    if (named.length > 0) return [...new Set(named)];
    throw wrong('Say which findings: by their ids, or by --query.', args.command);
  }
  if (named.length > 0) throw wrong('Give either ids or --query, not both.', args.command);
  // An empty variable of a script must not select a whole engagement.
  if (query.trim() === '') throw wrong('--query is empty; -is:gone takes everything.', args.command);
  const { rows } = await call('finding.list', { project, query });
  if (rows.length > 0) await confirm(context, `${what} for ${counted(rows.length, 'finding')}.`);
  return rows.map(({ id }) => id);
}

function nothing({ out }: CommandContext): number {
  const answer = {
    setting: null,
    changed: 0,
    same: 0,
    left_out: [],
    operations: [],
    offered: null,
    status_left_out: [],
  };
  out.answer(answer, () => 'The query finds nothing; nothing was changed.\n');
  return 0;
}

function told({ out }: CommandContext, style: OperationStyle, answer: VerdictsSet, done: string): string {
  const same = answer.same === 0 ? '' : `, ${String(answer.same)} had it so already`;
  const lines = answer.operations.flatMap((operation) => operationLines(operation, style));
  const left = answer.left_out.length === 0 ? '' : whyTable(answer.left_out, 'Left out, because', out);
  const status =
    answer.status_left_out.length === 0
      ? ''
      : whyTable(answer.status_left_out, 'Status not set, because', out);
  const hint =
    answer.offered === null || answer.operations.length > 0 || answer.status_left_out.length > 0
      ? ''
      : `Their status stays. To set it to ${plain(answer.offered)} too, add --set-status.\n`;
  return `${[`${done}${same}.`, ...lines].join('\n')}\n${left}${status}${hint}`;
}

function whyTable(rows: readonly OmittedFinding[], title: string, out: CommandContext['out']): string {
  return table(
    rows,
    [
      { title: 'Id', cell: ({ id }) => id },
      { title, cell: ({ reason }) => reason, shrinks: true },
    ],
    out,
  );
}
