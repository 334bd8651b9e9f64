import type { Json } from '#contract/json.ts';
import { isList, isObject } from '../../base/json.ts';
import { cvssScore } from './cvss.ts';
import { vectorIn, vectorsOf } from './cvss-text.ts';

/** What is wrong with the vectors of a CVSS value, whether the value is scored or not. */
export type CvssProblem =
  /** One has no value for these base metrics. */
  | { readonly kind: 'half'; readonly vector: string; readonly missing: readonly string[] }
  /** One cannot be read. */
  | { readonly kind: 'broken'; readonly vector: string }
  /** Two of one version say different things, and nothing says which counts. */
  | { readonly kind: 'several'; readonly vectors: readonly string[] };

const deepest = 4;
const maxMembers = 50;
const maxNamed = 3;
const longestShown = 60;

/**
 * Finds half, broken and rival vectors in a CVSS value of any shape. A vector that is whole stays scored beside one of
 * these, and wherever its score is read this is named. Never throws.
 */
export function cvssProblem(value: Json | undefined): CvssProblem | null {
  return problemAt(value ?? null, 0);
}

function problemAt(value: Json, depth: number): CvssProblem | null {
  if (typeof value === 'string') return problemIn(value);
  if (value === null || typeof value !== 'object' || depth > deepest) return null;
  const parts = isList(value) ? value : isObject(value) ? Object.values(value) : [];
  for (const part of parts.slice(0, maxMembers)) {
    const problem = problemAt(part, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

function problemIn(text: string): CvssProblem | null {
  const vectors = vectorsOf(text);
  for (const vector of vectors) {
    if (cvssScore(vector) !== null) continue;
    const found = vectorIn(vector, /^CVSS:4/iu.test(vector) ? '4.0' : '3.1');
    return found.kind === 'vector' && found.missing.length > 0
      ? { kind: 'half', vector, missing: found.missing }
      : { kind: 'broken', vector };
  }
  for (const same of Map.groupBy(
    new Set(vectors.map((vector) => vector.toUpperCase())),
    (one) => one[5],
  ).values())
    if (same.length > 1) return { kind: 'several', vectors: same };
  return null;
}

/** A problem in a sentence. */
export function cvssProblemText(problem: CvssProblem): string {
  switch (problem.kind) {
    case 'half': {
      const { missing } = problem;
      const more = missing.length - maxNamed;
      const names = missing.slice(0, maxNamed).join(', ') + (more > 0 ? ` and ${String(more)} more` : '');
      return `The vector "${cut(problem.vector)}" is not whole: it lacks ${names}.`;
    }
    case 'broken':
      return `The vector "${cut(problem.vector)}" cannot be read: a metric is unknown, has no such value or stands twice.`;
    case 'several':
      return `There are ${String(problem.vectors.length)} vectors of CVSS ${problem.vectors[0]?.slice(5, 8) ?? ''}: keep the one that counts.`;
  }
}

function cut(vector: string): string {
  return vector.length > longestShown ? `${vector.slice(0, longestShown)}…` : vector;
}
