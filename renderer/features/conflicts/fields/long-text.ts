/** So much of a text is shown in a card; more would only be scrolled. */
const maxShown = 20_000;

/** A text as a card shows it: itself, or its beginning, never half a character. */
export function cutText(text: string): string {
  if (text.length <= maxShown) return text;
  const last = text.charCodeAt(maxShown - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxShown - 1 : maxShown)}…`;
}
