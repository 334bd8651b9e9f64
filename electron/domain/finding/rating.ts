import type { Json } from '#contract/json.ts';
import { isFilled } from './filled.ts';

/** How people write that something has no CVSS. */
const none = /^(?:n\s*(?:\/\s*)?a|none|not (?:applicable|rated|scored)|[-\u2013\u2014]+)\.?$/iu;

/** Whether a text means to be a CVSS value at all. */
export function isRating(text: string): boolean {
  return ratingOf(text) !== null;
}

/** A value that means to be a CVSS value, as it stands; null for an empty one and for ways to write that there is none. */
export function ratingOf(value: Json | undefined): Json | null {
  if (value === undefined || value === null || !isFilled(value)) return null;
  return typeof value === 'string' && none.test(value.trim()) ? null : value;
}
