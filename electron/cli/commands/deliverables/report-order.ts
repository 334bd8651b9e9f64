import type { SelectedFinding, SelectedFindings } from '#contract/deliverable/selection.ts';
import { wrong } from '../../command/arguments.ts';
import { confirm } from '../../input/confirm.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { table } from '../../output/table.ts';
import { plain } from '../../output/text.ts';

/** Lists the findings as a report prints them, or moves one, or gives up the order by hand. */
export const order: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = '', finding] = args.positionals;
  const place = args.whole('to', 1);
  const reset = (args.text('reset') ?? '') === 'order';
  if (args.text('reset') !== undefined && !reset) throw wrong('--reset takes order here.', args.command);
  if ((finding === undefined) !== (place === undefined)) {
    throw wrong('Moving a finding takes its id and a place: ID --to N.', args.command);
  }
  if (reset && finding !== undefined) throw wrong('Either move a finding or reset the order.', args.command);
  const answer = reset
    ? await call('report.resetOrder', { project })
    : finding === undefined
      ? await call('report.findings', { project })
      : await call('report.move', { project, finding, place: place ?? 1 });
  out.answer(answer, () => listed(answer, context));
  return 0;
};

/** Forgets the numbers that went out, after a yes. */
export const renumber: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = ''] = args.positionals;
  await confirm(
    context,
    'The next edition numbers the findings anew. Numbers that the client knows may then stand for other findings.',
  );
  const answer = await call('report.renumber', { project });
  out.answer(answer, () => listed(answer, context));
  return 0;
};

function listed({ findings, summary }: SelectedFindings, { out }: CommandContext): string {
  const rows = table<SelectedFinding>(
    findings,
    [
      { title: 'Number', cell: ({ number }) => number ?? '' },
      { title: 'Id', cell: ({ id }) => id },
      { title: 'Score', cell: ({ score }) => (score === null ? '' : score.toFixed(1)), align: 'right' },
      { title: 'Severity', cell: ({ severity }) => severity },
      { title: 'Order', cell: ({ placed }) => (placed ? 'by hand' : '') },
      { title: 'Left out', cell: ({ leftOut }) => leftOut?.reason ?? '', shrinks: true },
      { title: 'Title', cell: ({ title }) => plain(title), shrinks: true },
    ],
    out,
  );
  return `${rows}${summary}.\n`;
}
