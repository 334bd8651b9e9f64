import type { JsonObject } from '#contract/json.ts';

/** A step of likelihood or impact, from very low (1) to very high (5). */
export type RiskLevel = 1 | 2 | 3 | 4 | 5;

/** Words of the field for the steps, the lowest first. */
const words: readonly (readonly string[])[] = [
  ['very low', 'rare', 'negligible', 'insignificant'],
  ['low', 'unlikely', 'minor'],
  ['medium', 'moderate', 'possible'],
  ['high', 'likely', 'major', 'significant'],
  ['very high', 'almost certain', 'certain', 'severe', 'critical', 'catastrophic'],
];
const levels: ReadonlyMap<string, RiskLevel> = new Map(
  words.flatMap((names, at) =>
    [...names, String(at + 1)].map((name): [string, RiskLevel] => [name, (at + 1) as RiskLevel]),
  ),
);

/** The likelihood and impact of a record that has both as members (`likelihood`, `impact`) of known words or 1 to 5; else null. */
export function riskLevels(
  record: JsonObject,
): { readonly likelihood: RiskLevel; readonly impact: RiskLevel } | null {
  const likelihood = levelOf(record, 'likelihood');
  const impact = levelOf(record, 'impact');
  return likelihood === undefined || impact === undefined ? null : { likelihood, impact };
}

function levelOf(record: JsonObject, name: string): RiskLevel | undefined {
  const member = Object.keys(record).find((key) => key.toLowerCase() === name);
  const value = member === undefined ? undefined : record[member];
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return levels.get(
    String(value)
      .replaceAll(/[\s_-]+/gu, ' ')
      .trim()
      .toLowerCase(),
  );
}
