import type { CommandRun } from '../../command/context.ts';
import { plain } from '../../output/text.ts';

/** What the vault has to tell, until a user has acknowledged it. */
export const list: CommandRun = async ({ out, call }) => {
  const notices = await call('notice.list', {});
  out.answer(notices, () => {
    if (notices.length === 0) return 'There are no notices.\n';
    return notices
      .map(
        ({ id, at, sentences }) =>
          `${id}  ${out.moment(at)}\n${sentences.map((one) => `  ${plain(one)}\n`).join('')}`,
      )
      .join('');
  });
  return 0;
};

export const acknowledge: CommandRun = async ({ args, out, call }) => {
  const ids = args.positionals;
  const answer = await call('notice.acknowledge', ids.length === 0 ? {} : { ids: [...ids] });
  const count = answer.acknowledged.length;
  out.answer(answer, () => `Acknowledged ${String(count)} ${count === 1 ? 'notice' : 'notices'}.\n`);
  return 0;
};
