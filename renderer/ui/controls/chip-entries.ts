/**
 * The entries of a list after some were typed or pasted: each once, in place of the one that is written anew or behind all
 * others. Null if that changes nothing.
 *
 * @param rewritten the entry that is written anew; null for none
 */
export function withEntered(
  entries: readonly string[],
  given: readonly string[],
  rewritten: string | null,
): readonly string[] | null {
  if (given.length === 0) return null;
  const place = rewritten === null ? -1 : entries.indexOf(rewritten);
  const others = place < 0 ? entries : entries.toSpliced(place, 1);
  const known = new Set(others);
  const fresh = [...new Set(given)].filter((entry) => !known.has(entry));
  const next = others.toSpliced(place < 0 ? others.length : place, 0, ...fresh);
  const isSame = next.length === entries.length && next.every((entry, at) => entry === entries[at]);
  return isSame ? null : next;
}

/** The chip that a key leads to from another one; -1 for the text field behind them, null if the key leads nowhere. */
export function chipBeside(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowRight':
      return at + 1 < count ? at + 1 : -1;
    case 'Home':
      return 0;
    case 'End':
      return -1;
    default:
      return null;
  }
}

/** So many suggestions are read at a glance. */
const maxSuggested = 8;

/** Suggestions that hold what is typed and are no entry yet: first those that begin with it, in their order. */
export function suggestedEntries(
  suggestions: readonly string[],
  entries: readonly string[],
  typed: string,
): readonly string[] {
  const known = new Set(entries);
  const part = typed.trim().toLowerCase();
  const free = suggestions.filter((one) => !known.has(one) && one.toLowerCase() !== part);
  const begins = free.filter((one) => one.toLowerCase().startsWith(part));
  const holds = free.filter((one) => !begins.includes(one) && one.toLowerCase().includes(part));
  return [...begins, ...holds].slice(0, maxSuggested);
}
