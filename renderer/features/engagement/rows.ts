import type { Appendix, Person, ReportVersion } from '#contract/engagement.ts';

export const noPerson: Person = { name: '', role: '', organization: '', email: '', phone: '' };
export const noVersion: ReportVersion = { version: '', date: '', author: '', note: '' };
export const noAppendix: Appendix = { title: '', text: '' };

/** The letter of an appendix: A … Z, AA … */
export function letterOf(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : letterOf(Math.floor(at / 26) - 1) + letter;
}
