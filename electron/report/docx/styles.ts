import { create } from 'fontkit';
import type { ReportTheme } from '#contract/deliverable/theme.ts';
import type { LookOfStyle } from '#contract/deliverable/word-template.ts';
import { tag, voidTag, type Inside, type Markup } from '../html/markup.ts';
import { verdictColors, white } from '../pdf/layout/theme.ts';
import { twips } from './paragraph.ts';
import { wordColor } from './runs.ts';
import {
  paragraphStyleIds,
  styleName,
  styleSizes,
  templateNames,
  type ParagraphStyle,
} from './style-names.ts';

/** Faces that Word has on every system; a theme with faces of its own is written in those. */
const ordinaryFonts = { sans: 'Calibri', mono: 'Consolas' } as const;

/** The names of the faces of a file. */
export interface DocxFonts {
  readonly sans: string;
  readonly mono: string;
}

/** @param files the fonts of the theme, by hash */
export function docxFonts({ fonts }: ReportTheme, files: ReadonlyMap<string, Uint8Array>): DocxFonts {
  const named = (hash: string | undefined): string | undefined => {
    const file = hash === undefined ? undefined : files.get(hash);
    if (file === undefined) return undefined;
    try {
      const font = create(Buffer.from(file));
      return 'familyName' in font && typeof font.familyName === 'string' ? font.familyName : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    sans: named(fonts.sans.regular) ?? ordinaryFonts.sans,
    mono: named(fonts.mono.regular) ?? ordinaryFonts.mono,
  };
}

/** The id of the style of a severity or a verdict, as a chip in a line. */
export function chipStyle(key: string): string {
  return `Chip${key.replace(/(?:^|-)([a-z])/gu, (_, letter: string) => letter.toUpperCase())}`;
}

/** What a style of paragraphs has beside its size: its parent, paragraph properties and run properties. */
interface StyleParts {
  readonly based?: ParagraphStyle | null;
  readonly next?: ParagraphStyle;
  /** In the order of the schema, between keep-lines and outline level. */
  readonly paragraph?: readonly Markup[];
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly color?: string;
  readonly mono?: boolean;
  /** A face of a template. */
  readonly font?: string;
}

const spacing = (before: number, after: number, line?: number): Markup =>
  voidTag('w:spacing', {
    'w:before': twips(before),
    'w:after': twips(after),
    ...(line === undefined ? {} : { 'w:line': Math.round(240 * line), 'w:lineRule': 'auto' }),
  });
const keepNext = voidTag('w:keepNext');
const keepLines = voidTag('w:keepLines');
const outline = (level: number): Markup => voidTag('w:outlineLvl', { 'w:val': level });
const shade = (color: string): Markup =>
  voidTag('w:shd', { 'w:val': 'clear', 'w:color': 'auto', 'w:fill': wordColor(color) });
const side = (color: string): Markup =>
  tag(
    'w:pBdr',
    {},
    voidTag('w:left', { 'w:val': 'single', 'w:sz': 18, 'w:space': 8, 'w:color': wordColor(color) }),
  );
/** The line beside a text stands in the column, not before it. */
const inset = voidTag('w:ind', { 'w:left': twips(10) });
/** No space between paragraphs of one kind. */
const together = voidTag('w:contextualSpacing');
const rightTab = (at: number): Markup =>
  tag('w:tabs', {}, voidTag('w:tab', { 'w:val': 'right', 'w:leader': 'dot', 'w:pos': twips(at) }));

function partsOf(style: ParagraphStyle, theme: ReportTheme, column: number): StyleParts {
  const { ink, muted, panel, accent, rule } = theme.colors;
  const heading = (level: number, before: number, after: number): StyleParts => ({
    next: 'BodyText',
    paragraph: [keepNext, keepLines, spacing(before, after), outline(level)],
    bold: true,
    color: ink,
  });
  switch (style) {
    case 'Normal':
      return { based: null, color: theme.colors.text };
    case 'Title':
      return { paragraph: [spacing(0, 6)], bold: true, color: ink };
    case 'Subtitle':
      return { paragraph: [spacing(0, 6)], color: muted };
    case 'Heading1':
      return heading(0, 18, 8);
    case 'Heading2':
      return heading(1, 16, 5);
    case 'Heading3':
      return heading(2, 11, 3);
    case 'Heading4':
      return heading(3, 8, 3);
    case 'Heading5':
      return { ...heading(4, 6, 2), italic: true };
    case 'UnlistedHeading':
      return { ...heading(1, 16, 5), based: 'Heading2' };
    case 'BodyText':
      return { paragraph: [spacing(0, 6, 1.1)] };
    case 'ListBullet':
    case 'ListNumber':
    case 'ListContinue':
      return { based: 'BodyText', paragraph: [spacing(0, 3, 1.1)] };
    case 'Quote':
      return {
        based: 'BodyText',
        paragraph: [side(rule), spacing(3, 8, 1.1), inset, together],
        italic: true,
        color: muted,
      };
    case 'Note':
      return {
        based: 'BodyText',
        paragraph: [side(accent), shade(panel), spacing(4, 9, 1.1), inset, together],
      };
    case 'Code':
      return { paragraph: [side(rule), shade(panel), spacing(3, 9), inset, together], mono: true };
    case 'Caption':
      return { next: 'BodyText', paragraph: [keepLines, spacing(2, 9)], color: muted };
    case 'Picture':
      return { next: 'Caption', paragraph: [keepNext, spacing(6, 3)] };
    case 'Rating':
      return { next: 'BodyText', paragraph: [keepNext, spacing(0, 6)] };
    case 'Small':
      return { color: muted };
    case 'Gap':
      return {};
    case 'TableText':
      return { paragraph: [spacing(1, 1)] };
    case 'TableHead':
      return { based: 'TableText', paragraph: [keepNext, spacing(1, 1)], bold: true, color: ink };
    case 'CoverText':
      return { paragraph: [spacing(0, 4)] };
    case 'ContentsTitle':
      return { next: 'BodyText', paragraph: [keepNext, spacing(18, 8)], bold: true, color: ink };
    case 'TOC1':
      return { paragraph: [rightTab(column), spacing(6, 2)], bold: true, color: ink };
    case 'TOC2':
      return {
        paragraph: [rightTab(column), spacing(0, 2), voidTag('w:ind', { 'w:left': 240 })],
      };
    case 'Header':
    case 'Footer':
      return {
        paragraph: [tag('w:tabs', {}, voidTag('w:tab', { 'w:val': 'right', 'w:pos': twips(column) }))],
        color: muted,
      };
    case 'FootnoteText':
      return { paragraph: [spacing(0, 2)] };
    case 'CommentText':
      return {};
    default:
      return style satisfies never;
  }
}

function fontsXml(name: string): Markup {
  return voidTag('w:rFonts', { 'w:ascii': name, 'w:hAnsi': name, 'w:cs': name });
}

function sizeXml(points: number): Markup[] {
  return ['w:sz', 'w:szCs'].map((name) => voidTag(name, { 'w:val': Math.round(points * 2) }));
}

/** What the text of a template looks like, which our styles beside its own follow. */
export interface TextBase {
  /** Points of its letters. */
  readonly size: number;
  /** Whether its paragraphs stand apart by themselves. */
  readonly isSpaced: boolean;
  /** How its headings look; absent if it has none. */
  readonly heading?: Pick<LookOfStyle, 'font' | 'color' | 'bold' | 'italic'>;
}

/** How a style looks beside those of a template. */
function partsBeside(style: ParagraphStyle, parts: StyleParts, { isSpaced, heading }: TextBase): StyleParts {
  if (heading !== undefined && /Heading|Title/u.test(style)) return { ...parts, ...heading };
  if (style === 'BodyText' && isSpaced) return { ...parts, paragraph: [] };
  return { ...parts, paragraph: parts.paragraph ?? [spacing(0, 0)] };
}

function paragraphStyle(
  style: ParagraphStyle,
  theme: ReportTheme,
  fonts: DocxFonts,
  column: number,
  base?: TextBase,
): Markup {
  const own = partsOf(style, theme, column);
  const parts = base === undefined ? own : partsBeside(style, own, base);
  const { size } = styleSizes(style);
  const normal = styleSizes('Normal').size;
  const sizes =
    base === undefined ? sizeXml(size) : size === normal ? [] : sizeXml((size * base.size) / normal);
  const based = parts.based === undefined ? 'Normal' : parts.based;
  const look = [
    ...(parts.mono === true ? [fontsXml(fonts.mono)] : []),
    ...(parts.font === undefined ? [] : [fontsXml(parts.font)]),
    ...(parts.bold === true ? [voidTag('w:b'), voidTag('w:bCs')] : []),
    ...(parts.italic === true ? [voidTag('w:i'), voidTag('w:iCs')] : []),
    ...(parts.mono === true ? [voidTag('w:noProof')] : []),
    ...(parts.color === undefined ? [] : [voidTag('w:color', { 'w:val': wordColor(parts.color) })]),
    ...sizes,
  ];
  const isOwn = /^(?:Code|Note|Picture|Rating|Small|Gap|Table|Cover|Contents|Unlisted)/u.test(style);
  return tag(
    'w:style',
    {
      'w:type': 'paragraph',
      'w:default': style === 'Normal' ? 1 : undefined,
      'w:customStyle': isOwn ? 1 : undefined,
      'w:styleId': style,
    },
    [
      voidTag('w:name', { 'w:val': styleName(style) }),
      ...(based === null ? [] : [voidTag('w:basedOn', { 'w:val': based })]),
      ...(parts.next === undefined ? [] : [voidTag('w:next', { 'w:val': parts.next })]),
      voidTag('w:qFormat'),
      ...(parts.paragraph === undefined ? [] : [tag('w:pPr', {}, parts.paragraph)]),
      tag('w:rPr', {}, look),
    ],
  );
}

function characterStyle(id: string, name: string, look: readonly Markup[], own = false): Markup {
  return tag('w:style', { 'w:type': 'character', 'w:customStyle': own ? 1 : undefined, 'w:styleId': id }, [
    voidTag('w:name', { 'w:val': name }),
    voidTag('w:basedOn', { 'w:val': 'DefaultParagraphFont' }),
    voidTag('w:qFormat'),
    tag('w:rPr', {}, look),
  ]);
}

function tableStyle(id: string, name: string, properties: readonly Markup[], rest: Inside = []): Markup {
  return tag('w:style', { 'w:type': 'table', 'w:customStyle': 1, 'w:styleId': id }, [
    voidTag('w:name', { 'w:val': name }),
    voidTag('w:basedOn', { 'w:val': 'TableNormal' }),
    tag('w:tblPr', {}, properties),
    rest,
  ]);
}

function borders(color: string, sides: readonly string[]): Markup {
  return tag(
    'w:tblBorders',
    {},
    sides.map((name) =>
      voidTag(`w:${name}`, { 'w:val': 'single', 'w:sz': 4, 'w:space': 0, 'w:color': wordColor(color) }),
    ),
  );
}

function margins(vertical: number, sides: number): Markup {
  const of = (name: string, points: number): Markup =>
    voidTag(`w:${name}`, { 'w:w': twips(points), 'w:type': 'dxa' });
  return tag('w:tblCellMar', {}, [
    of('top', vertical),
    of('left', sides),
    of('bottom', vertical),
    of('right', sides),
  ]);
}

/** A style of ours, as it stands in a file. */
export interface OwnStyle {
  readonly id: string;
  readonly type: 'paragraph' | 'character' | 'table';
  /** What Word calls it, and how else a company's template may. */
  readonly names: readonly string[];
  readonly xml: Markup;
}

/** The styles that texts of a report are written in. @param column points between the margins of a page @param base of a template */
export function ownStyles(theme: ReportTheme, fonts: DocxFonts, column: number, base?: TextBase): OwnStyle[] {
  const { colors } = theme;
  const character = (id: string, name: string, look: readonly Markup[], own = false): OwnStyle => ({
    id,
    type: 'character',
    names: [name],
    xml: characterStyle(id, name, look, own),
  });
  const table = (id: string, name: string, properties: readonly Markup[], rest: Inside = []): OwnStyle => ({
    id,
    type: 'table',
    names: [name],
    xml: tableStyle(id, name, properties, rest),
  });
  const chips = [...Object.entries(colors.severities), ...Object.entries(verdictColors)].map(([key, color]) =>
    character(
      chipStyle(key),
      `Chip ${key}`,
      [voidTag('w:b'), voidTag('w:bCs'), voidTag('w:color', { 'w:val': wordColor(white) }), shade(color)],
      true,
    ),
  );
  return [
    ...paragraphStyleIds.map((id): OwnStyle => ({
      id,
      type: 'paragraph',
      names: templateNames(id),
      xml: paragraphStyle(id, theme, fonts, column, base),
    })),
    {
      id: 'DefaultParagraphFont',
      type: 'character',
      names: ['Default Paragraph Font'],
      xml: tag('w:style', { 'w:type': 'character', 'w:default': 1, 'w:styleId': 'DefaultParagraphFont' }, [
        voidTag('w:name', { 'w:val': 'Default Paragraph Font' }),
        voidTag('w:uiPriority', { 'w:val': 1 }),
        voidTag('w:semiHidden'),
      ]),
    },
    character('Hyperlink', 'Hyperlink', [
      voidTag('w:color', { 'w:val': wordColor(colors.link) }),
      voidTag('w:u', { 'w:val': 'single' }),
    ]),
    character('FootnoteReference', 'footnote reference', [
      voidTag('w:vertAlign', { 'w:val': 'superscript' }),
    ]),
    character('CommentReference', 'annotation reference', sizeXml(8)),
    character(
      'InlineCode',
      'Inline Code',
      [fontsXml(fonts.mono), ...sizeXml(9.5), shade(colors.panel)],
      true,
    ),
    ...chips,
    {
      id: 'TableNormal',
      type: 'table',
      names: ['Normal Table'],
      xml: tag('w:style', { 'w:type': 'table', 'w:default': 1, 'w:styleId': 'TableNormal' }, [
        voidTag('w:name', { 'w:val': 'Normal Table' }),
        voidTag('w:uiPriority', { 'w:val': 99 }),
        voidTag('w:semiHidden'),
        tag('w:tblPr', {}, [voidTag('w:tblInd', { 'w:w': 0, 'w:type': 'dxa' }), margins(0, 5)]),
      ]),
    },
    table(
      'DossierTable',
      'Dossier Table',
      [borders(colors.rule, ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']), margins(2, 5)],
      tag('w:tblStylePr', { 'w:type': 'firstRow' }, tag('w:tcPr', {}, shade(colors.panel))),
    ),
    table('DossierFacts', 'Dossier Facts', [
      borders(colors.rule, ['top', 'bottom', 'insideH']),
      margins(2, 5),
    ]),
    table('DossierPlain', 'Dossier Plain', [margins(1, 5)]),
  ];
}

/** How a style of ours looks beside those of a template, with what it says itself. */
export function ownLook(style: ParagraphStyle, theme: ReportTheme, base: TextBase): Partial<LookOfStyle> {
  const {
    bold = false,
    italic = false,
    mono = false,
    color,
    font,
  } = partsBeside(style, partsOf(style, theme, 0), base);
  return {
    ...(mono && { font: ordinaryFonts.mono }),
    ...(font !== undefined && { font }),
    ...(color !== undefined && { color: color.toLowerCase() }),
    size: Math.round((styleSizes(style).size * base.size * 2) / styleSizes('Normal').size) / 2,
    bold,
    italic,
    align: 'left',
  };
}

/** The styles of a file. @param column points between the margins of a page @param language as Word names it */
export function stylesXml(theme: ReportTheme, fonts: DocxFonts, column: number, language: string): Markup {
  return tag('w:styles', { 'xmlns:w': wordNames }, [
    tag('w:docDefaults', {}, [
      tag(
        'w:rPrDefault',
        {},
        tag('w:rPr', {}, [
          voidTag('w:rFonts', {
            'w:ascii': fonts.sans,
            'w:hAnsi': fonts.sans,
            'w:cs': fonts.sans,
            'w:eastAsia': fonts.sans,
          }),
          ...sizeXml(styleSizes('Normal').size),
          voidTag('w:lang', { 'w:val': language, 'w:eastAsia': 'en-US', 'w:bidi': 'ar-SA' }),
        ]),
      ),
      tag('w:pPrDefault', {}, tag('w:pPr', {}, spacing(0, 0))),
    ]),
    ...ownStyles(theme, fonts, column).map(({ xml }) => xml),
  ]);
}

/** The names of WordprocessingML. */
export const wordNames = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
