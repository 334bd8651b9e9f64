import type {
  Appendix,
  AttackStep,
  CleanupEntry,
  FindingSentence,
  Person,
  ReportVersion,
  RoadmapEntry,
  TimelineEntry,
} from '#contract/engagement.ts';
import { maxFactRows } from '#contract/input/sizes.ts';
import { counted, number } from '#renderer/ui/text/format.ts';

export const noPerson: Person = { name: '', role: '', organization: '', email: '', phone: '' };
export const noVersion: ReportVersion = { version: '', date: '', author: '', note: '' };
export const noAppendix: Appendix = { title: '', text: '' };
export const noStep: TimelineEntry = { when: '', what: '', finding: '' };
export const noAttackStep: AttackStep = { title: '', text: '', finding: '', image: '', at: '' };
export const noCleanup: CleanupEntry = { what: '', where: '', note: '', removed: '' };
export const noMeasure: RoadmapEntry = { finding: '', measure: '', effort: '', when: '' };
export const noSentence: FindingSentence = { finding: '', sentence: '' };

export const effortLabels: Readonly<Record<RoadmapEntry['effort'], string>> = {
  '': 'Effort',
  low: 'Low effort',
  medium: 'Medium effort',
  high: 'High effort',
};

/** Why so many lines of a scope cannot be added to those that are there; null if they can. */
export function tooManyWords(adding: number, there: number): string | null {
  if (adding + there <= maxFactRows) return null;
  const beside = there === 0 ? '' : `, and ${number(there)} are there already`;
  return `These are ${counted(adding, 'entry', 'entries')}${beside}: at most ${number(maxFactRows)} can be listed. For many hosts write their network (10.1.0.0/16) or *.example.test.`;
}

/** The letter of an appendix: A … Z, AA … */
export function letterOf(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : letterOf(Math.floor(at / 26) - 1) + letter;
}
