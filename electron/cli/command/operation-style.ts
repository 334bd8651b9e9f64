import type { Operation } from '#contract/finding/operation.ts';
import { namedFindings, type OperationStyle } from '../output/operations.ts';
import type { CommandContext } from './context.ts';
import { shortIds } from './short-ids.ts';

/** Writes these operations with short ids. */
export async function operationStyle(
  context: Pick<CommandContext, 'out' | 'call'>,
  operations: readonly Operation[],
): Promise<OperationStyle> {
  const { paint, moment } = context.out;
  const [change, finding] = [
    await shortIds(
      context,
      'change',
      operations.map(({ op }) => op),
    ),
    await shortIds(
      context,
      'finding',
      operations.flatMap(({ findings }) => findings.slice(0, namedFindings)),
    ),
  ];
  return { paint, moment, change, finding };
}
