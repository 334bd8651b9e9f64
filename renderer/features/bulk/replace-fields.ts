import { replaceFields, type ReplaceField } from '#contract/finding/finding.ts';
import type { HitPart } from '#contract/procedures/findings/bulk.ts';
import { labelOf } from '#domain/finding/labels/field-labels.ts';

/** Fields that can be searched, as the person knows them. */
export const replaceFieldLabels = replaceFields.map((name) => ({ name, label: labelOf(name) }));

/** Where in a finding a hit stands: "Description", "Request 2", "References 3". */
export function placeOf(field: ReplaceField, part: HitPart | null): string {
  if (part === null) return labelOf(field);
  const words = { entry: labelOf(field), request: 'Request', response: 'Response' } as const;
  return `${words[part.kind]} ${String(part.at + 1)}`;
}
