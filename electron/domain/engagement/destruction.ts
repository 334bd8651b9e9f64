import type { Destruction } from '#contract/procedures/settings.ts';

/**
 * What a person types to say which engagement they mean: its name as it is seen, or its project where the name shows
 * nothing. Blanks count as one, and characters without a shape of their own do not count, since nobody can type them.
 */
export function nameToType(name: string | null, project: string): string {
  const seen = asSeen(name ?? '');
  return seen === '' ? asSeen(project) : seen;
}

/** Whether this names the engagement; never true of nothing. */
export function namesEngagement(typed: string, name: string | null, project: string): boolean {
  const seen = asSeen(typed);
  return seen !== '' && seen === nameToType(name, project);
}

function asSeen(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .trim();
}

/** What the text of a record says. */
export type DestructionFacts = Omit<Destruction, 'number' | 'text'>;

/**
 * The record of a destruction as lines of text, without its hash: the same facts give the same bytes, so that anybody
 * can compute the hash again. Names are written as JSON, so that none can add a line.
 */
export function destructionText(facts: DestructionFacts): string {
  const { project, name, begunAt, account, counts, finished } = facts;
  return [
    'RECORD OF DESTRUCTION',
    '',
    `Engagement:  ${JSON.stringify(name ?? project)}`,
    `Project:     ${JSON.stringify(project)}`,
    `Service:     ${JSON.stringify(account.baseUrl)}`,
    `Account:     ${JSON.stringify(account.user)}`,
    `Begun:       ${begunAt}`,
    ...(finished === null
      ? ['Finished:    not yet; the next start of the program carries it on']
      : [
          `Finished:    ${finished.at}${finished.resumed ? ' (carried on after the program had ended)' : ''}`,
        ]),
    '',
    'Destroyed on this computer:',
    `  findings                  ${String(counts.findings)}`,
    `  operations                ${String(counts.operations)}, of them never sent ${String(counts.unsent)}`,
    `  entries of the history    ${String(counts.history)}`,
    `  images of evidence        ${String(counts.evidence)}`,
    `  editions of the report    ${String(counts.editions)}`,
    `  bytes of content          ${String(counts.bytes)}`,
    ...(finished === null
      ? []
      : [
          `  backups                   ${String(finished.backups)}`,
          `  damaged stores set aside  ${String(finished.aside)}`,
          ...(finished.left.length === 0
            ? []
            : [`Could not be removed, and may still hold some of it: ${JSON.stringify(finished.left)}`]),
        ]),
    '',
    'Not touched: what the service holds, reports that were saved elsewhere,',
    'copies of this home made by others.',
    '',
  ].join('\n');
}

/** The record with the hash of its lines as the last one. @param sha256 of the UTF-8 bytes of `text`, lower-case hex */
export function sealedText(text: string, sha256: string): string {
  return `${text}SHA-256 of the lines above: ${sha256}\n`;
}
