import { childElements, childNamed, elementsWithin, type XmlNodeElement } from '../../office/xml-tree.ts';
import { kindOf, pathOf, type TemplatePart, type WordTemplate } from './read-template.ts';

/** Lengths of the pages of a section, in points. */
export interface SectionPage {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
  /** Of one column of text. */
  readonly column: number;
}

/** The properties of all sections, in order. */
export function sectionsIn(body: XmlNodeElement): XmlNodeElement[] {
  return [...elementsWithin(body)].filter(({ name }) => name === 'w:sectPr');
}

/** The section in which a node stands; the last one if it is not in the text. */
export function sectionOf(
  body: XmlNodeElement,
  node: XmlNodeElement | undefined,
): XmlNodeElement | undefined {
  let isReached = false;
  let last: XmlNodeElement | undefined;
  for (const element of elementsWithin(body)) {
    if (element === node) isReached = true;
    if (element.name !== 'w:sectPr') continue;
    last = element;
    if (isReached) return element;
  }
  return last;
}

const letter = { width: 612, height: 792, margin: 72 } as const;
/** No page is smaller for a report, whatever a template says. */
const minColumn = 120;

/** The pages of a section, as Word takes what is not said. */
export function pageOf(section: XmlNodeElement | undefined): SectionPage {
  const points = (name: string, attribute: string, otherwise: number): number => {
    const value = Number(childNamed(section, name)?.attributes.get(attribute) ?? Number.NaN);
    return Number.isFinite(value) ? value / 20 : otherwise;
  };
  const width = points('w:pgSz', 'w:w', letter.width);
  const height = points('w:pgSz', 'w:h', letter.height);
  const margin = (side: string): number => Math.abs(points('w:pgMar', `w:${side}`, letter.margin));
  const [top, right, bottom, left] = [margin('top'), margin('right'), margin('bottom'), margin('left')];
  const room = width - left - right - points('w:pgMar', 'w:gutter', 0);
  const columns = childNamed(section, 'w:cols');
  const count = Math.max(1, Math.trunc(Number(columns?.attributes.get('w:num') ?? 1)) || 1);
  const gap = points('w:cols', 'w:space', 36);
  const column = Math.max(minColumn, (room - gap * (count - 1)) / count);
  return { width, height, top, right, bottom, left, column };
}

/** The header or footer that most pages of a section have: its own, or the one of a section before. */
export function sidePartOf(
  { main, body, parts }: WordTemplate,
  section: XmlNodeElement | undefined,
  kind: 'header' | 'footer',
): TemplatePart | undefined {
  const all = sectionsIn(body);
  const at = section === undefined ? all.length - 1 : all.indexOf(section);
  for (const one of all.slice(0, at + 1).reverse()) {
    const reference = childElements(one).find(
      ({ name, attributes }) =>
        name === `w:${kind}Reference` && (attributes.get('w:type') ?? 'default') === 'default',
    );
    const id = reference?.attributes.get('r:id');
    const link = parts.get(main)?.links.find((other) => other.id === id && kindOf(other) === kind);
    if (link !== undefined) return parts.get(pathOf(main, link.target));
  }
  return undefined;
}
