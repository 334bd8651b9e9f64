import type { FindingRow } from '#contract/finding/finding.ts';
import { isList, isObject, parseJson } from '#domain/base/json.ts';
import { readHeld } from '#db/tables/engagements.ts';
import type { ReadableDb } from '#db/schema/types.ts';

/** What the hold of an engagement rests on. It is kept with the hold: the sweep that found it out is over by then. */
export interface MassDeletionEvidence {
  /** When it was held first (ISO 8601). */
  readonly since: string;
  /** What the list did not show, of how many that were known, and how many of these were read and are not there. */
  readonly missing: readonly FindingRow[];
  readonly of: number;
  readonly confirmed: number;
}

/** The same as it is stored. */
export function massDeletionText(evidence: MassDeletionEvidence): string {
  return JSON.stringify(evidence);
}

/** What an engagement is held for; null if it is not held, or by an older program that did not keep it. */
export function massDeletionEvidence(db: ReadableDb, project: string): MassDeletionEvidence | null {
  const stored = readHeld(db, project);
  const parsed = stored === null ? null : parseJson(stored);
  if (parsed?.kind !== 'ok' || !isObject(parsed.value)) return null;
  const { since, missing, of, confirmed } = parsed.value;
  if (typeof since !== 'string' || typeof of !== 'number' || typeof confirmed !== 'number') return null;
  if (!isList(missing)) return null;
  return { since, missing: missing.filter((row) => typeof row === 'number') as FindingRow[], of, confirmed };
}
