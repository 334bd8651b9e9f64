import type { EditableField } from '#contract/finding/finding.ts';
import type { ConflictCause, ConflictEntry } from '#contract/procedures/findings/conflict.ts';
import { labelOf } from '#domain/finding/labels/field-labels.ts';
import { wholeWords } from './strings.ts';

/** A cause as it is listed under a field. */
export interface ListedCause {
  readonly cause: ConflictCause;
  /** Whether one answer for all of it is offered here; a cause about several fields offers it under the first one. */
  readonly offersAll: boolean;
}

/** Conflicts about one field, or about whole findings. */
export interface ConflictGroup {
  readonly name: string;
  /** Null if the whole is asked about. */
  readonly field: EditableField | null;
  readonly causes: readonly ListedCause[];
  readonly count: number;
}

/** Groups conflicts by the fields that they are about, in the order of the causes; one about several is in each group. */
export function groupedByField(causes: readonly ConflictCause[]): readonly ConflictGroup[] {
  const groups = new Map<string, ConflictGroup>();
  for (const cause of causes) {
    const fields = cause.reason === 'fields' ? cause.fields : [];
    const named = fields.length === 0 ? [{ field: null, name: wholeWords(cause) }] : fields.map(asField);
    for (const [at, { field, name }] of named.entries()) {
      const { causes: before = [], count = 0 } = groups.get(name) ?? {};
      const offersAll = at === 0 && cause.findings.length > 1 && (cause.answers.mine || cause.answers.theirs);
      groups.set(name, {
        name,
        field,
        causes: [...before, { cause, offersAll }],
        count: count + cause.findings.length,
      });
    }
  }
  return [...groups.values()];
}

function asField(field: EditableField): { readonly field: EditableField; readonly name: string } {
  return { field, name: labelOf(field) };
}

/** Every conflict once, in the order of the groups. */
export function entriesOf(groups: readonly ConflictGroup[]): readonly ConflictEntry[] {
  const all = groups.flatMap(({ causes }) => causes.flatMap(({ cause }) => cause.findings));
  return [...new Map(all.map((entry) => [`${entry.op} ${entry.id}`, entry])).values()];
}
