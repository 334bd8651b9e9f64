import type { FactName } from '#contract/engagement.ts';
import type { CheckCode, CheckCounts, CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import { factTitles } from '#domain/engagement/fact-strings.ts';
import type { IgnoredWarning } from '#contract/procedures/deliverables/deliverable.ts';
import { checkTitles } from '#domain/preflight/titles.ts';
import { memberLabel } from '#domain/finding/labels/field-labels.ts';
import { counted, number } from '#renderer/ui/text/format.ts';
import type { ReportPart } from './report.state.svelte.ts';

/** What the panels of the report are called. */
export const partNames: Readonly<Record<ReportPart, string>> = {
  check: 'Check',
  findings: 'Findings of the report',
  options: 'Options',
  editions: 'Editions',
};

/** The id of the button that opens a panel: Escape in a field leads back to it. */
export function partId(part: ReportPart): string {
  return `report-${part}`;
}

/** Whether the report can go out, as its line of status says it. */
export interface ReportState {
  readonly tone: 'quiet' | 'good' | 'draft' | 'bad';
  readonly says: string;
}

/**
 * The state of the report. Nothing is said of it until both the check and the facts are known.
 *
 * @param found null until the check has answered @param missing facts; null until they are known @param stopped by the user
 */
export function stateOf(
  found: CheckCounts | null,
  missing: readonly FactName[] | null,
  stopped: boolean,
): ReportState {
  if (found === null || missing === null) {
    return { tone: 'quiet', says: stopped ? 'Not checked' : 'Checking…' };
  }
  const { errors, warnings } = found;
  const lacks = [
    ...(errors === 0 ? [] : [counted(errors, 'error')]),
    ...(missing.length === 0 ? [] : [`${number(missing.length)} missing`]),
  ];
  if (lacks.length > 0) {
    return { tone: errors > 0 ? 'bad' : 'draft', says: `Draft: ${lacks.join(', ')}` };
  }
  return { tone: 'good', says: warnings === 0 ? 'Final' : `Final, ${counted(warnings, 'warning')}` };
}

/** Where something is said: a finding, or null for the engagement, and a field of it. */
interface MessagePlace {
  readonly finding: string | null;
  readonly field: string | null;
}

/** Messages of one kind, in the order of the report. */
export interface Kind {
  readonly code: CheckCode;
  readonly title: string;
  readonly level: CheckMessage['level'];
  readonly messages: readonly CheckMessage[];
}

const facts: ReadonlyMap<string, string> = new Map(Object.entries(factTitles));

/** What the place of a message is called; empty if it is about a finding or the engagement as a whole. */
export function placeLabel({ finding, field }: MessagePlace): string {
  if (field === null) return '';
  if (finding === null) return facts.get(field) ?? field;
  if (field === 'retest') return 'Retest';
  if (field === 'other') return 'Other members';
  return field === 'evidence' ? 'Evidence' : memberLabel(field);
}

/** What an ignored warning says: the rule, and where it is ignored unless it is everywhere. @param titles by finding */
export function ignoredLabel(
  { code, finding, place }: IgnoredWarning,
  titles: ReadonlyMap<string, string>,
): string {
  const where = [
    ...(finding === null ? [] : [titles.get(finding) ?? finding]),
    ...(place === null ? [] : [placeLabel({ finding, field: place })]),
  ];
  return where.length === 0 ? checkTitles[code] : `${checkTitles[code]}: ${where.join(', ')}`;
}

/** The messages by kind, in the order in which the check gives them: errors first. */
export function kindsOf(messages: readonly CheckMessage[]): readonly Kind[] {
  return [...new Set(messages.map(({ code }) => code))].map((code) => {
    const found = messages.filter((message) => message.code === code);
    return { code, title: checkTitles[code], level: found[0]?.level ?? 'warning', messages: found };
  });
}

/** The messages that hold every word of a filter: in what they say, the finding, or their heading. */
export function matching(messages: readonly CheckMessage[], filter: string): readonly CheckMessage[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return messages;
  return messages.filter((message) => {
    const { code, finding, title } = message;
    const text = [checkTitles[code], code, finding ?? '', title ?? '', placeLabel(message), message.message];
    const held = text.join(' ').toLowerCase();
    return words.every((word) => held.includes(word));
  });
}

/**
 * What the check says, in one line.
 *
 * @param found null until it has answered @param stopped by the user @param isDraft if facts are missing
 */
export function checkSaid(found: CheckCounts | null, stopped = false, isDraft = false): string {
  if (found === null) return stopped ? 'Not checked.' : 'Checking…';
  const { errors, warnings } = found;
  if (errors + warnings === 0 && !isDraft) return 'Ready to go out.';
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}
