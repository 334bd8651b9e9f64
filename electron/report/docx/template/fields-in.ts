import { elementsWithin, type XmlNodeElement } from '../../office/xml-tree.ts';

/** The text of an element itself. */
export function textIn({ children }: XmlNodeElement): string {
  return children.filter((child) => typeof child === 'string').join('');
}

/** The instructions of all fields within an element, however many runs they are split over. */
export function fieldsIn(tree: XmlNodeElement): string[] {
  const found: string[] = [];
  const open: string[] = [];
  for (const element of elementsWithin(tree)) {
    if (element.name === 'w:fldSimple') found.push(element.attributes.get('w:instr') ?? '');
    if (element.name === 'w:instrText' && open.length > 0) open[open.length - 1] += textIn(element);
    if (element.name !== 'w:fldChar') continue;
    const type = element.attributes.get('w:fldCharType');
    if (type === 'begin') open.push('');
    if (type === 'end') found.push(open.pop() ?? '');
  }
  return [...found, ...open];
}

/** How far fields are open behind an element: beginnings less ends. */
export function fieldDepth(element: XmlNodeElement): number {
  let depth = 0;
  for (const { name, attributes } of elementsWithin(element)) {
    if (name !== 'w:fldChar') continue;
    const type = attributes.get('w:fldCharType');
    if (type === 'begin') depth += 1;
    if (type === 'end') depth -= 1;
  }
  return depth;
}

/** Whether it is the field of a table of contents, made from headings. */
export function isContentsField(instruction: string): boolean {
  return /^\s*TOC(?:\s|$)/iu.test(instruction) && !/\\[ac]\b/iu.test(instruction);
}
