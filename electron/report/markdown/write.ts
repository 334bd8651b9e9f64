import type { PhrasingContent, RootContent } from 'mdast';
import type { Chart } from '#domain/charts/chart.ts';
import type {
  Block,
  Body,
  Fact,
  Figure,
  FindingRef,
  Heading,
  Part,
  ReportDocument,
  SummaryRow,
} from '../document/blocks.ts';
import { imageBytes } from '../images/bytes.ts';
import { printable } from '../images/printable.ts';
import { wordsOf, type Words } from '../languages/index.ts';
import {
  assetTable,
  chartTable,
  matrixTable,
  retestTable,
  type PlainTable,
} from '../document/text/plain-tables.ts';
import { anchorsOf } from './anchors.ts';
import { codeBlock, plainText, richMarkdown, type Anchors } from './rich.ts';
import { markdownOf } from './stringify.ts';

/** The file, whole. */
export interface WrittenMarkdown {
  readonly bytes: Uint8Array;
  /** Figures whose image is damaged or missing; a line says so in their place. */
  readonly damagedImages: number;
}

/** Pictures stand at the end of the file, as addresses that hold them: the text before stays one that can be read. */
interface Pictures {
  readonly definitions: RootContent[];
  damaged: number;
  readonly anchors: Anchors;
  readonly images: ReadonlyMap<string, Uint8Array>;
}

/**
 * Writes a document as Markdown (CommonMark with tables). Texts of the data stay texts: what would be a sign is
 * escaped, a fence is longer than any in what it holds. The contents are left out, for a reader of Markdown makes its
 * own from the headings. The same document gives the same bytes. `images` holds the bytes of the figures, by hash.
 */
export function writeMarkdown(
  document: ReportDocument,
  images: ReadonlyMap<string, Uint8Array>,
): WrittenMarkdown {
  const pictures: Pictures = { definitions: [], damaged: 0, images, anchors: anchorsOf(document.blocks) };
  const words = wordsOf(document.language);
  const pieces = document.blocks.map((block) => markdownOf(blockNodes(block, document, words, pictures)));
  const definitions = pictures.definitions.map((definition) => markdownOf([definition]));
  const text = [...pieces, ...definitions].filter((piece) => piece !== '').join('\n');
  return { bytes: Buffer.from(text), damagedImages: pictures.damaged };
}

function blockNodes(block: Block, document: ReportDocument, words: Words, pictures: Pictures): RootContent[] {
  switch (block.kind) {
    case 'cover':
      return [
        heading(1, plainText(block.title)),
        ...(document.draft
          ? [paragraph({ type: 'strong', children: [plainText(words.sentences.draft)] })]
          : []),
        paragraph(plainText(document.classification)),
        ...sentence(block.subtitle),
        ...sentence(block.client),
        ...factList(block.facts),
      ];
    case 'back':
      return [
        { type: 'thematicBreak' },
        ...(block.company === ''
          ? []
          : [paragraph({ type: 'strong', children: [plainText(block.company)] })]),
        ...(block.address.length === 0
          ? []
          : [
              paragraph(
                ...block.address.flatMap((line, at): PhrasingContent[] =>
                  at === 0 ? [plainText(line)] : [{ type: 'break' }, plainText(line)],
                ),
              ),
            ]),
        ...factList(block.reach),
      ];
    case 'contents':
      return [];
    case 'letter-head':
      return [
        heading(1, plainText(block.subject)),
        ...(document.draft
          ? [paragraph({ type: 'strong', children: [plainText(words.sentences.draft)] })]
          : []),
        ...lines([block.sender.name, block.sender.address, ...block.sender.reach]),
        ...sentence(block.remark),
        ...lines(block.recipient),
        ...factList(block.facts),
      ];
    case 'passage':
      return [
        ...(block.title === '' ? [] : [heading(2, plainText(block.title))]),
        ...(block.rating === undefined
          ? []
          : [
              paragraph({ type: 'strong', children: [plainText(block.rating.grade.text)] }),
              ...sentence(block.rating.sentence),
            ]),
        ...factList(block.facts),
        ...partNodes(block.parts, words, pictures),
      ];
    case 'signatures':
      return [
        ...sentence(block.sentence),
        ...sentence(block.closing),
        ...block.signers.flatMap(({ name, role }) => lines([name, role])),
      ];
    case 'summary':
      return [
        titleOf(block),
        ...sentence(block.sentence),
        ...(block.chart === undefined ? [] : chartNodes(block.chart)),
        ...(block.rows.length === 0 ? [] : [summaryTable(block.rows, words)]),
      ];
    case 'charts':
      return [titleOf(block), ...sentence(block.sentence), ...block.charts.flatMap(chartNodes)];
    case 'chapter':
      return [titleOf(block), ...sentence(block.empty ?? '')];
    case 'text':
      return [titleOf(block), ...partNodes(block.parts, words, pictures)];
    case 'facts':
      return [titleOf(block), ...factList(block.facts)];
    case 'table':
      return [titleOf(block), plainTable(block), ...sentence(block.note ?? '')];
    case 'rating':
      return [
        titleOf(block),
        paragraph({ type: 'strong', children: [plainText(block.rating.text)] }),
        ...sentence(block.sentence),
        ...partNodes(block.parts, words, pictures),
      ];
    case 'matrix':
      return [titleOf(block), ...sentence(block.sentence), plainTable(matrixTable(block, words))];
    case 'assets':
      return [titleOf(block), ...sentence(block.sentence), plainTable(assetTable(block, words))];
    case 'retest':
      return [
        titleOf(block),
        ...sentence(block.sentence),
        ...block.charts.flatMap(chartNodes),
        ...(block.rows.length === 0 ? [] : [plainTable(retestTable(block, words))]),
      ];
    case 'finding':
      return [
        ...anchorAt(block.ref.target, pictures),
        heading(3, plainText(`${block.ref.number} ${block.ref.title}`)),
        ...factList([
          severityFact(block.ref, words),
          ...block.facts,
          ...(block.mentions === null ? [] : [block.mentions]),
        ]),
        ...block.verdicts.flatMap(({ round, mark, said, parts }) => [
          heading(4, plainText(`${round}: ${mark.text}`)),
          ...sentence(said),
          ...partNodes(parts, words, pictures),
        ]),
        ...block.sections.flatMap((section) => [
          heading(4, plainText(section.title)),
          ...partNodes(section.parts, words, pictures),
        ]),
      ];
    default:
      return block satisfies never;
  }
}

/** The place that links lead to, if there are any: not every reader makes one of a heading. */
function anchorAt(target: string, { anchors }: Pictures): RootContent[] {
  const anchor = anchors.get(target);
  if (anchor === undefined) return [];
  return [paragraph({ type: 'html', value: `<a id="${anchor}"></a>` })];
}

function titleOf({ title, parent }: Heading): RootContent {
  return heading(parent === undefined ? 2 : 3, plainText(title));
}

function sentence(words: string): RootContent[] {
  return words === '' ? [] : [paragraph(plainText(words))];
}

/** Lines of a paragraph, each by itself. */
function lines(all: readonly string[]): RootContent[] {
  const said = all.filter((line) => line !== '');
  if (said.length === 0) return [];
  return [
    paragraph(
      ...said.flatMap((line, at): PhrasingContent[] => [
        ...(at === 0 ? [] : [{ type: 'break' as const }]),
        plainText(line),
      ]),
    ),
  ];
}

function partNodes(parts: readonly Part[], words: Words, pictures: Pictures): RootContent[] {
  return parts.flatMap(({ title, body }) => [
    ...(title === undefined ? [] : [heading(5, plainText(title))]),
    ...bodyNodes(body, words, pictures),
  ]);
}

function chartNodes(chart: Chart): RootContent[] {
  return [plainTable(chartTable(chart)), paragraph(plainText(`${chart.label}: ${chart.caption}`))];
}

function summaryTable(rows: readonly SummaryRow[], { columns }: Words): RootContent {
  return table([columns.number, columns.severity, columns.title, columns.cvss], rows.map(summaryRow));
}

/** Cells of Markdown have one line: several values stand behind one another. */
function plainTable({ columns, rows }: PlainTable): RootContent {
  return table(
    columns.map(({ title }) => title),
    rows.map((cells) =>
      cells.map((values, at) =>
        values.map(({ text }) => text).join(columns[at]?.isRow === true ? ', ' : '; '),
      ),
    ),
  );
}

function summaryRow(ref: SummaryRow): string[] {
  const title = ref.sentence === undefined ? ref.title : `${ref.title}: ${ref.sentence}`;
  return [ref.number, ref.severityText, title, ref.cvss === '' ? '\u2013' : ref.cvss];
}

function severityFact(ref: FindingRef, { columns }: Words): Fact {
  const score = /^\d/.test(ref.cvss) && ref.cvss.length <= 4 ? ` (${ref.cvss})` : '';
  return { label: columns.severity, values: [{ text: `${ref.severityText}${score}` }], layout: 'row' };
}

function bodyNodes(body: Body, words: Words, pictures: Pictures): RootContent[] {
  switch (body.kind) {
    case 'rich':
      return richMarkdown(body.root, pictures.anchors);
    case 'code':
      return [codeBlock(body.text)];
    case 'figure':
      return [
        ...(body.figure.target === undefined ? [] : anchorAt(body.figure.target, pictures)),
        ...figureNodes(body.figure, words, pictures),
      ];
    case 'table':
      return [plainTable(body.table)];
    default:
      return body satisfies never;
  }
}

function figureNodes(
  { label, caption, image, width }: Figure,
  said: Words,
  pictures: Pictures,
): RootContent[] {
  const words = plainText(caption === '' ? label : `${label}: ${caption}`);
  const content = imageBytes(pictures.images, image);
  const picture = content === undefined ? null : printable(content);
  if (picture === null) {
    pictures.damaged += 1;
    const line = plainText(said.sentences.damagedImage);
    return [paragraph({ type: 'emphasis', children: [line] }), paragraph(words)];
  }
  const type = picture.bytes[0] === 0xff ? 'image/jpeg' : 'image/png';
  const url = `data:${type};base64,${Buffer.from(picture.bytes).toString('base64')}`;
  const identifier = label.toLowerCase().replaceAll(' ', '-');
  pictures.definitions.push({ type: 'definition', identifier, label: identifier, url });
  return [
    paragraph(
      { type: 'imageReference', identifier, label: identifier, referenceType: 'full', alt: label },
      ...(width === undefined ? [] : [{ type: 'text', value: `{width=${width}}` } as const]),
    ),
    paragraph(words),
  ];
}

function factList(facts: readonly Fact[]): RootContent[] {
  const children = facts.map(({ label, values }) => {
    const content = values.flatMap(({ text, href }, index): PhrasingContent[] => {
      const value = plainText(text);
      const shown: PhrasingContent =
        href === undefined ? value : { type: 'link', url: href, children: [value] };
      return index === 0 ? [shown] : [plainText(', '), shown];
    });
    const name: PhrasingContent = { type: 'strong', children: [plainText(`${label}:`)] };
    return {
      type: 'listItem' as const,
      spread: false,
      children: [paragraph(name, plainText(' '), ...content)],
    };
  });
  return children.length === 0 ? [] : [{ type: 'list', ordered: false, spread: false, children }];
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): RootContent {
  return {
    type: 'table',
    children: [heads, ...rows].map((cells) => ({
      type: 'tableRow',
      children: cells.map((cell) => ({ type: 'tableCell', children: [plainText(cell)] })),
    })),
  };
}

function heading(depth: 1 | 2 | 3 | 4 | 5, ...children: PhrasingContent[]): RootContent {
  return { type: 'heading', depth, children };
}

function paragraph(...children: PhrasingContent[]): RootContent & { type: 'paragraph' } {
  return { type: 'paragraph', children };
}
