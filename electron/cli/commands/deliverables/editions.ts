import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import type { ComparedFinding, Edition } from '#contract/procedures/deliverables/editions.ts';
import { regrouped } from '#domain/deliverable/selection.ts';
import { wrong } from '../../command/arguments.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { table } from '../../output/table.ts';
import { fit, plain } from '../../output/text.ts';

/** Values of these fields are short enough to stand in a line. */
const shown: readonly string[] = ['title', 'severity', 'status', 'CVSS', 'verdict'];
const LONGEST_VALUE = 60;

export const list: CommandRun = async ({ args, out, call }) => {
  const [project = ''] = args.positionals;
  const editions = await call('edition.list', { project });
  out.answer(editions, () => {
    if (editions.length === 0) {
      return `No editions yet. Make one: dossier report ${plain(project)} --out report.pdf\n`;
    }
    return table<Edition>(
      editions,
      [
        { title: 'Edition', cell: ({ edition }) => String(edition), align: 'right' },
        { title: 'Made', cell: ({ createdAt }) => out.moment(createdAt) },
        { title: 'Format', cell: ({ format }) => format },
        { title: 'Template', cell: ({ template }) => template },
        { title: 'Findings', cell: ({ findings }) => String(findings), align: 'right' },
        { title: 'Pages', cell: ({ pages }) => (pages === null ? '' : String(pages)), align: 'right' },
        { title: 'kB', cell: ({ bytes }) => String(Math.ceil(bytes / 1000)), align: 'right' },
        { title: 'State', cell: stateOf },
      ],
      out,
    );
  });
  return 0;
};

function stateOf({ draft, encrypted }: Edition): string {
  return [...(draft ? ['draft'] : []), ...(encrypted ? ['password'] : [])].join(', ');
}

export const compare: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = '', from = '', to = ''] = args.positionals;
  const answer = await call('edition.compare', {
    project,
    from: numberOf(context, from),
    to: numberOf(context, to),
  });
  const { templates } = answer;
  if (templates.from !== templates.to) {
    out.note(
      `Edition ${from} has the template ${templates.from}, edition ${to} ${templates.to}: what both print is compared.`,
    );
  }
  out.answer(answer, () => compared(answer, context));
  return 0;
};

function numberOf({ args }: CommandContext, word: string): number {
  const number = Number(word);
  if (/^[1-9]\d{0,8}$/.test(word)) return number;
  throw wrong(`"${fit(plain(word), 40)}" is no number of an edition.`, args.command);
}

function compared(answer: ProcedureAnswers['edition.compare'], { out }: CommandContext): string {
  const { from, to, unchanged } = answer;
  const line = (mark: string, { id, number, severity, title }: ComparedFinding): string =>
    `  ${mark} ${number}  ${plain(id)}  ${plain(title)}${severity === '' ? '' : ` (${plain(severity)})`}\n`;
  const group = (title: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : `${out.paint('bold', title)}\n${lines.join('')}`;
  const changed = answer.changed.map((finding) => {
    const names = finding.fields.map(({ field, was, now }) =>
      shown.includes(field) ? `${field}: ${valueOf(was)} → ${valueOf(now)}` : field,
    );
    return line('~', finding) + names.map((name) => `      ${name}\n`).join('');
  });
  const total = `${String(answer.new.length)} new, ${String(answer.changed.length)} changed, ${String(answer.gone.length)} no longer reported, ${String(unchanged)} unchanged`;
  return (
    `Edition ${String(from)} → ${String(to)}: ${total}\n` +
    group(
      'New',
      answer.new.map((finding) => line('+', finding)),
    ) +
    group('Changed', changed) +
    group(
      'Other number',
      answer.groupings.from === answer.groupings.to || answer.renumbered.length === 0
        ? answer.renumbered.map(
            ({ was, number, id, title }) => `  ${was} → ${number}  ${plain(id)}  ${plain(title)}\n`,
          )
        : [`  ${regrouped(answer.renumbered.length, answer.groupings)}\n`],
    ) +
    group(
      'No longer reported',
      answer.gone.map((finding) => line('-', finding)),
    )
  );
}

function valueOf(value: unknown): string {
  if (value === null) return '(nothing)';
  return fit(plain(typeof value === 'string' ? value : JSON.stringify(value)), LONGEST_VALUE);
}
