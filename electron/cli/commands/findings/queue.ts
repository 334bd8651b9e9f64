import type { Operation } from '#contract/finding/operation.ts';
import { namesOf } from '#domain/finding/labels/field-labels.ts';
import { wrong } from '../../command/arguments.ts';
import { confirm } from '../../input/confirm.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { changeLines } from '../../output/changes.ts';
import { operationLines } from '../../output/operations.ts';
import { plain } from '../../output/text.ts';
import { readChanges } from '../../input/values.ts';

export const list: CommandRun = async ({ args, out, call }) => {
  const operations = await call('queue.list', { changes: args.flag('diff') });
  out.answer(operations, () => {
    if (operations.length === 0) return 'No pending changes.\n';
    return `${operations.flatMap((one) => [...operationLines(one, out.paint), ...changeLines(one.changes ?? {}, out.paint)]).join('\n')}\n`;
  });
  return 0;
};

export const hold: CommandRun = (context) => setHeld(context, true);

export const release: CommandRun = (context) => setHeld(context, false);

async function setHeld({ args, out, call }: CommandContext, held: boolean): Promise<number> {
  const findings = await call('finding.hold', { ids: [...args.positionals], held });
  out.answer(findings, () =>
    findings.map(({ id }) => `${plain(id)}  ${held ? 'held back' : 'released'}\n`).join(''),
  );
  return 0;
}

export const keep: CommandRun = async ({ args, out, call }) => {
  const findings = await call('finding.keep', { ids: [...args.positionals] });
  out.answer(findings, () =>
    findings
      .map(({ id, kept }) =>
        kept.length === 0
          ? `${plain(id)}  nothing of it came back other than it was sent\n`
          : `${plain(id)}  kept as the service has it: ${namesOf(kept)}\n`,
      )
      .join(''),
  );
  return 0;
};

export const resolve: CommandRun = async (context) => {
  const { args, call } = context;
  const [op = '', side] = args.positionals;
  const set = await readChanges(context);
  if ((side === undefined) === (set === undefined)) {
    throw wrong('Say mine or theirs, or give the values by --set.', args.command);
  }
  if (side !== undefined && side !== 'mine' && side !== 'theirs') {
    throw wrong(`"${plain(side)}" is neither mine nor theirs.`, args.command);
  }
  const choice = side ?? { set: set ?? {} };
  return answerOperation(context, await call('queue.resolve', { op, choice }));
};

export const retry: CommandRun = async (context) => {
  const [op = ''] = context.args.positionals;
  return answerOperation(context, await context.call('queue.retry', { op }));
};

export const discard: CommandRun = async (context) => {
  const [op = ''] = context.args.positionals;
  await confirm(context, `This discards the change ${plain(op)}.`, async () => {
    const found = (await context.call('queue.list', {})).find((operation) => operation.op === op);
    return found?.mayHaveArrived === true
      ? 'It was sent before and may have reached the service; discarding does not undo that.'
      : 'It will not be sent.';
  });
  return answerOperation(context, await context.call('queue.discard', { op }));
};

function answerOperation({ out }: CommandContext, operation: Operation): number {
  out.answer(operation, () => `${operationLines(operation, out.paint).join('\n')}\n`);
  return 0;
}
