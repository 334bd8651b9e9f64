import type { Difference } from '#domain/finding/differences.ts';

/** One place at which two texts differ, with a little of what stands around it on both sides. */
export interface Hunk {
  readonly older: readonly Difference[];
  readonly newer: readonly Difference[];
}

/** So many lines, or characters if there are no lines, stay on either side of a change. */
const contextLines = 3;
const contextCharacters = 160;

/** Cuts what became of a text into the places where something did; the unchanged stretches between them are left out. */
export function hunksOf(parts: readonly Difference[]): readonly Hunk[] {
  const hunks: Difference[][] = [[]];
  for (const [at, part] of parts.entries()) {
    if (part.kind !== 'same') hunks.at(-1)?.push(part);
    else {
      const head = at === 0 ? '' : headOf(part.text);
      const tail = at === parts.length - 1 ? '' : tailOf(part.text);
      if (at > 0 && head.length + tail.length >= part.text.length) hunks.at(-1)?.push(part);
      else {
        if (head !== '') hunks.at(-1)?.push({ kind: 'same', text: head });
        hunks.push(tail === '' ? [] : [{ kind: 'same', text: tail }]);
      }
    }
  }
  return hunks
    .filter((hunk) => hunk.some(({ kind }) => kind !== 'same'))
    .map((hunk) => ({
      older: hunk.filter(({ kind }) => kind !== 'new'),
      newer: hunk.filter(({ kind }) => kind !== 'gone'),
    }));
}

function headOf(text: string): string {
  const lines = text.split('\n');
  if (lines.length > contextLines + 1) return lines.slice(0, contextLines).join('\n');
  return text.length > contextCharacters ? text.slice(0, contextCharacters).toWellFormed() : text;
}

function tailOf(text: string): string {
  const lines = text.split('\n');
  if (lines.length > contextLines + 1) return lines.slice(-contextLines).join('\n');
  return text.length > contextCharacters ? text.slice(-contextCharacters).toWellFormed() : text;
}
