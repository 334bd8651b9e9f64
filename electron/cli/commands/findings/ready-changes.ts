import type { EditableField } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { FindingView } from '#contract/window/window.ts';
import { DossierError } from '#contract/error.ts';
import { changedFields, formerValue, type ChangedField } from '#domain/peer-review/changed-fields.ts';
import { wrong } from '../../command/arguments.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { changeLines } from '../../output/changes.ts';
import { operationStyle } from '../../command/operation-style.ts';
import { operationLines } from '../../output/operations.ts';
import { plain } from '../../output/text.ts';
import { fieldNamed } from './peer-review.ts';

/* What was changed in a finding since it was marked ready for review: listed, kept or restored, field by field. */

export const listChanges: CommandRun = async ({ args, out, call }) => {
  const [id = ''] = args.positionals;
  const view = await call('finding.open', { id });
  const changes = changesOf(view);
  out.answer({ since: view.ready?.at ?? null, changes: changes.map(asJson) }, () => {
    if (view.ready === null)
      return 'Nothing is compared: mark the finding with "dossier mark ready" first.\n';
    if (changes.length === 0) return 'Nothing has changed since it was marked ready for review.\n';
    const head = `Changed since it was marked ready for review, ${out.moment(view.ready.at)}:`;
    const texts = changeLines(
      Object.fromEntries(changes.map(({ name, was, now }) => [name, { from: was ?? null, to: now ?? null }])),
      out.paint,
    );
    const next = `Next: dossier ready keep ${plain(id)} FIELD… or dossier ready restore ${plain(id)} FIELD…`;
    return `${[head, ...texts, next].join('\n')}\n`;
  });
  return 0;
};

export const keepChanges: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [id = ''] = args.positionals;
  const kept = await chosenChanges(context);
  const seen: JsonObject = Object.fromEntries(kept.map(({ name, now }) => [name, now ?? null]));
  const left = changesOf(await call('ready.keep', { id, seen }));
  out.answer({ changes: left.map(asJson) }, () => `Kept: ${namesIn(kept)}.\n`);
  return 0;
};

export const restoreChanges: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [id = ''] = args.positionals;
  const chosen = await chosenChanges(context);
  const changes = Object.fromEntries(chosen.map((change) => [change.name, formerValue(change)]));
  const operation = await call('finding.edit', { id, changes });
  const style = await operationStyle(context, [operation]);
  out.answer(
    operation,
    () => `Restored: ${namesIn(chosen)}.\n${operationLines(operation, style).join('\n')}\n`,
  );
  return 0;
};

/** The changes that the arguments name. @throws DossierError `usage`; `wrong-state` if a named field is unchanged */
async function chosenChanges({ args, call }: CommandContext): Promise<readonly ChangedField[]> {
  const [id = '', ...names] = args.positionals;
  const fields = names.map((name) => fieldNamed(args, name));
  if (args.flag('all') === fields.length > 0) throw wrong('Name the fields, or give --all.', args.command);
  const changes = changesOf(await call('finding.open', { id }));
  const same = fields.find((field) => !changes.some(({ name }) => name === field));
  if (same !== undefined || changes.length === 0) {
    const what = same === undefined ? 'Nothing' : `The field ${same}`;
    throw new DossierError(
      'wrong-state',
      `${what} ${same === undefined ? 'has' : 'has not'} changed since ${id} was marked ready for review.`,
    );
  }
  return args.flag('all') ? changes : changes.filter(({ name }) => fields.includes(name));
}

function changesOf({ ready, effective }: FindingView): readonly ChangedField[] {
  return ready === null ? [] : changedFields(ready.fields, effective);
}

function asJson({ name, was, now }: ChangedField): JsonObject {
  return { field: name satisfies EditableField, was: was ?? null, now: now ?? null };
}

function namesIn(changes: readonly ChangedField[]): string {
  return changes.map(({ name }) => name).join(', ');
}
