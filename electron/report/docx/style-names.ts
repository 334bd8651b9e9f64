/*
 * The styles that the writer asks for. Their ids stand in the text; a company's template has them under the same names.
 */

/** Styles of paragraphs: id, the name that Word shows, points of type, points of a line and of the space around. */
const paragraphStyles = {
  Normal: { name: 'Normal', size: 10.5, height: 13.5, around: 0 },
  Title: { name: 'Title', size: 32, height: 40, around: 6 },
  Subtitle: { name: 'Subtitle', size: 15, height: 20, around: 6 },
  Heading1: { name: 'heading 1', size: 20, height: 26, around: 16 },
  Heading2: { name: 'heading 2', size: 14, height: 18, around: 16 },
  Heading3: { name: 'heading 3', size: 11.5, height: 15, around: 12 },
  Heading4: { name: 'heading 4', size: 10.5, height: 14, around: 10 },
  Heading5: { name: 'heading 5', size: 10.5, height: 14, around: 8 },
  UnlistedHeading: { name: 'Unlisted Heading', size: 14, height: 18, around: 16 },
  BodyText: { name: 'Body Text', size: 10.5, height: 13.8, around: 6 },
  ListBullet: { name: 'List Bullet', size: 10.5, height: 13.8, around: 3 },
  ListNumber: { name: 'List Number', size: 10.5, height: 13.8, around: 3 },
  ListContinue: { name: 'List Continue', size: 10.5, height: 13.8, around: 3 },
  Quote: { name: 'Quote', size: 10.5, height: 13.8, around: 6 },
  Note: { name: 'Note', size: 10.5, height: 13.8, around: 6 },
  Code: { name: 'Code', size: 8.5, height: 10.8, around: 0 },
  Caption: { name: 'caption', size: 9, height: 12, around: 12 },
  Picture: { name: 'Picture', size: 10.5, height: 13.8, around: 8 },
  Rating: { name: 'Rating', size: 10.5, height: 14, around: 6 },
  Small: { name: 'Small', size: 9, height: 12, around: 3 },
  Gap: { name: 'Gap', size: 4, height: 6, around: 0 },
  TableText: { name: 'Table Text', size: 9.5, height: 12, around: 0 },
  TableHead: { name: 'Table Head', size: 9.5, height: 12, around: 0 },
  CoverText: { name: 'Cover Text', size: 13, height: 18, around: 4 },
  ContentsTitle: { name: 'Contents Title', size: 20, height: 26, around: 16 },
  TOC1: { name: 'toc 1', size: 10.5, height: 14, around: 6 },
  TOC2: { name: 'toc 2', size: 10, height: 13, around: 2 },
  Header: { name: 'header', size: 8.5, height: 11, around: 0 },
  Footer: { name: 'footer', size: 8.5, height: 11, around: 0 },
  FootnoteText: { name: 'footnote text', size: 9, height: 11.5, around: 2 },
  CommentText: { name: 'annotation text', size: 10, height: 13, around: 0 },
} as const;

/** A style of paragraphs, by its id. */
export type ParagraphStyle = keyof typeof paragraphStyles;

/** What a style is called in Word. */
export function styleName(style: ParagraphStyle): string {
  return paragraphStyles[style].name;
}

/** Names under which a company's template may have a style, the best one first. */
const otherNames: Partial<Readonly<Record<ParagraphStyle, readonly string[]>>> = {
  BodyText: ['Text Body'],
  Code: ['Code Block', 'Source Code', 'Preformatted Text', 'HTML Preformatted'],
  Quote: ['Quotations', 'Block Text'],
  ContentsTitle: ['TOC Heading', 'Contents Heading'],
  TableText: ['Table Contents'],
  TableHead: ['Table Heading'],
  FootnoteText: ['Footnote'],
};

/** What a style may be called in a company's template. */
export function templateNames(style: ParagraphStyle): readonly string[] {
  return [styleName(style), ...(otherNames[style] ?? [])];
}

/** Points of a style, by which pages are estimated. */
export function styleSizes(style: ParagraphStyle): {
  readonly size: number;
  readonly height: number;
  readonly around: number;
  readonly kind: 'text' | 'code';
} {
  return { ...paragraphStyles[style], kind: style === 'Code' ? 'code' : 'text' };
}

/** Styles of paragraphs, in the order of the file. */
export const paragraphStyleIds = Object.keys(paragraphStyles) as readonly ParagraphStyle[];

/** The style of a heading, by its level in the report: the title on the cover is the first. */
export function headingStyle(level: number): ParagraphStyle {
  const styles = ['Heading1', 'Heading1', 'Heading2', 'Heading3', 'Heading4'] as const;
  return styles[level - 1] ?? 'Heading5';
}
