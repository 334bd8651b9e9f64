import type { RatingRule } from '#contract/deliverable/theme.ts';
import { overallRating, usualRatingRules } from '#domain/deliverable/management/overall-rating.ts';
import { severityKeyOf } from '#domain/finding/labels/severity-names.ts';
import { severityKeys, type Block, type SeverityCount, type SeverityKey, type Value } from '../blocks.ts';
import { filledLine, leftFindings, textParts, type Context } from '../context.ts';
import { placesOf } from '../grouped.ts';
import { countSeverities } from '../severity.ts';
import { cell } from './front.ts';

/** The overall rating: by hand, or by the rule, which is printed with the numbers that it was given. */
export function rating(context: Context): Block[] {
  const { findings, snapshot, words } = context;
  const heading = { target: 'rating', title: words.chapters.rating };
  const parts = textParts(context, snapshot.facts.ratingReason);
  const own = filledLine(context, snapshot.facts.rating);
  if (own !== '') {
    return [
      { kind: 'rating', ...heading, rating: rated(own, namedSeverity(context, own)), sentence: '', parts },
    ];
  }
  const left = leftFindings(context);
  const counts = countSeverities(
    left.map(({ ref }) => ref.severity),
    words,
  );
  const rules =
    snapshot.theme?.rating ?? usualRatingRules({ ...words.severities, none: words.rating.none }, counts);
  const found = overallRating(
    left.map(({ ref }) => ref.severity),
    rules,
  );
  const rule = rules[found?.at ?? -1];
  if (found === null || rule === undefined) return [];
  const there = counts.filter(({ count }) => count > 0);
  const said =
    left.length < findings.length
      ? words.sentences.left(
          left.length,
          findings.length,
          there,
          placesOf(findings).some(({ verdicts }) => verdicts.length > 0),
        )
      : findings.length === 0
        ? words.sentences.noFindings
        : words.sentences.findings(findings.length, there);
  return [
    {
      kind: 'rating',
      ...heading,
      rating: rated(found.name, found.severity),
      sentence: `${said} ${words.rating.because(conditionOf(context, rule))}`,
      parts,
    },
    ruleTable(context, rules, found.at, counts),
  ];
}

function rated(text: string, severity: SeverityKey | null): Value {
  return severity === null ? { text } : { text, severity };
}

/** The severity that a rating by hand is called like; null if it has a name of its own. */
function namedSeverity({ words }: Context, name: string): SeverityKey | null {
  const same = severityKeys.find((key) => words.severities[key].toLowerCase() === name.toLowerCase());
  const known = same ?? severityKeyOf(name);
  return known === 'unknown' ? null : known;
}

/** The rule, line by line, with what was found: lines behind the one that applies were not asked. */
function ruleTable(
  context: Context,
  rules: readonly RatingRule[],
  at: number,
  counts: readonly SeverityCount[],
): Block {
  const { words } = context;
  return {
    kind: 'table',
    target: 'rating-rule',
    title: words.sections.ratingRule,
    parent: 'rating',
    columns: [
      { title: words.columns.rating, share: 2 },
      { title: words.columns.condition, share: 4 },
      { title: words.columns.notFixed, share: 3 },
      { title: words.columns.result, share: 2 },
    ],
    rows: rules.map((rule, line) => [
      [rated(rule.name, severityKeys.find((key) => rule.atLeast[key] !== undefined) ?? null)],
      cell(capital(conditionOf(context, rule))),
      cell(
        counts
          .filter(({ severity }) => rule.atLeast[severity] !== undefined)
          .map(({ label, count }) => `${label}: ${String(count)}`)
          .join(', '),
      ),
      cell(line === at ? words.rating.holds : line < at ? words.rating.holdsNot : ''),
    ]),
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function conditionOf({ words }: Context, { atLeast }: RatingRule): string {
  return words.rating.condition(
    severityKeys.flatMap((severity) => {
      const count = atLeast[severity];
      return count === undefined ? [] : [{ severity, count }];
    }),
  );
}
