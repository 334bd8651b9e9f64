import { elementsWithin, isElement, type XmlNodeElement } from '../../office/xml-tree.ts';
import { textIn } from './fields-in.ts';
import { setText } from './fill-marks.ts';
import type { ValueMark } from './marks.ts';

/** A field that is being read: what it says, and the letters of its result. */
interface OpenField {
  instruction: string;
  isResult: boolean;
  /** The signs that make it a field. */
  readonly signs: XmlNodeElement[];
  readonly letters: XmlNodeElement[];
}

/** Properties of the file that a report has itself. */
const properties: Readonly<Record<string, ValueMark>> = {
  title: 'title',
  author: 'author',
  subject: 'client',
};

/**
 * Fills fields that show a property of the file, as Word does only when it is asked to. Properties that a report does
 * not take over stay as words: their field would end in an error.
 */
export function fillPropertyFields(tree: XmlNodeElement, values: Readonly<Record<ValueMark, string>>): void {
  const open: OpenField[] = [];
  const dropped = new Set<XmlNodeElement>();
  for (const element of elementsWithin(tree)) {
    const field = open.at(-1);
    if (element.name === 'w:fldSimple') {
      const letters = [...elementsWithin(element)].filter(({ name }) => name === 'w:t');
      const instruction = element.attributes.get('w:instr') ?? '';
      if (fill(instruction, letters, values)) dropped.add(element);
    } else if (element.name === 'w:t' && field?.isResult === true) field.letters.push(element);
    else if (element.name === 'w:instrText' && field !== undefined) {
      field.instruction += textIn(element);
      field.signs.push(element);
    } else if (element.name === 'w:fldChar') {
      const type = element.attributes.get('w:fldCharType');
      if (type === 'begin') open.push({ instruction: '', isResult: false, signs: [element], letters: [] });
      else if (field !== undefined) {
        field.signs.push(element);
        field.isResult = true;
        if (type !== 'end') continue;
        open.pop();
        if (fill(field.instruction, field.letters, values)) for (const sign of field.signs) dropped.add(sign);
      }
    }
  }
  if (dropped.size > 0) drop(tree, dropped);
}

/** Puts a value into the result of a field. @returns whether the field has no property to show any more */
function fill(
  instruction: string,
  letters: readonly XmlNodeElement[],
  values: Readonly<Record<ValueMark, string>>,
): boolean {
  const [word = '', name = ''] = instruction.trim().toLowerCase().split(/\s+/u);
  const isProperty = word === 'docproperty';
  const key = isProperty ? name.replaceAll('"', '') : word;
  const mark = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (mark === undefined) return isProperty;
  for (const [at, element] of letters.entries()) setText(element, at === 0 ? values[mark] : '');
  return false;
}

/** Takes the signs of fields away; what stands in a simple field stays. */
function drop(parent: XmlNodeElement, dropped: ReadonlySet<XmlNodeElement>): void {
  parent.children = parent.children.flatMap((child) => {
    if (!isElement(child)) return [child];
    drop(child, dropped);
    if (!dropped.has(child)) return [child];
    return child.name === 'w:fldSimple' ? child.children : [];
  });
}
