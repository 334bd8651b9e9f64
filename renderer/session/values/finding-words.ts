import { counted } from '#renderer/ui/text/format.ts';
import { isolate } from '#renderer/ui/text/bidi-isolation.ts';

/** A longer title is cut where it stands inside a sentence (characters). */
const maxNamed = 90;

/** The findings that something is done to: one by its title if that is known, else how many they are. */
export function findingWords(count: number, name: string | null): string {
  if (count !== 1 || name === null) return counted(count, 'finding');
  const letters = [...name];
  return `“${isolate(letters.length > maxNamed ? `${letters.slice(0, maxNamed - 1).join('')}…` : name)}”`;
}
