import { nearestName } from '#domain/text/words/nearest.ts';

/**
 * Values that are offered as choices, each in one spelling: the most frequent one of the findings, since the service
 * has accepted that, else the given name.
 * @param named by the profile, in its order
 * @param found in the engagement, the most frequent first
 */
export function offeredValues(named: readonly string[], found: readonly string[]): readonly string[] {
  const spelled = new Map<string, string>();
  for (const value of found) if (!spelled.has(keyOf(value))) spelled.set(keyOf(value), value);
  const offered = new Map<string, string>();
  for (const value of [...named, ...found]) {
    if (!offered.has(keyOf(value))) offered.set(keyOf(value), spelled.get(keyOf(value)) ?? value);
  }
  return [...offered.values()];
}

/**
 * What a user means who typed a part of a value: the one in whose words it begins, if there is but one. A value that
 * is offered means itself, in the spelling that is offered.
 * @returns null if it may be several, or none
 */
export function meantValue(offered: readonly string[], typed: string): string | null {
  const part = keyOf(typed);
  if (part === '') return null;
  const same = offered.find((value) => keyOf(value) === part);
  if (same !== undefined) return same;
  const begun = offered.filter((value) => keyOf(value).startsWith(part));
  return begun.length === 1 ? (begun[0] ?? null) : null;
}

/**
 * The value that is most probably meant by a text that is none of those offered: one that it begins or that begins it, or
 * one that differs by a slip of the fingers.
 * @returns null if none comes close
 */
export function nearestValue(offered: readonly string[], typed: string): string | null {
  const meant = meantValue(offered, typed);
  if (meant !== null) return meant;
  const part = keyOf(typed);
  const near = nearestName(part, offered.map(keyOf));
  const begins = offered.filter((value) => keyOf(value).length > 2 && part.startsWith(keyOf(value)));
  return offered.find((value) => keyOf(value) === near) ?? begins[0] ?? null;
}

/** Whether a text is one of the values offered, in whatever spelling. */
export function isOffered(offered: readonly string[], typed: string): boolean {
  return offered.some((value) => keyOf(value) === keyOf(typed));
}

/** Values that are shown alike are the same one: `pending_retest` and "Pending retest". */
function keyOf(value: string): string {
  return value
    .trim()
    .replaceAll(/[\s_-]+/gu, ' ')
    .toLowerCase();
}
