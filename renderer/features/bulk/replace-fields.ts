import type { ReplaceField } from '#contract/bulk.ts';
import { labelOf } from '#renderer/state/field-labels.ts';

const names = [
  'title',
  'description',
  'remediation',
  'observation',
  'demonstration',
] as const satisfies readonly ReplaceField[];

/** Fields that can be searched, as the person knows them. */
export const replaceFieldLabels = names.map((name) => ({ name, label: labelOf(name) }));
