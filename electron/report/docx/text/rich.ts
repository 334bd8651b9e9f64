import type { Element, ElementContent, Root } from 'hast';
import { markColor } from '#domain/deliverable/theme/readable.ts';
import { holdsBlock, visibleText } from '#domain/text/index.ts';
import { listingOf, type CodeListing } from '#domain/text/listing.ts';
import { captionOf } from '../../document/text/captions.ts';
import { headingLevels } from '../../document/text/heading-levels.ts';
import { markup, tag, voidTag, type Markup } from '../../html/markup.ts';
import { codeColorsOn } from '../../pdf/layout/theme.ts';
import { fencedLanguage, tokensOf } from '../../pdf/layout/tokens.ts';
import { captionBlock } from './caption.ts';
import { bulletList, type DocxFile } from '../file.ts';
import { richLine } from './inlines.ts';
import { listStep, paragraph, type ParagraphLine, type ParagraphLook } from '../paragraph.ts';
import { runs, wordColor, type RunLook } from '../runs.ts';
import { headingStyle, type ParagraphStyle } from '../style-names.ts';
import { richTable } from './tables.ts';

/** Where blocks of a text stand. */
export interface RichPlace {
  /** The style of its paragraphs. */
  readonly style: ParagraphStyle;
  readonly look?: RunLook;
  /** Points from the edge of the column. */
  readonly indent?: number;
  /** How deep in lists it is. */
  readonly depth?: number;
  readonly align?: ParagraphLook['align'];
  /** Points of the column; that of the page unless it says so. */
  readonly width?: number;
  /** The level of a heading in the report, by its level in the text. */
  readonly levelOf?: (level: number) => number;
}

/** Word has no deeper levels of lists. */
const maxListLevel = 8;
/** However deep quotes and lists nest, a line keeps some room. */
const maxIndent = 220;
const quoteStep = 18;

/** A rich text, whose highest headings are of that level. */
export function richText(root: Root, level: number, file: DocxFile): Markup[] {
  const children = root.children.filter((child) => child.type !== 'doctype');
  return richBlocks(children, file, { style: 'BodyText', levelOf: headingLevels(children, level) });
}

/** Blocks one after the other; inline content between them is a paragraph of its own. */
export function richBlocks(children: readonly ElementContent[], file: DocxFile, place: RichPlace): Markup[] {
  const blocks: Markup[] = [];
  let inline: ElementContent[] = [];
  const flush = (): void => {
    blocks.push(...inlineParagraph(inline, file, place));
    inline = [];
  };
  for (const child of children) {
    if (child.type === 'element' && holdsBlock(child)) {
      flush();
      blocks.push(...block(child, file, place));
    } else inline.push(child);
  }
  flush();
  return blocks;
}

function inlineParagraph(
  children: readonly ElementContent[],
  file: DocxFile,
  place: RichPlace,
  look: ParagraphLook = {},
): Markup[] {
  const line = richLine(children, file, place.look);
  if (line.text === '') return [];
  return [styled(line, file, place, look)];
}

function styled(line: ParagraphLine, file: DocxFile, place: RichPlace, look: ParagraphLook = {}): Markup {
  const { style, indent, align, width = file.column } = place;
  const announces = line.text.trimEnd().endsWith(':');
  return paragraph(
    line,
    {
      style,
      ...(indent === undefined || indent === 0 ? {} : { indent: Math.min(indent, maxIndent) }),
      ...(align === undefined ? {} : { align }),
      ...(announces && { keepNext: true }),
      ...look,
    },
    file,
    width,
  );
}

function block(element: Element, file: DocxFile, place: RichPlace): Markup[] {
  const { children } = element;
  const inset = (place.indent ?? 0) + quoteStep;
  switch (element.tagName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const level = place.levelOf?.(Number(element.tagName.slice(1))) ?? 6;
      // The first levels stand in the contents, which lists what the report itself is made of.
      const style = headingStyle(Math.max(4, level));
      return inlineParagraph(children, file, { ...place, style }, { keepNext: true });
    }
    case 'ul':
    case 'ol':
      return list(element, file, place);
    case 'pre':
      return listing(element, file, place);
    case 'blockquote':
      return element.properties['alert'] === undefined
        ? richBlocks(children, file, { ...place, style: 'Quote', indent: inset })
        : richBlocks(children, file, { ...place, style: 'Note' });
    case 'table':
      return richTable(element, file, place);
    case 'hr':
      return [rule(file, place)];
    case 'dd':
      return richBlocks(children, file, { ...place, indent: inset });
    case 'dt':
    case 'b':
    case 'strong':
      return richBlocks(children, file, { ...place, look: { ...place.look, bold: true } });
    case 'i':
    case 'em':
      return richBlocks(children, file, { ...place, look: { ...place.look, italic: true } });
    case 'li':
      return listItem(element, file, place, bulletList);
    default:
      // The words of a footnote stand with the first sign that names it.
      if (element.properties['dataNote'] !== undefined && file.isNamedNote(element)) return [];
      return richBlocks(children, file, place);
  }
}

function list(element: Element, file: DocxFile, place: RichPlace): Markup[] {
  const start = element.properties['start'];
  const id = element.tagName === 'ol' ? file.numberedList(typeof start === 'number' ? start : 1) : bulletList;
  return element.children.flatMap((child) =>
    child.type === 'element' && child.tagName === 'li'
      ? listItem(child, file, place, id)
      : richBlocks([child], file, { ...place, indent: (place.indent ?? 0) + listStep }),
  );
}

/** An entry: its first paragraph has the sign of the list, what follows stands under its words. */
function listItem(element: Element, file: DocxFile, place: RichPlace, id: number): Markup[] {
  const depth = place.depth ?? 0;
  const level = Math.min(depth, maxListLevel);
  const indent = Math.min((place.indent ?? 0) + listStep, maxIndent);
  const inTable = place.style === 'TableText';
  const inner: RichPlace = {
    ...place,
    style: inTable ? 'TableText' : 'ListContinue',
    indent,
    depth: depth + 1,
  };
  const at = element.children.findIndex((child) => child.type !== 'text' || child.value.trim() !== '');
  const first = element.children[at];
  const firstBlock = element.children.findIndex(holdsBlock);
  const isParagraph = first?.type === 'element' && first.tagName === 'p' && !first.children.some(holdsBlock);
  const lead = isParagraph
    ? first.children
    : firstBlock < 0
      ? element.children
      : element.children.slice(0, firstBlock);
  const rest = isParagraph
    ? element.children.slice(at + 1)
    : firstBlock < 0
      ? []
      : element.children.slice(firstBlock);
  const style: ParagraphStyle = inTable ? 'TableText' : id === bulletList ? 'ListBullet' : 'ListNumber';
  return [
    styled(richLine(lead, file, place.look), file, { ...inner, style }, { list: { id, level } }),
    ...richBlocks(rest, file, inner),
  ];
}

/** Code under its caption, if it has one. */
function listing(pre: Element, file: DocxFile, place: RichPlace): Markup[] {
  const words = visibleText({ type: 'root', children: pre.children });
  const caption = captionOf(pre);
  return [
    ...(caption === null ? [] : [captionBlock(caption, 'Listing', file, true)]),
    ...codeBlock(words, file, place, fencedLanguage(pre), listingOf(pre)),
  ];
}

/** Points at which code stands in its box, and that the number of a line has. */
const codeInset = 10;
const digitWidth = 5;

/** Code line by line, in the colours of its grammar: copied, it is the text. */
export function codeBlock(
  text: string,
  file: DocxFile,
  place: RichPlace = { style: 'BodyText' },
  language?: string,
  listing: CodeListing | null = null,
): Markup[] {
  const lines: { readonly text: string; readonly look: RunLook }[][] = [[]];
  const kinds = codeColorsOn(file.theme.colors.panel);
  for (const token of tokensOf(codeText(text), language)) {
    const color = token.kind === 'plain' ? {} : { color: wordColor(kinds[token.kind]) };
    for (const [at, part] of token.text.split('\n').entries()) {
      if (at > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, look: { ...color, code: true } });
    }
  }
  const { indent = 0, width = file.column } = place;
  const first = listing?.firstNumber ?? null;
  const list =
    first === null
      ? null
      : {
          id: file.numberedList(first, true),
          level: 0,
          step: digitWidth * (String(first + lines.length).length + 2),
        };
  const numbered = list === null ? {} : { list, indent: Math.min(indent, maxIndent) + codeInset + list.step };
  const marked = { fill: wordColor(markColor), border: wordColor(file.theme.colors.ink) };
  return lines.map((pieces, at) =>
    paragraph(
      {
        xml: pieces.map(({ text: part, look }) => runs(part, look)),
        text: pieces.map(({ text: part }) => part).join(''),
      },
      {
        style: 'Code',
        code: true,
        ...(indent === 0 ? {} : { indent: Math.min(indent, maxIndent) }),
        ...numbered,
        ...(listing?.isMarked(at + 1) === true && marked),
      },
      file,
      width,
    ),
  );
}

/** The text with the line ends of one kind, and none at the end. */
function codeText(text: string): string {
  return text.replace(/\r\n?/gu, '\n').replace(/\s+$/u, '');
}

function rule(file: DocxFile, { width = file.column }: RichPlace): Markup {
  file.pages.add(width === 0 ? 0 : 10);
  const line = { 'w:val': 'single', 'w:sz': 4, 'w:space': 1, 'w:color': wordColor(file.theme.colors.rule) };
  return tag(
    'w:p',
    {},
    tag('w:pPr', {}, [
      voidTag('w:pStyle', { 'w:val': 'BodyText' }),
      tag('w:pBdr', {}, voidTag('w:bottom', line)),
    ]),
  );
}

/** Nothing to see, for places where Word wants a paragraph. */
export function emptyParagraph(style: ParagraphStyle): Markup {
  return tag('w:p', {}, tag('w:pPr', {}, markup([voidTag('w:pStyle', { 'w:val': style })])));
}
