import type { FindingMessage } from '#contract/procedures/deliverables/preflight.ts';
import { linkedFindings } from '../../finding/linked-findings.ts';
import { mentionedListings, namedListings } from '../../finding/named-listings.ts';
import { richFields } from '../finding.ts';
import { about, placeName, quotes, type Rule } from './rule.ts';

/** Links to findings that the report does not print: of each it prints the words alone. */
export const deadLinks: Rule = (texts) => {
  const { finding } = texts;
  const dead = new Set(finding.deadLinks);
  if (dead.size === 0) return [];
  const given = [
    ...richFields.map((field) => ({ field, text: texts.text(field) })),
    ...finding.retests.map((text) => ({ field: 'retest' as const, text })),
  ];
  return given.flatMap(({ field, text }): FindingMessage[] => {
    const named = deadLinksIn(text, dead);
    return named.length === 0
      ? []
      : [about(finding, 'dead-link', field, deadLinksMessage(placeName(field), named))];
  });
};

/** The links of a text to `dead` findings, by their words. */
export function deadLinksIn(text: string, dead: ReadonlySet<string>): string[] {
  return linkedFindings(text).flatMap(({ id, words }) => (dead.has(id) ? [words === '' ? id : words] : []));
}

/** Says that a text links to findings that the report does not print. @param subject begins the sentence */
export function deadLinksMessage(subject: string, named: readonly string[]): string {
  const which = named.length === 1 ? 'a finding that is' : 'findings that are';
  return `${subject} links to ${quotes(named)}, ${which} not in this report. Only the words are printed.`;
}

/** Links to listings that the finding does not have: they are printed as they stand. */
export const deadListings: Rule = (texts) => {
  const { finding } = texts;
  const given = [
    ...richFields.map((field) => ({ field, text: texts.text(field) })),
    ...finding.retests.map((text) => ({ field: 'retest' as const, text })),
  ];
  if (!given.some(({ text }) => /listing:/iu.test(text))) return [];
  const known = new Set(given.flatMap(({ text }) => namedListings(text)));
  return given.flatMap(({ field, text }): FindingMessage[] => {
    const unknown = deadListingsIn(text, known);
    return unknown.length === 0
      ? []
      : [about(finding, 'dead-link', field, deadListingsMessage(placeName(field), unknown))];
  });
};

/** The names of listings that a text speaks of and that are not `known`. */
export function deadListingsIn(text: string, known: ReadonlySet<string>): string[] {
  return mentionedListings(text).filter((name) => !known.has(name));
}

/** Says that a text speaks of listings that are not there. @param subject begins the sentence */
export function deadListingsMessage(subject: string, named: readonly string[]): string {
  const all = [...new Set(named)];
  const which = all.length === 1 ? 'a listing that is' : 'listings that are';
  return `${subject} refers to ${quotes(all)}, ${which} not there. Give a block of code that name and a caption, or correct the reference.`;
}
