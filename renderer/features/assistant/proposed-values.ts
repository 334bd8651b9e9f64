import { textFields } from '#contract/finding/finding.ts';
import type { ProposedField } from '#contract/procedures/findings/assistant.ts';
import type { Json } from '#contract/json.ts';
import { equalJson, isList } from '#domain/base/json.ts';

/** What the person changed of a proposal before it is accepted, by field: a text, or the entries of a list that are ticked. */
export type EditedValues = ReadonlyMap<string, Json>;

/** How a proposed value is changed: as a line, as a text, by ticking entries, or not here. */
export type EditWay = 'line' | 'text' | 'entries' | 'none';

/** How the proposed value of a field can be changed before it is accepted. */
export function editWayOf({ field, proposed, union }: ProposedField): EditWay {
  if (field === null) return 'none';
  if (union !== null) return 'entries';
  if (typeof proposed !== 'string') return 'none';
  return textFields.some((text) => text === field) ? 'text' : 'line';
}

/** Whether there is anything to accept of a field: a list may gain entries of the other findings also if none is proposed. */
export function isAcceptable({ field, accepted, same, now, union }: ProposedField): boolean {
  if (field === null || accepted) return false;
  return !same || (union !== null && union.length > entriesIn(now).length);
}

/** The value that accepting a field gives the finding: a list begins with all its entries. */
export function acceptedValue(field: ProposedField, edited: EditedValues): Json {
  const own = edited.get(field.name);
  if (own !== undefined) return own;
  return field.union === null ? field.proposed : [...field.union];
}

/** The accepted values that are other than proposed, as they are sent. */
export function editedOf(
  fields: readonly ProposedField[],
  chosen: ReadonlySet<string>,
  edited: EditedValues,
): Record<string, Json> {
  return Object.fromEntries(
    fields
      .filter(({ name }) => chosen.has(name))
      .map((field): [string, Json] => [field.name, acceptedValue(field, edited)])
      .filter(([name, value]) => !equalJson(value, fields.find((field) => field.name === name)?.proposed)),
  );
}

/** The values as the person saw them, without those of members that the finding does not have. */
export function seenOf(fields: readonly ProposedField[], chosen: ReadonlySet<string>): Record<string, Json> {
  return Object.fromEntries(
    fields.filter(({ name, now }) => chosen.has(name) && now !== null).map(({ name, now }) => [name, now]),
  );
}

/** Where an entry of a list comes from, if not from both the finding and the proposal. */
export type EntryOrigin = 'both' | 'new' | 'not-proposed' | 'others';

/** Where an entry of a list comes from. */
export function originOf(entry: string, { now, proposed }: ProposedField): EntryOrigin {
  const isProposed = entriesIn(proposed).includes(entry);
  if (entriesIn(now).includes(entry)) return isProposed ? 'both' : 'not-proposed';
  return isProposed ? 'new' : 'others';
}

function entriesIn(value: Json): readonly Json[] {
  return isList(value) ? value : value === null || value === '' ? [] : [value];
}
