import type { CommandRun } from '../../command/context.ts';

export const diagnostics: CommandRun = async ({ out, call }) => {
  const answer = await call('diagnostics.collect', {});
  out.answer(answer, () => answer.text);
  return 0;
};
