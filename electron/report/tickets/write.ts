import type { TicketFormat } from '#contract/deliverable/choices.ts';
import type { ReportOptions, ReportResult, ReportSnapshot } from '#contract/deliverable/report.ts';
import { csvField, neutralCell } from '#domain/base/csv.ts';
import type { SeverityKey } from '../document/blocks.ts';
import { markup, tag, text } from '../html/markup.ts';
import { richHtml } from '../html/rich.ts';
import { wordsOf, type Words } from '../languages/index.ts';
import { codeBlock, plainText, richMarkdown } from '../markdown/rich.ts';
import { ticketMarkdownOf } from '../markdown/stringify.ts';
import { fittedText, type Dialect } from './fitted.ts';
import { ticketsOf, type Ticket, type TicketPart } from './ticket.ts';
import { wikiCode, wikiHeading, wikiMarkup } from './wiki-markup.ts';

/** A ticket with its text as its tracker takes it. */
interface WrittenTicket extends Ticket {
  readonly body: string;
}

/** What a tracker imports. */
interface Tracker {
  readonly dialect: (words: Words) => Dialect;
  /** The most characters that a description may have. */
  readonly limit: number;
  readonly file: (tickets: readonly WrittenTicket[]) => string;
}

const trackers: Readonly<Record<TicketFormat, Tracker>> = {
  jira: { dialect: wiki, limit: 32_767, file: jiraFile },
  github: { dialect: () => markdown((written) => written.length), limit: 65_536, file: githubFile },
  // Room for the line with the labels behind it.
  gitlab: { dialect: () => markdown(cellLength), limit: 1_000_000, file: gitlabFile },
  azure: { dialect: html, limit: 1_000_000, file: azureFile },
};

/**
 * Writes the findings of a snapshot as tickets, worst first: CSV by RFC 4180 in UTF-8 without a mark, or JSON. A
 * description that is longer than its tracker takes is cut, and named. The same snapshot gives the same bytes.
 */
export function writeTickets(
  format: TicketFormat,
  snapshot: ReportSnapshot,
  options: ReportOptions,
): { readonly bytes: Uint8Array; readonly cutTickets?: NonNullable<ReportResult['cutTickets']> } {
  const words = wordsOf(options.language ?? 'en');
  const { dialect, limit, file } = trackers[format];
  const spoken = dialect(words);
  const cut: string[] = [];
  const tickets = ticketsOf(snapshot, options).map((ticket): WrittenTicket => {
    const fitted = fittedText(ticket.parts, spoken, limit, words.tickets.cut);
    if (fitted.cut) cut.push(ticket.number);
    return { ...ticket, body: fitted.text };
  });
  const bytes = Buffer.from(file(tickets));
  return { bytes, ...(cut.length === 0 ? {} : { cutTickets: { limit, findings: cut } }) };
}

function cellLength(written: string): number {
  return neutralCell(written).length;
}

function wiki(): Dialect {
  return {
    lengthOf: cellLength,
    write: (part) => {
      if (part.kind === 'heading') return wikiHeading(part.level, part.text);
      return part.kind === 'code' ? wikiCode(part.text) : wikiMarkup(part.root);
    },
  };
}

function markdown(lengthOf: Dialect['lengthOf']): Dialect {
  const nodes = (part: TicketPart): Parameters<typeof ticketMarkdownOf>[0] => {
    if (part.kind === 'heading')
      return [{ type: 'heading', depth: part.level, children: [plainText(part.text)] }];
    return part.kind === 'code' ? [codeBlock(part.text)] : richMarkdown(part.root);
  };
  return { lengthOf, write: (part) => ticketMarkdownOf(nodes(part)).trimEnd() };
}

/** Headings of a text stand below those of its part. */
const levelInPart = 4;

function html(words: Words): Dialect {
  const written = (part: TicketPart): string => {
    if (part.kind === 'heading') return tag(`h${part.level}`, {}, text(part.text));
    return part.kind === 'code'
      ? tag('pre', {}, tag('code', {}, text(part.text)))
      : markup(richHtml(part.root, levelInPart, words));
  };
  return { lengthOf: cellLength, write: (part) => withoutFormulas(written(part)) };
}

/** HTML in which no sign looks like the beginning of a formula: it needs no apostrophe in a cell. */
function withoutFormulas(markedUp: string): string {
  return markedUp.replace(
    /([;,\r\n][^\S\r\n]*["'\u2018\u2019\u201c\u201d]*)([=+\-@\uff1d\uff0b\uff0d\uff20])/gu,
    (_whole, before: string, sign: string) => `${before}&#${String(sign.charCodeAt(0))};`,
  );
}

function csv(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, ...rows].map((row) => `${row.map((cell) => csvField(cell)).join(',')}\r\n`).join('');
}

/** A word of letters and digits with what a tracker takes between them; nothing that begins a formula or parts labels. */
function labelOf(label: string, longest: number): string {
  const safe = label.replace(/["~,;\p{Cc}]+/gu, ' ').replace(/^[^\p{L}\p{N}]+|\s+$/gu, '');
  return Array.from(safe).slice(0, longest).join('');
}

function labelsOf({ labels }: Ticket, longest: number): string[] {
  return [...new Set(labels.map((label) => labelOf(label, longest)))].filter((label) => label !== '');
}

const jiraPriorities: Readonly<Record<SeverityKey, string>> = {
  critical: 'Highest',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Lowest',
  unknown: '',
};

/** A label of Jira has no blanks; each stands in a column of its own. */
function jiraFile(tickets: readonly WrittenTicket[]): string {
  const labels = tickets.map((ticket) => [
    ...new Set(labelsOf(ticket, 255).map((label) => label.replace(/\s+/gu, '-'))),
  ]);
  const columns = labels.reduce((most, { length }) => Math.max(most, length), 0);
  const heads = ['Summary', 'Description', 'Issue Type', 'Priority', 'External issue ID'];
  return csv(
    [...heads, ...Array.from({ length: columns }, () => 'Labels')],
    tickets.map(({ title, body, severity, id }, at) => [
      ...[title, body, 'Bug', jiraPriorities[severity], id],
      ...Array.from({ length: columns }, (_, column) => labels[at]?.[column] ?? ''),
    ]),
  );
}

/** The bodies of the calls that create issues. */
function githubFile(tickets: readonly WrittenTicket[]): string {
  const issues = tickets.map((ticket) => ({
    title: ticket.title,
    body: ticket.body,
    labels: labelsOf(ticket, 50).slice(0, 100),
  }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}

/** The import has no column for labels: a command in the last line names them. */
function gitlabFile(tickets: readonly WrittenTicket[]): string {
  return csv(
    ['title', 'description'],
    tickets.map((ticket) => {
      const labels = labelsOf(ticket, 255).map((label) => `~"${label}"`);
      const command = labels.length === 0 ? '' : `\n\n/label ${labels.join(' ')}`;
      return [ticket.title, `${ticket.body}${command}`];
    }),
  );
}

const azureRatings: Readonly<Record<SeverityKey, readonly [severity: string, priority: string]>> = {
  critical: ['1 - Critical', '1'],
  high: ['2 - High', '2'],
  medium: ['3 - Medium', '3'],
  low: ['4 - Low', '4'],
  info: ['4 - Low', '4'],
  unknown: ['', ''],
};

function azureFile(tickets: readonly WrittenTicket[]): string {
  return csv(
    ['Work Item Type', 'Title', 'Repro Steps', 'Severity', 'Priority', 'Tags'],
    tickets.map((ticket) => [
      ...['Bug', ticket.title, ticket.body, ...azureRatings[ticket.severity]],
      labelsOf(ticket, 400).slice(0, 100).join('; '),
    ]),
  );
}
