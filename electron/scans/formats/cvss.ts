import type { ScanCvss } from '#contract/scans/item.ts';

/**
 * A score and its vector as scanners write them: with or without prefix, with two prefixes, in brackets. The metrics
 * decide about the version if no prefix does. Null if there is neither.
 */
export function scanCvss(vector: string, score: number | null, guess: ScanCvss['version']): ScanCvss | null {
  const text = vector.trim().replace(/^\(|\)$/gu, '');
  const prefixes = Array.from(text.matchAll(/CVSS:?(\d(?:\.\d)?)[#/:]/giu), ([, version = '']) => version);
  const metrics = text.slice(text.toUpperCase().search(/\b(?:AV|AC):/u)).replace(/\/+$/u, '');
  const isVector = /^(?:AV|AC):[A-Z]\/[A-Za-z:/]+$/u.test(metrics);
  const rated = score !== null && score >= 0 && score <= 10 ? score : null;
  if (!isVector) return rated === null ? null : { version: guess, vector: null, score: rated };
  const version = versionOf(metrics, prefixes.at(-1), guess);
  return { version, vector: version === '2.0' ? metrics : `CVSS:${version}/${metrics}`, score: rated };
}

function versionOf(
  metrics: string,
  prefix: string | undefined,
  guess: ScanCvss['version'],
): ScanCvss['version'] {
  if (/\/Au:/u.test(metrics)) return '2.0';
  if (/\/VC:/u.test(metrics)) return '4.0';
  // A bare vector of version 3 reads the same in both; 3.1 is what is scored by today.
  return prefix === '3.0' || prefix === '3.1' ? prefix : guess === '3.0' ? '3.0' : '3.1';
}

/** Those that are there. */
export function cvssList(...found: readonly (ScanCvss | null)[]): ScanCvss[] {
  return found.filter((cvss) => cvss !== null);
}
