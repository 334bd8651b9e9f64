import type { Element, ElementContent, Root, Text } from 'hast';

/** A text node. */
export function text(value: string): Text {
  return { type: 'text', value };
}

/** An element without attributes. */
export function element(tagName: string, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties: {}, children };
}

/** Source shown as it was written, line by line: the form that everything takes which must not be markup. */
export function literalBlock(source: string): Element {
  return element('pre', [element('code', [text(source)])]);
}

/** A whole text shown as it was written; what a text too big or too deep to parse becomes. */
export function literalRoot(source: string): Root {
  return { type: 'root', children: [literalBlock(source)] };
}
