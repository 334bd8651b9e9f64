import type { Root } from 'hast';
import { parseText } from '#domain/text/index.ts';

let kept: { older: ReadonlyMap<string, Root>; newer: Map<string, Root> } | null = null;

/**
 * A rich text as a tree, as `parseText` gives it. A caller that makes the same document again and again has texts remembered
 * (`rememberTexts`); the trees must not be changed.
 */
export function parsedText(text: string): Root {
  if (kept === null) return parseText(text);
  const root = kept.newer.get(text) ?? kept.older.get(text) ?? parseText(text);
  kept.newer.set(text, root);
  return root;
}

/**
 * From now on this process remembers the texts that it parses, until two more documents were made without them. Called
 * before each document.
 */
export function rememberTexts(): void {
  kept = { older: kept?.newer ?? new Map<string, Root>(), newer: new Map<string, Root>() };
}
