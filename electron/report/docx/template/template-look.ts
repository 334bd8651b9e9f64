import {
  specimenStyles,
  type SpecimenStyle,
  type TemplateLook,
} from '#contract/deliverable/word-template.ts';
import { childNamed, elementsWithin, type XmlNodeElement } from '../../office/xml-tree.ts';
import { templateNames, type ParagraphStyle } from '../style-names.ts';
import { textIn } from './fields-in.ts';
import type { FoundMark } from './find-marks.ts';
import type { WordTemplate } from './read-template.ts';
import { pageOf, sectionOf, sidePartOf } from './sections.ts';
import type { TemplateStyles } from './template-styles.ts';

const specimens: Readonly<Record<SpecimenStyle, ParagraphStyle>> = {
  title: 'Title',
  heading1: 'Heading1',
  heading2: 'Heading2',
  heading3: 'Heading3',
  body: 'BodyText',
  caption: 'Caption',
  code: 'Code',
  tableHead: 'TableHead',
};

const maxCoverLines = 12;
const maxLetters = 300;

/** What a page of a report by a template looks like. @param ownLook how a style looks that the template does not have */
export function lookOf(
  template: WordTemplate,
  styles: TemplateStyles,
  marks: readonly FoundMark[],
  ownLook: (style: ParagraphStyle) => Partial<TemplateLook['styles'][SpecimenStyle]>,
): TemplateLook {
  const place = reportPlace(marks);
  const section = sectionOf(template.body, place);
  const { width, height, top, right, bottom, left } = pageOf(section);
  const wordsOf = (kind: 'header' | 'footer'): string => {
    const tree = sidePartOf(template, section, kind)?.tree;
    if (tree == null) return '';
    const lines = [...elementsWithin(tree)].filter(({ name }) => name === 'w:p').map(wordsIn);
    return lines
      .filter((line) => line !== '')
      .join('  ')
      .slice(0, maxLetters);
  };
  const look = Object.fromEntries(
    specimenStyles.map((specimen) => {
      const style = specimens[specimen];
      const found = styles.like({ id: style, type: 'paragraph', names: templateNames(style) });
      const base = styles.look(found?.id);
      return [specimen, found === undefined ? Object.assign(base, ownLook(style)) : base];
    }),
  ) as TemplateLook['styles'];
  return {
    page: { width, height, top, right, bottom, left },
    header: wordsOf('header'),
    footer: wordsOf('footer'),
    cover: coverLines(template.body, place, styles),
    styles: look,
  };
}

/** Where the report begins: its own mark, or the first of a chapter; nowhere if it goes behind all. */
export function reportPlace(marks: readonly FoundMark[]): XmlNodeElement | undefined {
  const blocks = marks.flatMap(({ meaning }) => (meaning.kind === 'block' ? [meaning] : []));
  const printed = blocks.filter(({ mark }) => mark !== 'cover' && mark !== 'contents');
  const report = blocks.find(({ mark }) => mark === 'report') ?? printed[0];
  return report?.place.nodes[0];
}

function coverLines(
  body: XmlNodeElement,
  place: XmlNodeElement | undefined,
  styles: TemplateStyles,
): TemplateLook['cover'] {
  const lines: TemplateLook['cover'][number][] = [];
  const grounds = new Map<XmlNodeElement, string>();
  for (const element of elementsWithin(body)) {
    if (element === place || lines.length === maxCoverLines) break;
    const ground = groundOf(element);
    if (element.name === 'w:tc' && ground !== null) {
      for (const inside of elementsWithin(element)) grounds.set(inside, ground);
    }
    if (element.name !== 'w:p') continue;
    const text = wordsIn(element);
    if (text === '') continue;
    const properties = childNamed(element, 'w:pPr');
    const style = childNamed(properties, 'w:pStyle')?.attributes.get('w:val');
    const run = [...elementsWithin(element)].find(
      ({ name, children }) => name === 'w:r' && children.length > 1,
    );
    const look = styles.look(style, properties, childNamed(run, 'w:rPr'));
    lines.push({ text, look, ground: ground ?? grounds.get(element) ?? null });
  }
  return lines;
}

/** The colour behind a paragraph or a cell, if it has one of its own. */
function groundOf(element: XmlNodeElement): string | null {
  const properties = childNamed(element, element.name === 'w:tc' ? 'w:tcPr' : 'w:pPr');
  const fill = childNamed(properties, 'w:shd')?.attributes.get('w:fill') ?? '';
  return /^[0-9a-f]{6}$/iu.test(fill) ? `#${fill.toLowerCase()}` : null;
}

/** The words of a paragraph, those of boxes within it left to their own paragraphs. */
function wordsIn(paragraph: XmlNodeElement): string {
  let words = '';
  const read = (element: XmlNodeElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string' || 'raw' in child) continue;
      if (child.name === 'w:t') words += textIn(child);
      else if (/^w:(?:tab|br)$/u.test(child.name)) words += '  ';
      else if (!/^(?:w:p|w:pict|w:drawing|w:pPr|mc:AlternateContent)$/u.test(child.name)) read(child);
    }
  };
  read(paragraph);
  return words.trim().slice(0, maxLetters);
}
