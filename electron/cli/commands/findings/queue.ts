import { DossierError } from '#contract/error.ts';
import type { Operation } from '#contract/finding/operation.ts';
import { namesOf } from '#domain/finding/labels/field-labels.ts';
import { wrong } from '../../command/arguments.ts';
import { commandLine } from '../../command/command-line.ts';
import { confirm } from '../../input/confirm.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { changeLines } from '../../output/changes.ts';
import { operationStyle } from '../../command/operation-style.ts';
import { operationLines } from '../../output/operations.ts';
import { fit, plain } from '../../output/text.ts';
import { confirmValues } from '../../input/known-values.ts';
import { readChanges, refuseBrokenFields } from '../../input/values.ts';

const LONGEST_TITLE = 60;

export const list: CommandRun = async ({ args, out, call }) => {
  const operations = await call('queue.list', { changes: args.flag('diff') });
  const style = await operationStyle({ out, call }, operations);
  out.answer(operations, () => {
    if (operations.length === 0) return 'No pending changes.\n';
    const lines = operations.flatMap((one) => [
      ...operationLines(one, style),
      ...changeLines(one.changes ?? {}, out.paint),
    ]);
    return `${lines.join('\n')}\n`;
  });
  return 0;
};

export const hold: CommandRun = (context) => setHeld(context, true);

export const release: CommandRun = (context) => setHeld(context, false);

async function setHeld({ args, out, call }: CommandContext, held: boolean): Promise<number> {
  const findings = await call('finding.hold', { ids: [...args.positionals], held });
  out.answer(findings, () =>
    findings.map(({ id, changed }) => `${plain(id)}  ${heldText(held, changed)}\n`).join(''),
  );
  return 0;
}

function heldText(held: boolean, changed: boolean): string {
  if (held) return changed ? 'held back' : 'is held back already';
  return changed ? 'released' : 'was not held back';
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
    throw wrong('Say yours or theirs, or give the values by --set.', args.command);
  }
  if (isSide(op)) {
    throw wrong(`The id comes first: ${commandLine('resolve', side ?? 'OP', op)}`, args.command);
  }
  if (side !== undefined && !isSide(side)) {
    throw wrong(`"${plain(side)}" is neither yours nor theirs.`, args.command);
  }
  if (set !== undefined) {
    refuseBrokenFields(context, set);
    await confirmValues(context, set);
  }
  const choice = side === 'yours' ? 'mine' : (side ?? { set: set ?? {} });
  return answerOperation(context, await call('queue.resolve', { op, choice }));
};

function isSide(word: string): word is 'mine' | 'yours' | 'theirs' {
  return word === 'mine' || word === 'yours' || word === 'theirs';
}

export const retry: CommandRun = async (context) => {
  const [op = ''] = context.args.positionals;
  return answerOperation(context, await context.call('queue.retry', { op }));
};

export const discard: CommandRun = async (context) => {
  const [op = ''] = context.args.positionals;
  // What is wrong with the command line comes before what is wrong with the vault.
  const queue = await context.call('queue.list', {}).catch(() => null);
  const found = queue?.find((operation) => operation.op === op);
  if (queue !== null && found === undefined)
    throw new DossierError('not-found', `No pending change has the id ${plain(op)}: see dossier queue.`);
  const title = fit(plain(found?.title ?? ''), LONGEST_TITLE);
  const after =
    found?.mayHaveArrived === true
      ? 'It was sent before and may have reached the service; discarding does not undo that.'
      : 'It will not be sent.';
  await confirm(context, `This discards the change ${title === '' ? plain(op) : `of "${title}"`}.`, () =>
    Promise.resolve(after),
  );
  return answerOperation(context, await context.call('queue.discard', { op }));
};

async function answerOperation(context: CommandContext, operation: Operation): Promise<number> {
  const style = await operationStyle(context, [operation]);
  context.out.answer(operation, () => `${operationLines(operation, style).join('\n')}\n`);
  return 0;
}
