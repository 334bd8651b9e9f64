import type { ReportGrouping } from '#contract/deliverable/choices.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { isList } from '../base/json.ts';
import { memberOf, textOf } from '../finding/record.ts';
import { weaknessAt } from '../finding/weaknesses/weaknesses.ts';
import { fold } from '../text/words/fold.ts';

/**
 * What equal findings are called together: as all of them are; of several titles the name of their weakness if that made them
 * equal, else the commonest title, of two the first.
 */
export function groupTitle(records: readonly JsonObject[], grouping: ReportGrouping): string {
  const titles = Map.groupBy(
    records.map((record) => textOf(record, 'title')),
    (title) => fold(title).replace(/\s+/gu, ' ').trim(),
  );
  if (grouping === 'cwe' && titles.size > 1) {
    const [name] = records.flatMap((record) => weaknessName(memberOf(record, 'cwe')));
    if (name !== undefined) return name;
  }
  const commonest = commonestOf([...titles.values()], ({ length }) => length) ?? [];
  const spellings = [...Map.groupBy(commonest, (title) => title)];
  return commonestOf(spellings, ([, { length }]) => length)?.[0] ?? '';
}

function commonestOf<T>(items: readonly T[], count: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || count(item) > count(best) ? item : best),
    undefined,
  );
}

function weaknessName(cwe: Json | undefined): string[] {
  const [first] = isList(cwe) ? cwe : [cwe];
  const known = typeof first === 'string' ? weaknessAt(first.trim()) : undefined;
  return known === undefined ? [] : [known.name];
}
