import type { Engagement } from '#contract/engagement.ts';
import { commandLine } from '../../command/command-line.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { table } from '../../output/table.ts';
import { plain } from '../../output/text.ts';

export const add: CommandRun = async ({ args, out, call }) => {
  const [project = ''] = args.positionals;
  const name = args.text('name');
  const client = args.text('client');
  const isThere = (await call('engagement.list', {})).some((engagement) => engagement.project === project);
  const answer = await call('engagement.add', {
    project,
    ...(name === undefined ? {} : { name }),
    ...(client === undefined ? {} : { client }),
  });
  out.answer(answer, () =>
    isThere
      ? `Engagement ${plain(answer.project)} was here already.${name === undefined && client === undefined ? '' : ' Its name and client are as you gave them now.'}\n`
      : `Added the engagement ${plain(answer.project)}. Next: ${commandLine('sync', answer.project)}\n`,
  );
  return 0;
};

export const correct: CommandRun = async ({ args, out, call }) => {
  const [project = '', to = ''] = args.positionals;
  const answer = await call('engagement.correct', { project, to });
  out.answer(
    answer,
    () =>
      `Engagement ${plain(project)} has the ID ${plain(answer.project)} now. Next: ${commandLine('sync', answer.project)}\n`,
  );
  return 0;
};

export const list: CommandRun = async (context) => {
  const { args, out, call } = context;
  if (args.flag('service')) return listOfService(context);
  const engagements = await call('engagement.list', {});
  out.answer(engagements, () => {
    if (engagements.length === 0) return 'No engagements yet. Add one: dossier engagement add PROJECT\n';
    return table<Engagement>(
      engagements,
      [
        { title: 'Project', cell: (row) => row.project },
        { title: 'Name', cell: (row) => row.name ?? '', shrinks: true },
        { title: 'Client', cell: (row) => row.client ?? '', shrinks: true },
        { title: 'Findings', cell: (row) => String(row.findings), align: 'right' },
        {
          title: 'Last synced',
          cell: (row) => (row.lastSyncedAt === null ? 'never' : out.moment(row.lastSyncedAt)),
        },
      ],
      out,
    );
  });
  return 0;
};

/** Projects of the service, those that are no engagement here too. */
async function listOfService({ out, call }: CommandContext): Promise<number> {
  const { projects, complete, problem } = await call('engagement.discover', {});
  const here = new Set((await call('engagement.list', {})).map(({ project }) => project));
  const rows = projects.map((row) => ({ ...row, added: here.has(row.project) }));
  if (problem !== null) out.note(`Projects without findings are missing: ${problem}`);
  if (!complete) out.note('Not all findings were searched: projects and counts may be missing.');
  out.answer(rows, () =>
    rows.length === 0
      ? 'The service shows no projects.\n'
      : table(
          rows,
          [
            { title: 'Project', cell: (row) => row.project },
            { title: 'Name', cell: (row) => row.name ?? '', shrinks: true },
            { title: 'Client', cell: (row) => row.client ?? '', shrinks: true },
            { title: 'Findings', cell: (row) => String(row.findings), align: 'right' },
            { title: 'Here', cell: (row) => (row.added ? 'added' : '') },
          ],
          out,
        ),
  );
  return 0;
}
