import type { FindingMessage } from '#contract/procedures/deliverables/preflight.ts';
import { linkedFindings } from '../../finding/linked-findings.ts';
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
    const links = linkedFindings(text).filter(({ id }) => dead.has(id));
    if (links.length === 0) return [];
    const named = quotes(links.map(({ id, words }) => (words === '' ? id : words)));
    const which = links.length === 1 ? 'a finding that is' : 'findings that are';
    const message = `${placeName(field)} links to ${named}, ${which} not in this report. Only the words are printed.`;
    return [about(finding, 'dead-link', field, message)];
  });
};
