import type { Catalogued } from '#domain/finding/weaknesses/weaknesses.ts';

/** An entry of a catalogue as a field shows it. */
export function entryText({ key, name }: Catalogued): string {
  return `${key} ${name}`;
}

/** Whether a text is an address, or the beginning of one. */
export function isAddress(typed: string): boolean {
  return /^https?:/iu.test(typed.trim());
}

/** What a finding gets while a text is typed: an address, or nothing for blanks; null while it may become an entry. */
export function valueWhileTyping(typed: string): string | null {
  const text = typed.trim();
  return text === '' || /^https?:\/\/./iu.test(text) ? text : null;
}

/**
 * What a finding gets if a text is left that was neither picked nor an address: the entry of that key, else the text as it
 * is. Null if it holds that already.
 *
 * @param named the entry that `value` stands for
 */
export function valueWhenLeft(
  typed: string,
  value: string,
  named: Catalogued | undefined,
  entries: readonly Catalogued[],
): string | null {
  const text = typed.trim();
  if (text === value || (named !== undefined && text === entryText(named))) return null;
  return entries.find(({ key }) => key.toLowerCase() === text.toLowerCase())?.url ?? text;
}
