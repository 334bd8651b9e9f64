import { editableFields, type EditableField } from '#contract/finding/finding.ts';
import type { Comment, ShownComment } from '#contract/procedures/findings/peer-review.ts';
import { workingStates } from '#contract/value-lists.ts';
import { workingStateLabel } from '#domain/finding/labels/value-labels.ts';
import { shortIds } from '../../command/short-ids.ts';
import { wrong } from '../../command/arguments.ts';
import { confirm } from '../../input/confirm.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { table } from '../../output/table.ts';
import { counted, plain } from '../../output/text.ts';

export const mark: CommandRun = async ({ args, out, call }) => {
  const [name = '', ...ids] = args.positionals;
  const state = workingStates.find((known) => known === name);
  if (state === undefined)
    throw wrong(`"${plain(name)}" is no state: write ${workingStates.join(', ')}.`, args.command);
  const marked = await call('state.set', { ids, state });
  out.answer(marked, () => marked.map(({ id }) => `${plain(id)}  ${workingStateLabel(state)}\n`).join(''));
  return 0;
};

export const listComments: CommandRun = async ({ args, out, call }) => {
  const [project = ''] = args.positionals;
  const finding = args.text('finding');
  const of = finding === undefined ? { project } : { id: finding };
  const comments = (await call('comment.list', of)).filter(
    (comment) => comment.project === project && (args.flag('all') || comment.resolvedAt === null),
  );
  const shortComment = await shortIds(
    { out, call },
    'comment',
    comments.map(({ comment }) => comment),
  );
  const shortId = await shortIds(
    { out, call },
    'finding',
    comments.flatMap((row) => row.finding ?? []),
  );
  out.answer(comments, () =>
    comments.length === 0
      ? 'No comments.\n'
      : table<ShownComment>(
          comments,
          [
            { title: 'Comment', cell: ({ comment }) => shortComment(comment) },
            {
              title: 'Finding',
              cell: (row) => (row.finding === null ? '(engagement)' : shortId(row.finding)),
            },
            { title: 'Who', cell: ({ author }) => author },
            { title: 'When', cell: ({ addedAt }) => out.moment(addedAt) },
            { title: 'On', cell: placeWords, shrinks: true },
            { title: 'Text', cell: textWords, shrinks: true },
          ],
          out,
        ),
  );
  return 0;
};

export const addComment: CommandRun = async ({ args, out, call }) => {
  const [id] = args.positionals;
  const [project, text = '', quote] = [args.text('project'), args.text('text'), args.text('quote')];
  const [field, ...others] = args.texts('field').map((name) => fieldNamed(args, name));
  if ((id === undefined) === (project === undefined))
    throw wrong('Give the id of a finding, or --project for a note on the engagement.', args.command);
  if (text.trim() === '') throw wrong('Nothing is said: give --text.', args.command);
  if (others.length > 0) throw wrong('A comment is about one field.', args.command);
  if (field === undefined && quote !== undefined)
    throw wrong('Say by --field where the words of --quote stand.', args.command);
  if (project !== undefined && field !== undefined)
    throw wrong('A note on the engagement has no field.', args.command);
  const place = { ...(field === undefined ? {} : { field }), ...(quote === undefined ? {} : { quote }) };
  const added = await call(
    'comment.add',
    project === undefined ? { id: id ?? '', text, ...place } : { project, text },
  );
  out.answer(added, () => `Added comment ${plain(added.comment)}.\n`);
  return 0;
};

export const resolveComments: CommandRun = async ({ args, out, call }) => {
  const resolved = !args.flag('reopen');
  const changed: Comment[] = [];
  for (const comment of new Set(args.positionals))
    changed.push(await call('comment.change', { comment, resolved }));
  out.answer(changed, () =>
    changed.map(({ comment }) => `${plain(comment)}  ${resolved ? 'resolved' : 'open'}\n`).join(''),
  );
  return 0;
};

export const deleteComments: CommandRun = async (context) => {
  const { args, out, call } = context;
  const names = [...new Set(args.positionals)];
  await confirm(context, `This deletes ${counted(names.length, 'comment')}.`);
  const removed: Comment[] = [];
  for (const comment of names) removed.push(await call('comment.remove', { comment }));
  out.answer(removed, () => `Deleted ${counted(removed.length, 'comment')}.\n`);
  return 0;
};

/** @throws DossierError `usage` (no field has that name) */
export function fieldNamed({ command }: CommandContext['args'], name: string): EditableField {
  const field = editableFields.find((known) => known.toLowerCase() === name.toLowerCase());
  if (field === undefined)
    throw wrong(`"${plain(name)}" is no field: write one of ${editableFields.join(', ')}.`, command);
  return field;
}

/** Where a comment stands: `description: "the words"`. */
function placeWords({ field, quote, passage }: ShownComment): string {
  if (field === null) return '';
  const words = quote === null || quote === '' ? '' : `: "${quote.replaceAll(/\s+/gu, ' ')}"`;
  return `${field}${words}${passage === 'changed' ? ' (the passage has changed)' : ''}`;
}

function textWords({ text, resolvedAt }: ShownComment): string {
  return `${resolvedAt === null ? '' : '[resolved] '}${text.replaceAll(/\s+/gu, ' ')}`;
}
