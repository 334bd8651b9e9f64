import type { PhrasingContent, Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import type { Block, Body, Fact, Figure, FindingRef, ReportDocument } from '../../document/blocks.ts';
import { printable } from '../../images/printable.ts';
import { codeBlock, plainText, richMarkdown } from './rich.ts';

/** The file, whole. */
export interface WrittenMarkdown {
  readonly bytes: Uint8Array;
  /** Figures whose image is damaged or missing; a line says so in their place. */
  readonly damagedImages: number;
}

const stringifier = unified()
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', fences: true, rule: '-', emphasis: '*', incrementListMarker: true })
  .freeze();

/** Pictures stand at the end of the file, as addresses that hold them: the text before stays one that can be read. */
interface Pictures {
  readonly definitions: RootContent[];
  damaged: number;
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
  const pictures: Pictures = { definitions: [], damaged: 0, images };
  const pieces = document.blocks.map((block) => markdownOf(blockNodes(block, document, pictures)));
  const definitions = pictures.definitions.map((definition) => markdownOf([definition]));
  const text = [...pieces, ...definitions].filter((piece) => piece !== '').join('\n');
  return { bytes: Buffer.from(text), damagedImages: pictures.damaged };
}

/** A block at a time: the stringifier's time grows faster than what it is given. */
function markdownOf(children: RootContent[]): string {
  const root: Root = { type: 'root', children };
  return children.length === 0 ? '' : stringifier.stringify(root);
}

function blockNodes(block: Block, document: ReportDocument, pictures: Pictures): RootContent[] {
  switch (block.kind) {
    case 'cover':
      return [
        heading(1, plainText(block.title)),
        ...(document.draft
          ? [paragraph({ type: 'strong', children: [plainText('DRAFT: this report is not finished.')] })]
          : []),
        paragraph(plainText(document.classification)),
        ...(block.client === '' ? [] : [paragraph(plainText(block.client))]),
        ...factList(block.facts),
      ];
    case 'contents':
      return [];
    case 'summary':
      return [
        heading(2, plainText(block.title)),
        paragraph(plainText(block.sentence)),
        table(
          ['Severity', 'Findings'],
          block.counts.map(({ label, count }) => [label, String(count)]),
        ),
        ...(block.rows.length === 0
          ? []
          : [table(['No.', 'Severity', 'Title', 'CVSS'], block.rows.map(summaryRow))]),
      ];
    case 'chapter':
      return [
        heading(2, plainText(block.title)),
        ...(block.empty === undefined ? [] : [paragraph(plainText(block.empty))]),
      ];
    case 'finding':
      return [
        heading(3, plainText(`${block.ref.number} ${block.ref.title}`)),
        ...factList([severityFact(block.ref), ...block.facts]),
        ...block.sections.flatMap((section) => [
          heading(4, plainText(section.title)),
          ...section.parts.flatMap(({ title, body }) => [
            ...(title === undefined ? [] : [heading(5, plainText(title))]),
            ...bodyNodes(body, pictures),
          ]),
        ]),
      ];
    default:
      return block satisfies never;
  }
}

function summaryRow(ref: FindingRef): string[] {
  return [ref.number, ref.severityText, ref.title, ref.cvss === '' ? '\u2013' : ref.cvss];
}

function severityFact(ref: FindingRef): Fact {
  const score = /^\d/.test(ref.cvss) && ref.cvss.length <= 4 ? ` (${ref.cvss})` : '';
  return { label: 'Severity', values: [{ text: `${ref.severityText}${score}` }], layout: 'row' };
}

function bodyNodes(body: Body, pictures: Pictures): RootContent[] {
  switch (body.kind) {
    case 'rich':
      return richMarkdown(body.root);
    case 'code':
      return [codeBlock(body.text)];
    case 'figure':
      return figureNodes(body.figure, pictures);
    default:
      return body satisfies never;
  }
}

function figureNodes({ label, caption, image }: Figure, pictures: Pictures): RootContent[] {
  const words = plainText(caption === '' ? label : `${label}: ${caption}`);
  const content = pictures.images.get(image);
  const picture = content === undefined ? null : printable(content);
  if (picture === null) {
    pictures.damaged += 1;
    const line = plainText('This image could not be shown: its file is damaged.');
    return [paragraph({ type: 'emphasis', children: [line] }), paragraph(words)];
  }
  const type = picture.bytes[0] === 0xff ? 'image/jpeg' : 'image/png';
  const url = `data:${type};base64,${Buffer.from(picture.bytes).toString('base64')}`;
  const identifier = label.toLowerCase().replaceAll(' ', '-');
  pictures.definitions.push({ type: 'definition', identifier, label: identifier, url });
  return [
    paragraph({ type: 'imageReference', identifier, label: identifier, referenceType: 'full', alt: label }),
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
