import type { Json, JsonObject } from '#contract/json.ts';
import type { ReportOptions } from '#contract/deliverable/report.ts';
import { isList } from '#domain/base/json.ts';
import { otherMembers } from '#domain/deliverable/report-file.ts';
import { isFilled } from '#domain/finding/filled.ts';
import type { Fact } from './blocks.ts';
import { asText, asValues } from './values.ts';

/* Members of a finding that the service's interface does not name, if the options ask for them. */

/** Longer values stand in a section of their own, as do those of several lines and those that are objects. */
const LONGEST_IN_CARD = 80;

interface OtherMember {
  readonly name: string;
  readonly label: string;
  readonly value: Json;
}

type Choice = Pick<ReportOptions, 'showOtherMembers'>;

/** Every other member that says something, in the order of the record; none unless the options ask for them. */
export function shownOtherMembers(record: JsonObject, { showOtherMembers }: Choice): OtherMember[] {
  if (showOtherMembers !== true) return [];
  return Object.entries(otherMembers(record))
    .filter(([, value]) => isFilled(value))
    .map(([name, value]) => ({ name, label: labelOf(name), value }));
}

/** Those that fit into the card of the finding. */
export function otherFacts(record: JsonObject, options: Choice): Fact[] {
  return shownOtherMembers(record, options)
    .filter(({ value }) => isShort(value))
    .map(({ label, value }) => ({ label, values: asValues(value), layout: 'lines' }));
}

/** Those that need a section: texts as they are, anything else is shown as JSON. */
export function otherTexts(record: JsonObject, options: Choice): OtherMember[] {
  return shownOtherMembers(record, options).filter(({ value }) => !isShort(value));
}

function isShort(value: Json): boolean {
  if (isList(value)) return value.every((entry) => !isList(entry) && isShort(entry));
  const text = asText(value);
  return text.length <= LONGEST_IN_CARD && !/[\r\n]|^[[{]/u.test(text);
}

/** `business_impact` and `businessImpact` as words: `Business impact`; a name in capitals stays as it is. */
function labelOf(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu}\p{Ll})/gu, ' ')
    .trim()
    .split(/\s+/u)
    .map((word, at) => (at > 0 && /^\p{Lu}\p{Ll}/u.test(word) ? word.toLowerCase() : word))
    .join(' ');
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
