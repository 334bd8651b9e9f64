import type { Json, JsonObject } from '#contract/json.ts';
import calculator, { type CvssVector } from 'ae-cvss-calculator';
import { isExact, isObject } from '../../base/json.ts';

/*
 * The service leaves type and format of CVSS open, and a broken vector must break no list or report: what cannot be
 * scored has no score.
 */

const versionedVector = /\bCVSS:[34]\.[01](?:\/[A-Z]{1,3}:[A-Z]{1,9})+/iu;
const versionedVectors = new RegExp(versionedVector, 'giu');
const secondVersionVector = /\bAV:[LAN]\/AC:[HML]\/Au:[MSN](?:\/[A-Z]{1,3}:[A-Z]{1,3})+/u;
const scoreName = /^(?:base|overall|cvss)?[ _-]?score$/iu;
const leadingScore = /^\s*(10(?:\.0+)?|\d(?:\.\d+)?)(?=[\s/,;:()[\]|\u2013\u2014-]|$)(.*)$/su;
/** Numbers beside a score that are no other score: the scale, and the version of the standard. */
const harmlessNumber =
  /(?:\/\s*|\bout of\s+|\bof\s+)10(?:\.0)?\b|\b(?:cvss|version|v)[\s:]*v?[234](?:\.[01])?\b|\bcvssv?[23]\b/giu;
/** `3.1/AV:N/…`: the version of a vector without its prefix, and no score. */
const bareVector = /\b(?:AV|AC|Au|PR|UI|AT):[A-Z]/u;
const decimalComma = /^\s*(10|\d),(\d{1,2})\s*$/u;

/** Longer texts are prose, not a score; a bound keeps the search cheap on hostile input. */
const longestText = 2_000;
const deepestSearch = 4;
const maxMembers = 50;

/** Scoring takes up to a tenth of a millisecond and an engagement repeats its vectors. */
const rememberedVectors = 2_000;
const remembered = new Map<string, number | null>();

function inRange(score: number): number | null {
  return score >= 0 && score <= 10 ? score : null;
}

function repeatsMetric(vector: string): boolean {
  const metrics = vector.split('/').map((part) => part.slice(0, part.indexOf(':')));
  return new Set(metrics).size !== metrics.length;
}

/** The calculator declares `any` for a vector of whatever version. */
function isScorable(
  value: unknown,
): value is CvssVector<{ vector: string; overall: number; normalized: boolean }> {
  return value instanceof calculator.CvssVector;
}

function scoreVector(vector: string): number | null {
  if (repeatsMetric(vector)) return null;
  try {
    const read: unknown = calculator.fromVector(vector);
    if (!isScorable(read) || !read.isBaseFullyDefined()) return null;
    return inRange(read.calculateScores().overall);
  } catch {
    return null;
  }
}

function rememberedScore(vector: string): number | null {
  const known = remembered.get(vector);
  if (known !== undefined) return known;
  const score = scoreVector(vector);
  if (remembered.size >= rememberedVectors) remembered.clear();
  remembered.set(vector, score);
  return score;
}

interface VersionedVector {
  readonly version: string;
  readonly vector: string;
}

/** The vectors of a text in the order in which they count: one of 2.0 names no version and comes behind those that do. */
function vectorsIn(text: string): VersionedVector[] {
  if (text.length > longestText) return [];
  const versioned = [...text.matchAll(versionedVectors)].map(([vector]) => ({
    version: vector.slice(5, 8),
    vector: capitals(vector),
  }));
  const second = secondVersionVector.exec(text.replace(versionedVectors, ' '))?.[0];
  return second === undefined ? versioned : [...versioned, { version: '2.0', vector: second }];
}

/** The vector of a text that is scored: one that is broken gives way to the one beside it. */
function scoredVectorIn(text: string): VersionedVector | undefined {
  return vectorsIn(text).find(({ vector }) => rememberedScore(vector) !== null);
}

function scoreVectorIn(text: string): number | null {
  const scored = scoredVectorIn(text);
  return scored === undefined ? null : rememberedScore(scored.vector);
}

/** Vectors are written in capitals, but for the words of one metric of 4.0. */
function capitals(vector: string): string {
  return vector
    .toUpperCase()
    .replace(/\/U:(C|G|A|R)(LEAR|REEN|MBER|ED)(?=\/|$)/, (_whole, first: string, rest: string) => {
      return `/U:${first}${rest.toLowerCase()}`;
    });
}

/** A broken vector is not rescued by a number before it: what stands there is then not to be trusted. */
function scoreText(text: string): number | null {
  if (text.length > longestText) return null;
  if (versionedVector.test(text) || secondVersionVector.test(text)) return scoreVectorIn(text);
  const [, leading, rest = ''] = leadingScore.exec(text) ?? [];
  if (leading === undefined || bareVector.test(rest)) return null;
  // Another number may be the rest of this one ("7,5"), or another score: which is meant is not for a program to say.
  return /\p{N}/u.test(rest.replace(harmlessNumber, ' ')) ? null : inRange(Number(leading));
}

function highest(scores: readonly (number | null)[]): number | null {
  return scores.reduce((best, score) => (best === null || (score ?? -1) > best ? score : best), null);
}

/** Vectors come before named scores; "version", "impactScore" and their like are no score of the finding. */
function scoreMembers(object: JsonObject, depth: number): number | null {
  const members = Object.entries(object).slice(0, maxMembers);
  const computed = highest(
    members.map(([, value]) => {
      if (typeof value === 'string') return scoreVectorIn(value);
      return typeof value === 'object' && !isExact(value) ? scoreAt(value, depth + 1) : null;
    }),
  );
  if (computed !== null) return computed;
  const named = members.filter(([name]) => scoreName.test(name));
  return highest(
    named.map(([, value]) => (typeof value === 'object' && !isExact(value) ? null : scoreAt(value, depth))),
  );
}

function scoreAt(value: Json, depth: number): number | null {
  if (typeof value === 'number') return inRange(value);
  if (typeof value === 'string') return scoreText(value);
  if (value === null || typeof value === 'boolean' || depth > deepestSearch) return null;
  if (isExact(value)) return inRange(Number(value.rawJSON));
  if (isObject(value)) return scoreMembers(value, depth);
  return Array.isArray(value)
    ? highest(value.slice(0, maxMembers).map((entry: Json) => scoreAt(entry, depth + 1)))
    : null;
}

/**
 * The score (0 to 10) that a CVSS value of any shape stands for. It may be a number, a text with a vector of
 * CVSS 2.0, 3.0, 3.1 or 4.0, or a text that starts with a score. In an object or list of these the highest
 * counts. `null` if there is none or the vector is broken or incomplete. Never throws.
 */
export function cvssScore(value: Json): number | null {
  return scoreAt(value, 0);
}

/** A number with one decimal that is a word of its own, as scores are written. */
const writtenScore = /(?<![\p{L}\p{N}.,:/-])(?:10\.0|\d\.\d)(?![\p{L}\p{N}]|[.,]\p{N})/gu;

/** The scores that stand beside a vector, if none of them is the one that the vector gives; else none. Never throws. */
export function otherScores(value: Json): number[] {
  const computed = cvssScore(value);
  const beside =
    typeof value === 'string' ? scoresInText(value) : isObject(value) ? scoresInMembers(value) : [];
  return computed === null || beside.includes(computed) ? [] : beside;
}

function scoresInText(text: string): number[] {
  if (scoredVectorIn(text) === undefined) return [];
  const rest = text
    .replace(versionedVectors, ' ')
    .replace(secondVersionVector, ' ')
    .replace(harmlessNumber, ' ');
  return Array.from(rest.matchAll(writtenScore), ([written]) => Number(written));
}

function scoresInMembers(object: JsonObject): number[] {
  const members = Object.entries(object).slice(0, maxMembers);
  if (!members.some(([, value]) => typeof value === 'string' && scoreVectorIn(value) !== null)) return [];
  return members.flatMap(([name, value]) => {
    const score =
      scoreName.test(name) && (typeof value === 'number' || typeof value === 'string')
        ? scoreAt(value, 0)
        : null;
    return score === null ? [] : [score];
  });
}

/** A score written with a decimal comma alone ("7,5") with its point; null for anything else. */
export function withDecimalPoint(text: string): string | null {
  const [, whole, decimals] = decimalComma.exec(text) ?? [];
  if (whole === undefined || decimals === undefined) return null;
  const written = `${whole}.${decimals}`;
  return inRange(Number(written)) === null ? null : written;
}

/**
 * The version of the vector that `cvssScore` scores in a text with vectors of several versions. `null` with fewer than
 * two, since the score needs no label then.
 */
export function scoredVersion(text: string): string | null {
  const several = new Set(vectorsIn(text).map(({ version }) => version)).size > 1;
  return several ? (scoredVectorIn(text)?.version ?? null) : null;
}
