import type { FindingMessage } from '#contract/procedures/deliverables/preflight.ts';
import { linkedFindings } from '../../finding/linked-findings.ts';
import { captionedNames, captionKey, mentionedCaptions } from '../../finding/captioned-texts.ts';
import { captionedKinds, type CaptionedKind } from '../../text/captioned.ts';
import { mayNameCaptioned } from '../../text/references/captioned-address.ts';
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

/** Links to listings and tables that the finding does not have: they are printed as they stand. */
export const deadCaptions: Rule = (texts) => {
  const { finding } = texts;
  const given = [
    ...richFields.map((field) => ({ field, text: texts.text(field) })),
    ...finding.retests.map((text) => ({ field: 'retest' as const, text })),
  ];
  if (!given.some(({ text }) => mayNameCaptioned(text))) return [];
  const known = captionKeys(given.map(({ text }) => text));
  return given.flatMap(({ field, text }): FindingMessage[] => {
    const unknown = deadCaptionsIn(text, known);
    return unknown.length === 0
      ? []
      : [about(finding, 'dead-link', field, deadCaptionsMessage(placeName(field), unknown))];
  });
};

/** What texts name of listings and tables with a number, as keys. */
export function captionKeys(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => captionedNames(text).map(captionKey)));
}

/** The listings and tables that a text speaks of and that are not `known`, as keys. */
export function deadCaptionsIn(text: string, known: ReadonlySet<string>): string[] {
  return mentionedCaptions(text)
    .map(captionKey)
    .filter((key) => !known.has(key));
}

/** Says that a text speaks of listings or tables that are not there. @param subject begins the sentence */
export function deadCaptionsMessage(subject: string, keys: readonly string[]): string {
  const all = [...new Set(keys)];
  const ofKind = (kind: CaptionedKind): string[] =>
    all.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []));
  const parts = captionedKinds.flatMap((kind) => {
    const named = ofKind(kind);
    if (named.length === 0) return [];
    const which = named.length === 1 ? `a ${kind} that is` : `${kind}s that are`;
    return [`${quotes(named)}, ${which} not there`];
  });
  const hint = captionedKinds.filter((kind) => ofKind(kind).length > 0).map((kind) => captionHints[kind]);
  return `${subject} refers to ${parts.join(', and to ')}. Give ${hint.join(' or ')} that name and a caption, or correct the reference.`;
}

const captionHints: Readonly<Record<CaptionedKind, string>> = {
  listing: 'a block of code',
  table: 'a table',
};
