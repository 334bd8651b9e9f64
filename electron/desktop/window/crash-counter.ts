/** So many times within the span a page is loaded again without a question. */
const maxReloads = 3;
const spanMs = 60_000;

/** What to do about a page whose process ended: load it again, or first ask, since it ends again and again. */
export type Recovery = 'reload' | 'ask';

/** Counts the ends of a page. @param nowMs a clock that does not run backwards, milliseconds */
export function createCrashCounter(nowMs: () => number): () => Recovery {
  let recent: number[] = [];
  return () => {
    const now = nowMs();
    recent = [...recent.filter((at) => now - at < spanMs), now];
    if (recent.length <= maxReloads) return 'reload';
    recent = [];
    return 'ask';
  };
}
