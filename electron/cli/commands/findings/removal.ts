import type { CommandRun } from '../../command/context.ts';
import { confirm } from '../../input/confirm.ts';
import { operationStyle } from '../../command/operation-style.ts';
import { operationLines } from '../../output/operations.ts';
import { counted } from '../../output/text.ts';

export const remove: CommandRun = async (context) => {
  const { args, out, call } = context;
  const ids = [...new Set(args.positionals)];
  await confirm(
    context,
    `This deletes ${counted(ids.length, 'finding')} on the service with the next sync, which is permanent.`,
  );
  const operations = await call('finding.delete', { ids });
  const style = await operationStyle(context, operations);
  out.answer(operations, () => {
    const cancelled = operations.filter(({ kind }) => kind === 'create').length;
    const deletions = operations.length - cancelled;
    const told = [
      ...(deletions > 0 ? [`${counted(deletions, 'deletion')} pending.`] : []),
      ...(cancelled > 0 ? [`Cancelled ${counted(cancelled, 'creation')} that had not been sent.`] : []),
    ];
    const lines = operations.flatMap((operation) => operationLines(operation, style));
    return `${[told.join(' '), ...lines].join('\n')}\n`;
  });
  return 0;
};
