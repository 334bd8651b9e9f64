import type { Appendix, Person, ReportVersion, ScopeEntry } from '#contract/engagement.ts';

export const noPerson: Person = { name: '', role: '', organization: '', email: '', phone: '' };
export const noVersion: ReportVersion = { version: '', date: '', author: '', note: '' };
export const noAppendix: Appendix = { title: '', text: '' };

/**
 * Scope entries from lines that were pasted or typed at once: one a line, also between commas and semicolons where
 * nothing but hosts and addresses stands there; what follows a tab, `#` or a spaced dash is the note.
 */
export function scopeEntries(text: string): ScopeEntry[] {
  return text
    .split(/\r\n?|\n/u)
    .flatMap((line) =>
      /^[\s\w*.:/,;[\]-]+$/u.test(line) && !/[^,;] +[^\s,;]/u.test(line) ? line.split(/[,;]/u) : [line],
    )
    .map((line) => line.replace(/^\s*(?:[-*\u2022]\s+)?/u, '').trim())
    .filter((line) => line !== '')
    .map((line) => {
      const parts = /^(?<what>.*?)(?:\t+| +#+ *| +[-\u2013\u2014] +)(?<note>.+)$/u.exec(line)?.groups;
      return { what: (parts?.['what'] ?? line).trim(), note: (parts?.['note'] ?? '').trim() };
    });
}

/** The letter of an appendix: A … Z, AA … */
export function letterOf(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : letterOf(Math.floor(at / 26) - 1) + letter;
}
