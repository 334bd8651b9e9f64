import { wrong } from '../../command/arguments.ts';
import { commandLine } from '../../command/command-line.ts';
import type { CommandRun } from '../../command/context.ts';
import { operationStyle } from '../../command/operation-style.ts';
import { operationLines } from '../../output/operations.ts';
import { plain } from '../../output/text.ts';

export const review: CommandRun = async ({ args, out, call }) => {
  const [id = '', decision = ''] = args.positionals;
  if (id === 'accept' || id === 'reject') {
    throw wrong(`The id comes first: ${commandLine('review', decision, id)}`, args.command);
  }
  if (decision !== 'accept' && decision !== 'reject') {
    throw wrong(`"${plain(decision).slice(0, 60)}" is neither accept nor reject.`, args.command);
  }
  const comment = args.text('comment');
  const operation = await call('candidate.review', {
    id,
    decision,
    ...(comment === undefined ? {} : { comment }),
  });
  const style = await operationStyle({ out, call }, [operation]);
  out.answer(operation, () => {
    const lines = operationLines(operation, style).join('\n');
    return `Pending: ${decision} the candidate.\n${lines}\n`;
  });
  return 0;
};
