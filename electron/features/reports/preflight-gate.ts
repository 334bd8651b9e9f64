import { DossierError } from '#contract/error.ts';
import type { FactName } from '#contract/engagement.ts';
import type { CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import type { PageLine, ReportResult } from '#contract/deliverable/report.ts';
import { draftReason, missingText } from '#domain/engagement/fact-strings.ts';
import { countMessages } from '#domain/preflight/index.ts';

/** Why no report is made: how much the check found. It quotes no finding; how to go on is each face's to say. */
export function checkFailed(project: string, messages: readonly CheckMessage[]): DossierError {
  return new DossierError(
    'check-failed',
    `The check of ${project} found ${inWords(messages)}: no report was written.`,
  );
}

/**
 * What is told beside a report that was made: once that it is a draft, with every reason, and what the check found.
 * @param missing facts that a final report still needs
 * @param chosen whether the user asked for a draft
 */
export function draftNotices(
  messages: readonly CheckMessage[],
  missing: readonly FactName[],
  chosen: boolean,
): string[] {
  const found = messages.length === 0 ? [] : [`The check found ${inWords(messages)}.`];
  if (countMessages(messages).errors > 0) {
    const facts = missing.length === 0 ? '' : `, and ${missingText(missing)}`;
    return [`Every page is marked DRAFT: the check found ${inWords(messages)}${facts}.`];
  }
  if (missing.length > 0) return [`${draftReason(missing)}. Every page is marked DRAFT.`, ...found];
  return chosen ? ['Every page is marked DRAFT, as you chose.', ...found] : found;
}

/** `2 errors and 1 warning`, `3 warnings`. */
function inWords(messages: readonly CheckMessage[]): string {
  const { errors, warnings } = countMessages(messages);
  const counted = (count: number, one: string): string[] =>
    count === 0 ? [] : [`${String(count)} ${count === 1 ? one : `${one}s`}`];
  return [...counted(errors, 'error'), ...counted(warnings, 'warning')].join(' and ');
}

/** What a person is told of what could not be printed as it is. */
export function printNotices({
  missingGlyphs,
  damagedImages,
  cutLines,
  longCells = [],
  cutTickets,
}: ReportResult): string[] {
  return [
    ...glyphNotices(missingGlyphs),
    ...cellNotices(longCells),
    ...(cutTickets === undefined ? [] : [ticketNotice(cutTickets)]),
    ...damageNotices(damagedImages),
    ...cutLines.map(cutNotice),
  ];
}

const lineNames: Readonly<Record<PageLine, string>> = {
  header: 'The header',
  client: "The client's name in the header",
  footer: 'The footer',
};

function cutNotice(line: PageLine): string {
  return `${lineNames[line]} is too long for its lines: on every page it ends in "\u2026". Make it shorter.`;
}

function damageNotices(damagedImages: number): string[] {
  if (damagedImages === 0) return [];
  const damaged =
    damagedImages === 1
      ? 'One image is damaged; a line in the report stands in its place.'
      : `${String(damagedImages)} images are damaged; a line in the report stands in the place of each.`;
  return [damaged];
}

function cellNotices(cells: NonNullable<ReportResult['longCells']>): string[] {
  if (cells.length === 0) return [];
  const named = cells.slice(0, 5).map(({ finding, column }) => `${column} of ${finding}`);
  const more = cells.length > named.length ? ` and ${String(cells.length - named.length)} more` : '';
  return [
    `A spreadsheet cuts cells after 32,767 characters: ${named.join(', ')}${more}. The JSON export has them whole.`,
  ];
}

function ticketNotice({ limit, findings }: NonNullable<ReportResult['cutTickets']>): string {
  const named = findings.slice(0, 5);
  const more = findings.length > named.length ? ` and ${String(findings.length - named.length)} more` : '';
  return `Descriptions are cut after ${limit.toLocaleString('en')} characters, the most that the tracker takes: ${named.join(', ')}${more}. The tickets say so; a report has the whole text.`;
}

function glyphNotices(missing: ReportResult['missingGlyphs']): string[] {
  if (missing.length === 0) return [];
  const named = missing.slice(0, 5).map((glyph) => glyph.codePoint);
  const more = missing.length > named.length ? ` and ${String(missing.length - named.length)} more` : '';
  return [`No font has ${named.join(', ')}${more}: they are printed as their code point.`];
}
