import { createHash } from 'node:crypto';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { ReportImage } from '#contract/deliverable/report.ts';
import { visibleText } from '#domain/text/index.ts';
import type { Body, ReportDocument, DocumentTable } from '#report/document/blocks.ts';
import { shownText } from '#report/document/text/shown-text.ts';
import { realFindings } from '../../support/real-data.ts';
import { png } from '../../domain/images/pictures.ts';

const bytes = png({ width: 400, height: 180 });
const sha256 = createHash('sha256').update(bytes).digest('hex');
const image: ReportImage = {
  evidence: 'e1',
  caption: '',
  type: 'image/png',
  width: 400,
  height: 180,
  sha256,
  addedAt: '2026-03-04T09:00:00.000Z',
};
/** A picture of evidence, as a snapshot names it and as its bytes. */
export const picture = { bytes, sha256, image };

/** A text as its reader sees it, without blanks, which every format sets its own way. */
export function words(text: string): string {
  return shownText(text)
    .normalize('NFC')
    .replace(/[\s\u00a0]+/gu, '');
}

/** The cells of a CSV file, read by the rules of RFC 4180. */
export function cellsOf(csv: string): string[][] {
  return [...csv.replace(/^\ufeff/, '').matchAll(/((?:"(?:[^"]|"")*"[,;\t]?)+)\r\n/g)].map(([, row = '']) =>
    [...row.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
  );
}

const reader = unified().use(remarkParse).use(remarkGfm, { singleTilde: false }).use(remarkRehype).freeze();

/** The words of a Markdown file as any reader of Markdown shows them, who knows nothing of our own rules. */
export function readMarkdown(file: string): string {
  return visibleText(reader.runSync(reader.parse(file)));
}

/** A text of a finding, and where it stands. */
export interface Expected {
  readonly where: string;
  readonly text: string;
}

/** Every text of a report's findings, in order. */
export function textsOf({ blocks }: Pick<ReportDocument, 'blocks'>): Expected[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'finding') return [];
    const at = (what: string, text: string): Expected => ({
      where: `${block.ref.number} ${what}`,
      text: words(text),
    });
    return [
      at('title', `${block.ref.number} ${block.ref.title}`),
      ...block.facts.flatMap(({ label, values }) => values.map(({ text }) => at(label, text))),
      ...block.sections.flatMap((section) =>
        section.parts.map(({ title, body }) => at(`${section.title} ${title ?? ''}`, bodyText(body))),
      ),
    ];
  });
}

function bodyText(body: Body): string {
  if (body.kind === 'rich') return visibleText(body.root);
  if (body.kind === 'code') return body.text;
  if (body.kind === 'table') return tableText(body.table);
  const { label, caption } = body.figure;
  return caption === '' ? label : `${label}: ${caption}`;
}

/** A table row by row, an empty cell as the dash that stands there. */
export function tableText({ columns, rows }: DocumentTable): string {
  const cells = rows.flatMap((row) =>
    row.map((values) => (values.length === 0 ? '\u2013' : values.map(({ text }) => text).join(' '))),
  );
  return [...columns.map(({ title }) => title), ...cells].join(' ');
}

/** The texts that do not stand in `found` in their order. */
export function lostIn(found: string, texts: readonly Expected[]): string[] {
  const page = words(found);
  let from = 0;
  return texts.flatMap(({ where, text }) => {
    const at = page.indexOf(text, from);
    if (at < 0) return [`${where}: ${text.slice(0, 80)}`];
    from = at + text.length;
    return [];
  });
}

const longFields = ['title', 'description', 'observation', 'demonstration', 'requests', 'remediation'];

/** The real findings without those whose every text stands in one before: a third of a scanner's findings repeat. */
export function distinctFindings(): ReturnType<typeof realFindings> {
  const seen = new Set<string>();
  return realFindings().filter((record) => {
    const texts = longFields.flatMap((field) => (field in record ? [JSON.stringify(record[field])] : []));
    const fresh = texts.some((text) => !seen.has(text));
    for (const text of texts) seen.add(text);
    return fresh;
  });
}
