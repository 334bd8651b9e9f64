import { cvssScore } from './cvss.ts';
import type { SeverityName } from '../labels/severity-names.ts';
import { metricsOf, type CvssMetric, type CvssVersion } from './cvss-metrics.ts';

/*
 * The calculators edit the text of the field and change only the chosen metric. Order, unknown parts, other vectors and
 * prose stay letter by letter.
 */

/** Qualitative rating of a score, in the words of the standard. */
export type CvssRating = 'none' | 'low' | 'medium' | 'high' | 'critical';

/** What one calculator finds in the text of the field. */
export type VectorOf =
  /** There is no vector of this version: choosing a metric begins one. */
  | { readonly kind: 'absent' }
  /** There is one that it does not understand; it is shown and never touched. */
  | { readonly kind: 'unreadable'; readonly why: string }
  | {
      readonly kind: 'vector';
      readonly start: number;
      readonly end: number;
      /** Metric to value, as they are written. */
      readonly values: ReadonlyMap<string, string>;
      /** Names of base metrics that have no value yet; without them there is no score. */
      readonly missing: readonly string[];
      readonly score: number | null;
    };

/** Longer texts are prose; searching them for vectors would only cost time. */
const longestText = 2_000;
const candidate = /CVSS:(\d+(?:\.\d+)?)[^\s,;"'<>()]*/giu;

/** The first vector of a version in a text. Vectors of 3.0 belong to the calculator of 3.1. Never throws. */
export function vectorIn(text: string, version: CvssVersion): VectorOf {
  if (text.length > longestText) return { kind: 'unreadable', why: 'The text is too long for a vector.' };
  for (const match of text.matchAll(candidate)) {
    const written = match[1] ?? '';
    const own = version === '4.0' ? written.startsWith('4') : written.startsWith('3');
    if (own) return readVector(match[0], match.index, written, version);
  }
  return { kind: 'absent' };
}

/** Every vector of 3 and 4 in a text as it is written, whole or not. Never throws. */
export function vectorsOf(text: string): readonly string[] {
  if (text.length > longestText) return [];
  return [...text.matchAll(candidate)].map(([vector]) => vector.replace(/[.\])}]+$/u, ''));
}

function readVector(vector: string, start: number, written: string, version: CvssVersion): VectorOf {
  const known = version === '4.0' ? ['4.0'] : ['3.0', '3.1'];
  if (!known.includes(written)) return unreadable(`CVSS ${written} is not known here.`);
  const metrics = metricsOf(version);
  const values = new Map<string, string>();
  const parts = vector.split('/');
  if (parts[0] !== `CVSS:${written}`) return unreadable('Its beginning is not written in capital letters.');
  for (const part of parts.slice(1)) {
    const [key = '', value = '', more] = part.split(':');
    const metric = metrics.find((known) => known.key === key);
    if (metric === undefined || more !== undefined) {
      return unreadable(
        part === '' ? 'It has an empty part.' : `CVSS ${version} knows no metric "${cut(part)}".`,
      );
    }
    if (!metric.values.some((known) => known.key === value)) {
      return unreadable(`${metric.name} (${key}) cannot be "${cut(value)}".`);
    }
    if (values.has(key)) return unreadable(`${metric.name} (${key}) stands twice.`);
    values.set(key, value);
  }
  const missing = metrics.filter(({ group, key }) => group === 'base' && !values.has(key));
  return {
    kind: 'vector',
    start,
    end: start + vector.length,
    values,
    missing: missing.map(({ name }) => name),
    score: cvssScore(vector),
  };
}

/**
 * The text with one metric of one version set to a value. A metric that may be left out is left out for `X`. If the
 * text has no vector of this version, one is begun behind it. If it has one that cannot be read, the text is returned
 * unchanged.
 */
export function withMetric(text: string, version: CvssVersion, key: string, value: string): string {
  const metrics = metricsOf(version);
  const metric = metrics.find((known) => known.key === key);
  const found = vectorIn(text, version);
  if (metric === undefined || found.kind === 'unreadable') return text;
  if (found.kind === 'absent') {
    if (value === 'X') return text;
    const gap = text === '' || /\s$/.test(text) ? '' : ' ';
    return `${text}${gap}CVSS:${version}/${key}:${value}`;
  }
  const parts = text.slice(found.start, found.end).split('/');
  const vector = changedParts(parts, metrics, metric, value).join('/');
  return text.slice(0, found.start) + vector + text.slice(found.end);
}

function changedParts(
  parts: readonly string[],
  metrics: readonly CvssMetric[],
  metric: CvssMetric,
  value: string,
): readonly string[] {
  const at = parts.findIndex((part) => part.startsWith(`${metric.key}:`));
  if (value === 'X') return parts.filter((_part, index) => index === 0 || index !== at);
  const written = `${metric.key}:${value}`;
  if (at > 0) return parts.with(at, written);
  // A new metric goes before the first that the standard writes behind it.
  const placeOf = (part: string): number => metrics.findIndex(({ key }) => part.startsWith(`${key}:`));
  const own = metrics.indexOf(metric);
  const before = parts.findIndex((part, index) => index > 0 && placeOf(part) > own);
  return before === -1 ? [...parts, written] : parts.toSpliced(before, 0, written);
}

/** The rating of a score (0 to 10), which 3.1 and 4.0 name alike. */
export function ratingOf(score: number): CvssRating {
  if (score < 0.1) return 'none';
  if (score < 4) return 'low';
  if (score < 7) return 'medium';
  return score < 9 ? 'high' : 'critical';
}

/** The severity that a score stands for. */
export function severityOfScore(score: number): SeverityName {
  const rating = ratingOf(score);
  return rating === 'none' ? 'info' : rating;
}

function unreadable(why: string): VectorOf {
  return { kind: 'unreadable', why };
}

function cut(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}
