import { differences, type Difference } from '#domain/finding/differences.ts';

/**
 * The words of a text with those marked as new that another text lacks. If the two share nothing, no word is marked: all
 * of them would be.
 */
export function markedWords(other: string, text: string): readonly Difference[] {
  const own = differences(other, text).filter(({ kind }) => kind !== 'gone');
  return own.some(({ kind, text: words }) => kind === 'same' && words.trim() !== '')
    ? own
    : own.map(({ text: words }) => ({ kind: 'same', text: words }));
}
