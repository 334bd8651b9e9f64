import type { ScopeEntry } from '#contract/engagement.ts';

/** Blanks are looked at from the first one of a run alone: from each of them, many thousands would take seconds. */
const separated = /^(?<what>.*?)(?:\t+|(?<! ) +(?:#+ *|[-\u2013\u2014] +))(?<note>.+)$/su;

/**
 * Entries of a scope from lines that a person pasted: one a line, also several if nothing but hosts and addresses
 * stands between commas or semicolons. What follows a tab, `#` or a spaced dash is the note. Marks of lists are left out.
 */
export function scopeEntries(text: string): ScopeEntry[] {
  return text
    .split(/\r\n?|\n/u)
    .map((line) => line.replace(/^\s*(?:[-*\u2022]\s+)?/u, '').trim())
    .filter((line) => line !== '')
    .flatMap((line) => {
      const parts = line.split(/[,;]/u).map((part) => part.trim());
      return parts.every((part) => /^[\p{L}\p{M}\p{N}_*.:/[\]-]+$/u.test(part)) ? parts : [line];
    })
    .map((entry) => {
      const parts = separated.exec(entry)?.groups;
      return { what: (parts?.['what'] ?? entry).trim(), note: (parts?.['note'] ?? '').trim() };
    });
}
