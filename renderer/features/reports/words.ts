import type { CheckCode, CheckCounts, CheckMessage } from '#contract/preflight.ts';
import { factTitles } from '#core/fact-words.ts';
import { checkTitles } from '#core/preflight/titles.ts';
import { memberLabel } from '#renderer/state/field-labels.ts';
import { counted } from '#renderer/ui/format.ts';

/** Messages of one kind, in the order of the report. */
export interface Kind {
  readonly code: CheckCode;
  readonly title: string;
  readonly level: CheckMessage['level'];
  readonly messages: readonly CheckMessage[];
}

/** What the place of a message is called; empty where it is about a finding as a whole. */
export function placeLabel(message: CheckMessage): string {
  if (message.finding === null) return factTitles[message.field];
  if (message.field === null) return '';
  if (message.field === 'retest') return 'Retest';
  return message.field === 'evidence' ? 'Evidence' : memberLabel(message.field);
}

/** The messages by kind, in the order in which the check gives them: errors first. */
export function kindsOf(messages: readonly CheckMessage[]): readonly Kind[] {
  return [...new Set(messages.map(({ code }) => code))].map((code) => {
    const found = messages.filter((message) => message.code === code);
    return { code, title: checkTitles[code], level: found[0]?.level ?? 'warning', messages: found };
  });
}

/** What the check says, in one line. @param found null until it has answered @param stopped by the person */
export function checkSaid(found: CheckCounts | null, stopped = false): string {
  if (found === null) return stopped ? 'Not checked.' : 'Checking …';
  const { errors, warnings } = found;
  if (errors + warnings === 0) return 'Ready to go out.';
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}
