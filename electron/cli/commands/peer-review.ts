import { workingStates } from '#contract/value-lists.ts';
import { workingStateLabel } from '#domain/finding/value-labels.ts';
import { wrong } from '../definitions/arguments.ts';
import type { CommandRun } from '../context.ts';
import { plain } from '../output/text.ts';

export const mark: CommandRun = async ({ args, out, call }) => {
  const [name = '', ...ids] = args.positionals;
  const state = workingStates.find((known) => known === name);
  if (state === undefined)
    throw wrong(`"${plain(name)}" is no state: write ${workingStates.join(', ')}.`, args.command);
  const marked = await call('state.set', { ids, state });
  out.answer(marked, () => marked.map(({ id }) => `${plain(id)}  ${workingStateLabel(state)}\n`).join(''));
  return 0;
};
