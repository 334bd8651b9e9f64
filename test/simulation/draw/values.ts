import type { EditableField } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Marks } from '../user/memory.ts';
import type { Dice } from './random.ts';

/** Fields that both sides edit. Nobody edits the observation: by it a creation is known however often it arrives. */
export const editedFields = [
  'title',
  'severity',
  'description',
  'remediation',
  'asset',
  'tags',
] as const satisfies readonly EditableField[];

/** A value for a field, carrying the mark. Texts get a line more, so that merges have something to merge. */
export function valueFor(
  dice: Dice,
  field: EditableField,
  mark: string,
  before: Json | undefined,
  { figures }: Pick<Marks, 'figures'>,
): Json {
  if (field === 'asset' || field === 'tags') {
    const kept = Array.isArray(before) ? (before as Json[]).filter(() => !dice.oneIn(4)) : [];
    return [...kept, `${mark}.test`];
  }
  if (field === 'description' || field === 'remediation') {
    const lines =
      typeof before === 'string' && before !== '' ? before.split('\n') : ['first', 'middle', 'last'];
    lines.splice(dice.between(0, lines.length), 0, figures && dice.oneIn(2) ? figure(mark) : `line ${mark}`);
    if (dice.oneIn(4)) lines.splice(dice.between(0, lines.length - 1), 1);
    return lines.join(dice.oneIn(5) ? '\r\n' : '\n') + (dice.oneIn(5) ? '\n' : '');
  }
  return dice.oneIn(40) ? `forbidden ${mark}` : `${field} ${mark}`;
}

function figure(mark: string): string {
  return `![${mark}](evidence:shot.png)`;
}

/** A finding as another user writes it. */
export function findingByOthers(dice: Dice, mark: string, { figures }: Pick<Marks, 'figures'>): JsonObject {
  return {
    title: `title ${mark}`,
    asset: ['a.test', 'b.test'],
    severity: dice.pick(['high', 'low']),
    description: `first\nmiddle\n${figures ? figure(mark) : mark}\nlast`,
    remediation: 'patch it',
    status: 'open',
    custom: { kept: 1 },
  };
}
