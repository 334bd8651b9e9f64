import type { InboxRow } from '#contract/procedures/findings/lists.ts';
import { inboxWords } from '#domain/history/inbox-words.ts';
import type { CommandRun } from '../../command/context.ts';
import { shortIds } from '../../command/short-ids.ts';
import { momentOption } from '../../input/moment.ts';
import { table } from '../../output/table.ts';
import { counted } from '../../output/text.ts';

/** What waits for the user in all engagements. */
export const inbox: CommandRun = async ({ args, out, call }) => {
  const since = momentOption(args, 'since');
  const { rows } = await call('inbox.list', { since: since ?? null, max: null });
  const shortId = await shortIds(
    { out, call },
    'finding',
    rows.map(({ finding }) => finding),
  );
  out.answer(rows, () => {
    if (rows.length === 0) return 'Nothing waits for you.\n';
    const shown = table<InboxRow>(
      rows,
      [
        { title: 'When', cell: (row) => out.moment(row.at) },
        { title: 'What', cell: (row) => inboxWords[row.kind], shrinks: true },
        { title: 'Engagement', cell: (row) => row.project, shrinks: true },
        { title: 'Id', cell: (row) => shortId(row.finding) },
        { title: 'Title', cell: (row) => row.title, shrinks: true },
      ],
      out,
    );
    return `${shown}${counted(rows.length, 'finding')}\n`;
  });
  return 0;
};
