import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
import { riskCategoryAt } from '#domain/finding/weaknesses/owasp.ts';
import { weaknessAt } from '#domain/finding/weaknesses/weaknesses.ts';
import { isBlock } from '#domain/text/index.ts';
import type { Block, Fact, Part, SeverityKey } from '../document/blocks.ts';
import { describedFindings } from '../document/chapters/findings.ts';
import { contextOf } from '../document/context.ts';
import type { NumberedFinding } from '../document/numbered.ts';
import { withCaptions } from '../document/text/captions.ts';
import { asValues } from '../document/values.ts';
import type { Words } from '../languages/index.ts';

type FindingBlock = Extract<Block, { kind: 'finding' }>;

/** A piece of the text of a ticket. */
export type TicketPart =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: 'rich'; readonly root: Root }
  | { readonly kind: 'code'; readonly text: string };

/** A finding as a ticket, before a tracker's format is chosen. */
export interface Ticket {
  /** The identifier of the finding, by which a second import is matched. */
  readonly id: string;
  readonly number: string;
  /** Number and title: one line of at most 250 characters. */
  readonly title: string;
  readonly severity: SeverityKey;
  readonly labels: readonly string[];
  readonly parts: readonly TicketPart[];
}

/**
 * The findings of a snapshot as tickets: the same choice, order, numbers and words as in every format, each finding in
 * full. Images are named; links to other findings are words and numbers.
 */
export function ticketsOf(snapshot: ReportSnapshot, options: ReportOptions): Ticket[] {
  const template = options.template === 'single' ? 'single' : 'technical';
  // Without chapters a link has nowhere to lead, and every asset stands in its ticket.
  const context = contextOf(snapshot, { ...options, template, sections: ['cover'] });
  const { words } = context;
  return context.findings.flatMap((finding) => {
    const { figure, notes } = contextOf({ ...snapshot, findings: [] }, options);
    const blocks = describedFindings({ ...context, figure, notes }, [finding], '', figure);
    return withCaptions(blocks, words)
      .flatMap((block) => (block.kind === 'finding' ? [block] : []))
      .map((block) => ({
        id: finding.id,
        number: block.ref.number,
        title: `${block.ref.number}: ${block.ref.title}`,
        severity: block.ref.severity,
        labels: labelsOf(finding, options.draft ? [words.draftMark] : []),
        parts: [
          ...(options.draft ? [paragraph(element('strong', [text(words.sentences.draft)]))] : []),
          factList(finding, block, words),
          ...partsOf(block, words),
        ],
      }));
  });
}

function labelsOf({ record, ref }: NumberedFinding, marks: readonly string[]): string[] {
  const values = (name: string): string[] => asValues(record[name]).map((value) => value.text);
  return [
    ...new Set([
      ...marks,
      ...(ref.severity === 'unknown' ? [] : [ref.severity]),
      ...values('cwe').flatMap((url) => weaknessAt(url)?.key ?? []),
      ...values('owasp').flatMap((url) => riskCategoryAt(url)?.key ?? []),
      ...values('tags'),
    ]),
  ];
}

function factList({ id }: NumberedFinding, { ref, facts }: FindingBlock, words: Words): TicketPart {
  const score = /^\d/u.test(ref.cvss) && ref.cvss.length <= 4 ? ` (${ref.cvss})` : '';
  const row = (label: string, value: string): Fact => ({ label, values: [{ text: value }], layout: 'row' });
  const all = [
    row(words.columns.finding, `${ref.number}, ID ${id}`),
    row(words.columns.severity, `${ref.severityText}${score}`),
    ...facts,
  ];
  const items = all.map(({ label, values }) =>
    element('li', [
      element('strong', [text(`${label}:`)]),
      ...values.flatMap(({ text: value, href }, at) => [
        text(at === 0 ? ' ' : ', '),
        href === undefined ? text(value) : element('a', [text(value)], { href }),
      ]),
    ]),
  );
  return rich([element('ul', items)]);
}

/** Requests come last: they are the longest, and what a tracker has no room for is cut at the end. */
function partsOf({ verdicts, sections }: FindingBlock, words: Words): TicketPart[] {
  const isRequests = ({ title }: { readonly title: string }): boolean => title === words.finding.requests;
  const ordered = [
    ...sections.filter((section) => !isRequests(section)),
    ...sections.filter((section) => isRequests(section)),
  ];
  return [
    ...verdicts.flatMap(({ round, mark, said, parts }) => [
      heading(2, `${round}: ${mark.text}`),
      ...(said === '' ? [] : [paragraph(text(said))]),
      ...parts.flatMap((part) => ticketParts(part, words)),
    ]),
    ...ordered.flatMap(({ title, parts }) => [
      heading(2, title),
      ...parts.flatMap((part) => ticketParts(part, words)),
    ]),
  ];
}

function ticketParts({ title, body }: Part, words: Words): TicketPart[] {
  const head = title === undefined ? [] : [heading(3, title)];
  switch (body.kind) {
    case 'rich':
      return [...head, ...richParts(body.root)];
    case 'code':
      return [...head, { kind: 'code', text: body.text }];
    case 'figure': {
      const { label, caption } = body.figure;
      const named = caption === '' ? label : `${label}: ${caption}`;
      return [...head, paragraph(element('em', [text(named)]), text(` (${words.tickets.image})`))];
    }
    case 'table': {
      const row = (name: string, cells: readonly string[]): ElementContent =>
        element(
          'tr',
          cells.map((cell) => element(name, [text(cell)])),
        );
      const heads = row(
        'th',
        body.table.columns.map((column) => column.title),
      );
      const rows = body.table.rows.map((cells) =>
        row(
          'td',
          cells.map((values) => values.map((value) => value.text).join(', ')),
        ),
      );
      return [...head, rich([element('table', [element('thead', [heads]), element('tbody', rows)])])];
    }
    default:
      return body satisfies never;
  }
}

/** A text block by block, so that it can be cut between them. */
function richParts({ children }: Root): TicketPart[] {
  const parts: TicketPart[] = [];
  let inline: ElementContent[] = [];
  const flush = (): void => {
    if (inline.length > 0) parts.push(rich(inline));
    inline = [];
  };
  for (const child of children.flatMap(withoutPlaces)) {
    if (child.type === 'element' && isBlock(child.tagName)) {
      flush();
      parts.push(rich([child]));
    } else inline.push(child);
  }
  flush();
  return parts;
}

/** Links within a document are their words: a ticket has no places to lead to. */
function withoutPlaces(node: RootContent): ElementContent[] {
  if (node.type === 'doctype') return [];
  if (node.type !== 'element') return [node];
  const children = node.children.flatMap(withoutPlaces);
  const { href } = node.properties;
  const leadsWithin = node.tagName === 'a' && typeof href === 'string' && href.startsWith('#');
  return [leadsWithin ? element('span', children) : { ...node, children }];
}

/** A tree whose words call nobody: in code and links a tracker looks for no names. */
function withoutMentions(node: ElementContent): ElementContent {
  if (node.type === 'text') return text(unmentioned(node.value));
  if (node.type !== 'element' || /^(?:a|code|kbd|pre|samp|tt)$/u.test(node.tagName)) return node;
  return { ...node, children: node.children.map(withoutMentions) };
}

/** `@name` with a character without width behind its sign: else a tracker notifies the user of that name. */
function unmentioned(words: string): string {
  return words.replace(/(?<![\p{L}\p{N}_])@(?=[\p{L}\p{N}_])/gu, '@\u2060');
}

function heading(level: 2 | 3, words: string): TicketPart {
  return { kind: 'heading', level, text: unmentioned(words) };
}

function paragraph(...children: ElementContent[]): TicketPart {
  return rich([element('p', children)]);
}

function rich(children: ElementContent[]): TicketPart {
  return { kind: 'rich', root: { type: 'root', children: children.map(withoutMentions) } };
}

function element(
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element {
  return { type: 'element', tagName, properties, children };
}

function text(value: string): ElementContent {
  return { type: 'text', value };
}
