import type {
  ChangedFinding,
  ComparedField,
  ComparedFinding,
  EditionDifferences,
} from '#contract/procedures/deliverables/editions.ts';
import { editableFields } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson, isList } from '../base/json.ts';
import { memberOf, textOf } from '../finding/record.ts';
import { snapshotNumbers } from './finding-numbers.ts';

/** A finding as an edition froze it. */
export interface FrozenFinding {
  readonly id: string;
  readonly record: JsonObject;
  /** The number that it went out with; older editions have none of their own. */
  readonly number?: number | undefined;
  readonly evidence: readonly { readonly sha256: string; readonly caption: string }[];
}

/**
 * What is new, changed and gone from one edition to another, in the order of the edition that has it. Members that the
 * interface does not name are in no report and are not compared; nothing, an empty text and an empty list are the same.
 *
 * @param same gives both names of a finding (local, then the service's) one key
 */
export function compareEditions(
  from: readonly FrozenFinding[],
  to: readonly FrozenFinding[],
  same: (id: string) => string = (id) => id,
): EditionDifferences {
  const [oldNumbers, newNumbers] = [numbersOf(from), numbersOf(to)];
  const before = new Map(from.map((finding) => [same(finding.id), finding]));
  const after = new Set(to.map(({ id }) => same(id)));
  const added: ComparedFinding[] = [];
  const changed: ChangedFinding[] = [];
  const renumbered: (ComparedFinding & { was: string })[] = [];
  const now = (finding: FrozenFinding): ComparedFinding => named(finding, newNumbers.get(finding) ?? '');
  let unchanged = 0;
  for (const finding of to) {
    const was = before.get(same(finding.id));
    const fields = was === undefined ? [] : differences(was, finding);
    if (was === undefined) added.push(now(finding));
    else if (fields.length > 0) changed.push({ ...now(finding), fields });
    else unchanged += 1;
    const number = was === undefined ? undefined : oldNumbers.get(was);
    if (number !== undefined && number !== newNumbers.get(finding)) {
      renumbered.push({ ...now(finding), was: number });
    }
  }
  const gone = from
    .filter(({ id }) => !after.has(same(id)))
    .map((finding) => named(finding, oldNumbers.get(finding) ?? ''));
  return { new: added, changed, gone, unchanged, renumbered };
}

function numbersOf(findings: readonly FrozenFinding[]): ReadonlyMap<FrozenFinding, string> {
  const numbers = snapshotNumbers(
    findings.map(({ record, number }) => ({ severity: textOf(record, 'severity'), number })),
  );
  return new Map(findings.map((finding, at) => [finding, numbers[at] ?? '']));
}

function named({ id, record }: FrozenFinding, number: string): ComparedFinding {
  return { id, number, title: textOf(record, 'title'), severity: textOf(record, 'severity') };
}

function differences(from: FrozenFinding, to: FrozenFinding): ComparedField[] {
  const fields = editableFields.map((field): ComparedField => ({
    field,
    was: filled(memberOf(from.record, field)),
    now: filled(memberOf(to.record, field)),
  }));
  const images: ComparedField = { field: 'evidence', was: imagesOf(from), now: imagesOf(to) };
  return [...fields, images].filter(({ was, now }) => !equalJson(was, now));
}

function filled(value: Json | undefined): Json {
  return value === undefined || value === '' || (isList(value) && value.length === 0) ? null : value;
}

function imagesOf({ evidence }: FrozenFinding): Json {
  return filled(evidence.map(({ sha256, caption }): Json => ({ caption, sha256 })));
}
