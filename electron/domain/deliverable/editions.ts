import type {
  ChangedFinding,
  ComparedField,
  ComparedFinding,
  EditionDifferences,
} from '#contract/procedures/deliverables/editions.ts';
import type { ReportVerdict } from '#contract/deliverable/report.ts';
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
  /** The same as it was shown; without it, it is told by `number` among the findings given. */
  readonly shownNumber?: string | undefined;
  readonly evidence: readonly { readonly sha256: string; readonly caption: string }[];
  /** In the order of the rounds. */
  readonly verdicts?: readonly ReportVerdict[] | undefined;
  /** What the edition prints of it; everything if this is not said. */
  readonly fields?: ReadonlySet<ComparedField['field']> | undefined;
}

/**
 * What is new, changed and gone from one edition to another, in the order of the edition that has it. Compared is what
 * both print, without members that the interface does not name; nothing, an empty text and an empty list are the same.
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
  return new Map(findings.map((finding, at) => [finding, finding.shownNumber ?? numbers[at] ?? '']));
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
  const verdict: ComparedField = { field: 'verdict', was: verdictOf(from), now: verdictOf(to) };
  const retest: ComparedField = { field: 'retest', was: retestsOf(from), now: retestsOf(to) };
  const said = verdict.was === verdict.now ? retest : verdict;
  return [...fields, images, said].filter(
    ({ field, was, now }) =>
      from.fields?.has(field) !== false && to.fields?.has(field) !== false && !equalJson(was, now),
  );
}

/** What the newest round that looked at it found. */
function verdictOf({ verdicts = [] }: FrozenFinding): Json {
  return verdicts.at(-1)?.verdict ?? null;
}

function retestsOf({ verdicts = [] }: FrozenFinding): Json {
  return filled(
    verdicts.map(({ round, verdict, at, who, text, evidence }): Json => ({
      round,
      verdict,
      at,
      who,
      text,
      images: evidence.map(({ sha256, caption }): Json => ({ caption, sha256 })),
    })),
  );
}

function filled(value: Json | undefined): Json {
  return value === undefined || value === '' || (isList(value) && value.length === 0) ? null : value;
}

function imagesOf({ evidence }: FrozenFinding): Json {
  return filled(evidence.map(({ sha256, caption }): Json => ({ caption, sha256 })));
}
