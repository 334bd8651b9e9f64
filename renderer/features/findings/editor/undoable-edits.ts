import type { EditableField } from '#contract/finding/finding.ts';
import type { FindingView } from '#contract/window/window.ts';
import { labelOf } from '#domain/finding/labels/field-labels.ts';
import type { Api } from '#renderer/api/api.ts';
import { lastChangesOf } from '#renderer/session/last-changes.ts';
import { findingWords } from '#renderer/session/values/finding-words.ts';

/** Edits of one field that follow each other within this time are one step, as in the undo log. */
const oneStepMs = 5_000;

const keyOf = (id: string): string => `edit ${JSON.stringify(id)} `;

/** Fields that were saved last, by finding and window: what follows at once belongs to the same step. */
const lastSaved = new WeakMap<
  Api,
  { readonly id: string; readonly field: EditableField; readonly atMs: number }
>();

/** A field was saved: the list can undo it. */
export function noteEdit(
  api: Api,
  { id, project, effective }: FindingView,
  field: EditableField,
  nowMs: number,
): void {
  const before = lastSaved.get(api);
  lastSaved.set(api, { id, field, atMs: nowMs });
  const changes = lastChangesOf(api);
  const joins = before?.id === id && before.field === field && nowMs - before.atMs <= oneStepMs;
  const known = joins ? changes.lastOf(keyOf(id)) : null;
  const title = effective['title'];
  const name = typeof title === 'string' && title !== '' ? title : null;
  changes.note({
    key: known?.key ?? `${keyOf(id)}${crypto.randomUUID()}`,
    project,
    undo: async () => {
      lastSaved.delete(api);
      await api.call('finding.undo', { id });
      return `Undone: ${labelOf(field)} of ${findingWords(1, name)}.`;
    },
  });
}

/** A step was undone in the finding itself. */
export function forgetEdit(api: Api, id: string): void {
  lastSaved.delete(api);
  const changes = lastChangesOf(api);
  const last = changes.lastOf(keyOf(id));
  if (last !== null) changes.forget(last.key);
}
