import type { ReportGroup } from '#contract/deliverable/report.ts';
import type { JsonObject } from '#contract/json.ts';
import { textOf } from '../finding/record.ts';
import { severityKeyOf, severityKeys, type SeverityKey } from '../finding/labels/severity-names.ts';

const letters: Readonly<Record<SeverityKey, string>> = {
  critical: 'C',
  high: 'H',
  medium: 'M',
  low: 'L',
  info: 'I',
  unknown: 'U',
};

/** A finding that is to be numbered. */
export interface Numberable {
  /** As it is written. */
  readonly severity: string;
  /** The number that it went out with in this severity; absent if none did. */
  readonly number?: number | undefined;
}

/**
 * The numbers of findings in one report, counted per severity in the order given. A number that went out stays; new ones
 * follow the highest that is known.
 *
 * @param highest the highest numbers that ever went out, also of findings that are not in the report
 */
export function numbersFor(
  findings: readonly Numberable[],
  highest: ReadonlyMap<SeverityKey, number> = new Map(),
): number[] {
  const last = new Map(highest);
  for (const { severity, number } of findings) {
    const key = severityKeyOf(severity);
    if (number !== undefined) last.set(key, Math.max(last.get(key) ?? 0, number));
  }
  return findings.map(({ severity, number }) => {
    if (number !== undefined) return number;
    const key = severityKeyOf(severity);
    const next = (last.get(key) ?? 0) + 1;
    last.set(key, next);
    return next;
  });
}

/** The highest number that went out in each severity. */
export function highestNumbers(
  known: readonly { readonly severity: SeverityKey; readonly number: number }[],
): ReadonlyMap<SeverityKey, number> {
  const highest = new Map<SeverityKey, number>();
  for (const { severity, number } of known)
    highest.set(severity, Math.max(highest.get(severity) ?? 0, number));
  return highest;
}

/** `H2`: the letter of the severity and the number in it. */
export function numberText(severity: string, number: number): string {
  return `${letters[severityKeyOf(severity)]}${String(number)}`;
}

/** The numbers of the findings of a snapshot, in its order. An older one has none of its own: it counted from one. */
export function snapshotNumbers(findings: readonly Numberable[]): string[] {
  const worstFirst = severityKeys.flatMap((key) =>
    findings.flatMap((finding, at) => (severityKeyOf(finding.severity) === key ? [{ finding, at }] : [])),
  );
  const numbers = numbersFor(worstFirst.map(({ finding }) => finding));
  const texts = new Map(
    worstFirst.map(({ finding, at }, index) => [at, numberText(finding.severity, numbers[index] ?? 0)]),
  );
  return findings.map((_, at) => texts.get(at) ?? '');
}

/** What is read of a snapshot for the numbers of its findings. */
export interface NumberedSnapshot {
  readonly findings: readonly {
    readonly id: string;
    readonly record: JsonObject;
    readonly number?: number | undefined;
  }[];
  readonly groups?: readonly ReportGroup[] | undefined;
}

/** The numbers under which a report prints the findings of a snapshot, in its order: those of one group have the same. */
export function printedNumbers({ findings, groups = [] }: NumberedSnapshot): string[] {
  const grouped = new Map(
    groups.flatMap(({ members, severity, number }) =>
      members.map((id) => [id, numberText(severity, number)]),
    ),
  );
  const alone = findings.filter(({ id }) => !grouped.has(id));
  const numbers = snapshotNumbers(
    alone.map(({ record, number }) => ({ severity: textOf(record, 'severity'), number })),
  );
  const own = new Map(alone.map(({ id }, at) => [id, numbers[at] ?? '']));
  return findings.map(({ id }) => grouped.get(id) ?? own.get(id) ?? '');
}
