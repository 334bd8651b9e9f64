import type { Destruction } from '#contract/procedures/program/destruction.ts';

/**
 * What a person types to say which engagement they mean: its name as it is seen, or its project if the name shows
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
      : [`Finished:    ${finished.at}${finished.resumed ? ' (continued after a restart)' : ''}`]),
    '',
    'Destroyed on this computer:',
    `  findings                  ${String(counts.findings)}`,
    `  operations                ${String(counts.operations)}, ${pendingText(counts)}`,
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
    'copies of this vault made by others.',
    '',
  ].join('\n');
}

/** What is true of the operations that were still pending: one whose answer was outstanding may have reached the service. */
function pendingText({ unsent, mayHaveArrived = 0 }: DestructionFacts['counts']): string {
  const neverSent = `of them never sent ${String(unsent - mayHaveArrived)}`;
  return mayHaveArrived === 0
    ? neverSent
    : `${neverSent}, may have reached the service ${String(mayHaveArrived)}`;
}

/**
 * What is lost of pending operations, as a clause for a question: "3 operations were never sent, and 1 operation may have
 * reached the service". Empty if there are none.
 */
export function pendingClause(
  { unsent, mayHaveArrived = 0 }: Pick<DestructionFacts['counts'], 'unsent' | 'mayHaveArrived'>,
  noun: string,
): string {
  const counted = (count: number): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
  const never = unsent - mayHaveArrived;
  return [
    ...(never > 0 ? [`${counted(never)} ${never === 1 ? 'was' : 'were'} never sent`] : []),
    ...(mayHaveArrived > 0 ? [`${counted(mayHaveArrived)} may have reached the service`] : []),
  ].join(', and ');
}

/** The record with the hash of its lines as the last one. @param sha256 of the UTF-8 bytes of `text`, lower-case hex */
export function sealedText(text: string, sha256: string): string {
  return `${text}SHA-256 of the lines above: ${sha256}\n`;
}
