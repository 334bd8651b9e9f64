import { replaceFields, type ReplaceField } from '#contract/finding/finding.ts';
import type { BulkAction } from '#contract/procedures/findings/bulk.ts';
import type { JsonObject } from '#contract/json.ts';
import { wordOf } from '#domain/text/words/digest.ts';
import { memberOf } from '#domain/finding/record.ts';
import { searchFor } from '#domain/finding/replace/replace.ts';
import { hitsInField, replaceInField, type FieldReplacement } from '#domain/finding/replace/replaceable.ts';

export type Replacement = Extract<BulkAction, { kind: 'replace' }>;

/** What a replacement makes of a finding. */
export interface ReplacedFinding {
  /** The fields in which something was found. */
  readonly fields: readonly FieldReplacement[];
  /** Hits were taken out of a field that holds something else by now. */
  readonly moved: boolean;
}

/** Replaces in one finding after another. */
export function replacerOf(action: Replacement): (finding: number, effective: JsonObject) => ReplacedFinding {
  const search = searchFor(action);
  const out = takenOut(action);
  const searched = replaceFields.filter((field) => action.fields.includes(field));
  return (finding, effective) => {
    const taken = out.get(finding);
    const fields = searched.flatMap((field) => {
      const hits = taken?.get(field)?.hits ?? none;
      const replaced = replaceInField(field, memberOf(effective, field), {
        search,
        by: action.with,
        out: hits,
      });
      return replaced === null ? [] : [replaced];
    });
    const moved = fields.some(
      ({ field, fingerprint }) => (taken?.get(field)?.stamp ?? fingerprint) !== fingerprint,
    );
    return { fields, moved };
  };
}

/** Counts the hits of a finding in the fields that a replacement leaves as they are; without those that have none. */
export function elsewhereOf(
  action: Replacement,
): (effective: JsonObject) => readonly { readonly field: ReplaceField; readonly count: number }[] {
  const search = searchFor(action);
  const others = replaceFields.filter((field) => !action.fields.includes(field));
  return (effective) =>
    others
      .map((field) => ({ field, count: hitsInField(field, memberOf(effective, field), search) }))
      .filter(({ count }) => count > 0);
}

/** What a replacement found in a finding. */
export interface ReplacementHits {
  readonly count: number;
  /** Another number if one of the fields is another, or other hits would break a rule. */
  readonly over: number;
  /** How many hits stay because of a rule, by its words. */
  readonly broken: ReadonlyMap<string, number>;
}

export const noHits: ReplacementHits = { count: 0, over: 0, broken: new Map() };

/** Counts what was found. */
export function foundIn(fields: readonly FieldReplacement[]): ReplacementHits {
  if (fields.length === 0) return noHits;
  const broken = new Map<string, number>();
  let over = 0;
  for (const { fingerprint, texts } of fields) {
    over = (Math.imul(over, 31) + fingerprint) >>> 0;
    for (const { why, hits, first } of texts) {
      if (why === null) continue;
      broken.set(why, (broken.get(why) ?? 0) + hits.length);
      over = (Math.imul(over, 31) + wordOf(`${String(first)} ${why}`)) >>> 0;
    }
  }
  return { count: fields.reduce((sum, { found }) => sum + found, 0), over, broken };
}

const none: ReadonlySet<number> = new Set();

interface TakenOut {
  readonly stamp: number;
  readonly hits: ReadonlySet<number>;
}

function takenOut({ except }: Replacement): ReadonlyMap<number, ReadonlyMap<ReplaceField, TakenOut>> {
  const byRow = new Map<number, Map<ReplaceField, TakenOut>>();
  for (const { row, field, stamp, hits } of except) {
    const byField = byRow.get(row) ?? new Map<ReplaceField, TakenOut>();
    byRow.set(row, byField.set(field, { stamp, hits: new Set(hits) }));
  }
  return byRow;
}
