import { cvssScore, otherScores, withDecimalPoint } from '../../finding/cvss/cvss.ts';
import { cvssProblem, cvssProblemText } from '../../finding/cvss/cvss-problem.ts';
import { stringify } from '../../base/json.ts';
import { ratingOf } from '../../finding/rating.ts';
import { memberOf, textOf } from '../../finding/record.ts';
import { foldSeverity } from '../../finding/labels/severity-names.ts';
import { about, quotes, type Rule } from './rule.ts';

/** A CVSS that nobody can compute, or with a vector that is half, broken or one of two. */
export const invalidCvss: Rule = ({ finding }) => {
  const rating = ratingOf(memberOf(finding.record, 'CVSS'));
  if (rating === null) return [];
  const problem = cvssProblem(rating);
  if (problem !== null) {
    const score = cvssScore(rating);
    const scored = score === null ? '' : ` The report prints the score ${score.toFixed(1)} all the same.`;
    return [about(finding, 'invalid-cvss', 'CVSS', `${cvssProblemText(problem)}${scored}`)];
  }
  if (cvssScore(rating) !== null) return [];
  const written = typeof rating === 'string' ? rating : stringify(rating);
  return [about(finding, 'invalid-cvss', 'CVSS', whyInvalid(written))];
};

function whyInvalid(written: string): string {
  const point = withDecimalPoint(written);
  if (point !== null) return `${quotes([written])} is no score: a score has a point. Write ${point}.`;
  return (
    `${quotes([written])} is no CVSS that can be computed: it is neither one score from 0 to 10, like 7.5, ` +
    'nor a whole vector (a metric may be missing, unknown or named twice).'
  );
}

/** A score beside a vector that gives another one: the report prints what the vector gives. */
export const scoreAgainstVector: Rule = ({ finding }) => {
  const rating = ratingOf(memberOf(finding.record, 'CVSS'));
  const [stated] = rating === null ? [] : otherScores(rating);
  const score = rating === null ? null : cvssScore(rating);
  if (stated === undefined || score === null) return [];
  const message = `The CVSS says ${stated.toFixed(1)}, and its vector gives ${score.toFixed(1)}. The report prints ${score.toFixed(1)}.`;
  return [about(finding, 'cvss-severity', 'CVSS', message)];
};

/** No severity, or one that no report knows: it is counted and printed behind all others. */
export const unknownSeverity: Rule = ({ finding }) => {
  const severity = textOf(finding.record, 'severity').trim();
  if (foldSeverity(severity) !== null) return [];
  const what =
    severity === '' ? 'It has no severity.' : `${quotes([severity])} is no severity of the report.`;
  const message = `${what} It is counted as "Other" and printed last. Known are critical, high, medium, low and info.`;
  return [about(finding, 'unknown-severity', 'severity', message)];
};

/** The bands of CVSS 3 and 4, from the lowest score that belongs to each. */
const bands = [
  { from: 9, name: 'critical' },
  { from: 7, name: 'high' },
  { from: 4, name: 'medium' },
  { from: 0.1, name: 'low' },
  { from: 0, name: 'info' },
] as const;

/** A vector of CVSS 2, which knows no critical. */
const second = /\bAu:[MSN]\//u;

/** A severity that says something else than the score beside it. Severities that the service made up say nothing. */
export const cvssAgainstSeverity: Rule = ({ finding }) => {
  const { record } = finding;
  const rating = ratingOf(memberOf(record, 'CVSS'));
  const score = rating === null ? null : cvssScore(rating);
  const severity = textOf(record, 'severity').trim();
  const given = foldSeverity(severity);
  if (score === null || given === null) return [];
  const band = bands.find(({ from }) => score >= from)?.name ?? 'info';
  if (band === given) return [];
  if (typeof rating === 'string' && second.test(rating) && band === 'critical' && given === 'high') return [];
  return [
    about(
      finding,
      'cvss-severity',
      'severity',
      `The severity is ${severity}, and its CVSS of ${score.toFixed(1)} stands for ${band}.`,
    ),
  ];
};
