import type { BulkAnswer } from '#contract/procedures/findings/findings.ts';
import type { Json } from '#contract/json.ts';
import { wrong } from '../../command/arguments.ts';
import { commandLine } from '../../command/command-line.ts';
import { confirmValues } from '../../input/known-values.ts';
import { confirm } from '../../input/confirm.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { operationStyle } from '../../command/operation-style.ts';
import { operationLines } from '../../output/operations.ts';
import { canAsk } from '../../input/prompt.ts';
import { table } from '../../output/table.ts';
import { counted, plain } from '../../output/text.ts';

/** What the person named: findings, or a query whose hits are looked up when it is confirmed. */
type Selected =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'query'; readonly project: string; readonly query: string };

export const setStatus: CommandRun = async (context) => {
  const { args, call } = context;
  const [status = '', ...ids] = args.positionals;
  const selected = readSelection(context, ids);
  if (selected.kind === 'query' && !canAsk()) {
    await confirm(
      context,
      `This sets the status "${shown(status)}" for what the query finds in ${plain(selected.project)}.`,
    );
  }
  await confirmValues(context, { status });
  const found = await lookUp(context, selected);
  if (found.isEmpty) return answer(context, { operations: [], left_out: [] });
  if (selected.kind === 'query') {
    await confirm(context, `This sets the status "${shown(status)}" for ${found.described}.`);
  }
  return answer(context, await call('finding.setStatus', { status, selection: found.selection }));
};

export const bulkDelete: CommandRun = async (context) => {
  const selected = readSelection(context, context.args.positionals);
  const found = await lookUp(context, selected);
  if (found.isEmpty) return answer(context, { operations: [], left_out: [] });
  await confirm(
    context,
    `This deletes ${found.described} on the service with the next sync, which is permanent.`,
  );
  return answer(context, await context.call('finding.bulkDelete', { selection: found.selection }));
};

export const bulkReview: CommandRun = async (context) => {
  const { args, call } = context;
  const [decision = '', ...ids] = args.positionals;
  const [first] = ids;
  if (first === 'accept' || first === 'reject') {
    throw wrong(`The decision comes first: ${commandLine('bulk-review', first, decision)}`, args.command);
  }
  if (decision !== 'accept' && decision !== 'reject') {
    throw wrong(`"${plain(decision).slice(0, 60)}" is neither accept nor reject.`, args.command);
  }
  const selected = readSelection(context, ids);
  const found = await lookUp(context, selected);
  if (found.isEmpty) return answer(context, { operations: [], left_out: [] });
  if (selected.kind === 'query') {
    await confirm(context, `This ${decision}s the candidates among ${found.described} with the next sync.`);
  }
  const comment = args.text('comment');
  const ask = { decision, selection: found.selection, ...(comment === undefined ? {} : { comment }) };
  return answer(context, await call('finding.bulkReview', ask));
};

function readSelection({ args }: CommandContext, ids: readonly string[]): Selected {
  const [project, query] = [args.text('project'), args.text('query')];
  if (project === undefined && query === undefined) {
    if (ids.length > 0) return { kind: 'ids', ids: [...new Set(ids)] };
    throw wrong('Say which findings: by their ids, or by --project and --query.', args.command);
  }
  if (ids.length > 0) throw wrong('Give either ids or --project and --query, not both.', args.command);
  if (project === undefined || project === '') throw wrong('--query needs a --project.', args.command);
  // An empty variable of a script must not select a whole engagement.
  if (query === undefined || query.trim() === '') {
    throw wrong('--project needs a --query that is not empty; -is:gone takes everything.', args.command);
  }
  return { kind: 'query', project, query };
}

interface LookedUp {
  /** For the procedure. */
  readonly selection: Json;
  /** As the object of a sentence that asks the person. */
  readonly described: string;
  readonly isEmpty: boolean;
}

/**
 * A selection is frozen as ids when the person confirms it. With `--yes` the service of the program looks it up then. A
 * user who is asked has seen the count of these findings, so exactly these are taken.
 */
async function lookUp({ args, call }: CommandContext, selected: Selected): Promise<LookedUp> {
  if (selected.kind === 'ids') {
    const { ids } = selected;
    return { selection: { ids: [...ids] }, described: counted(ids.length, 'finding'), isEmpty: false };
  }
  const { project, query } = selected;
  const described = `what the query finds in ${plain(project)}`;
  if (args.flag('yes') || !canAsk()) return { selection: { project, query }, described, isEmpty: false };
  const { rows } = await call('finding.list', { project, query });
  const candidates = rows.filter((row) => row.candidate).length;
  const among = candidates === 0 ? '' : ` (${counted(candidates, 'pending candidate')} among them)`;
  return {
    selection: { ids: rows.map((row) => row.id) },
    described: `${counted(rows.length, 'finding')} in ${plain(project)}${among}`,
    isEmpty: rows.length === 0,
  };
}

async function answer(context: CommandContext, { operations, left_out }: BulkAnswer): Promise<number> {
  const { out } = context;
  const style = await operationStyle(context, operations);
  out.answer({ operations, left_out }, () => {
    const findings = operations.reduce((sum, operation) => sum + operation.findings.length, 0);
    const queued =
      operations.length === 0
        ? ['Nothing to do: no finding is left to change.']
        : [
            `${counted(operations.length, 'pending change')} of ${counted(findings, 'finding')}.`,
            ...operations.flatMap((operation) => operationLines(operation, style)),
          ];
    if (left_out.length === 0) return `${queued.join('\n')}\n`;
    const why = table(
      left_out,
      [
        { title: 'Id', cell: (row) => row.id },
        { title: 'Left out, because', cell: (row) => row.reason, shrinks: true },
      ],
      out,
    );
    return `${queued.join('\n')}\n${counted(left_out.length, 'finding')} left out:\n${why}`;
  });
  return 0;
}

function shown(status: string): string {
  return plain(status).slice(0, 60);
}
