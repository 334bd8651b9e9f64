import type { MaskedFinding, MaskedValue, OmittedBody } from '#contract/deliverable/masks.ts';

/** Where a value stands: in which finding, and first in which of its requests. */
export interface MaskedPlace {
  readonly finding: string;
  readonly title: string;
  readonly where: string;
}

/** One secret value of a report, in all findings that have it. */
export interface ValueRow extends Pick<MaskedValue, 'key' | 'kind' | 'text'> {
  readonly count: number;
  readonly places: readonly MaskedPlace[];
}

/** The secret values of a report, each once, in the order of its findings. */
export function valueRows(masks: readonly MaskedFinding[]): readonly ValueRow[] {
  const rows = new Map<string, ValueRow>();
  for (const { finding, title, values } of masks) {
    for (const { key, kind, text, where, count } of values) {
      const row = rows.get(key) ?? { key, kind, text, count: 0, places: [] };
      const places = [...row.places, { finding, title, where }];
      rows.set(key, { ...row, count: row.count + count, places });
    }
  }
  return [...rows.values()];
}

/** The bodies of a report that are cut, with their findings. */
export function cutBodies(masks: readonly MaskedFinding[]): readonly (MaskedPlace & OmittedBody)[] {
  return masks.flatMap(({ finding, title, leftOut }) => leftOut.map((body) => ({ finding, title, ...body })));
}

/** The kept values once one more is kept, or masked again. */
export function keptAfter(kept: readonly string[], key: string, isKept: boolean): string[] {
  const others = kept.filter((one) => one !== key);
  return isKept ? [...others, key] : others;
}
