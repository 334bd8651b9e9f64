import { SaxesParser } from 'saxes';
import type { Markup } from '../html/markup.ts';

/*
 * A part of an Office file as a tree that can be changed and written again. What nobody changed is written as it was:
 * names with their prefixes, attributes in their order, blanks.
 */

/** An element with its attributes in order. */
export interface XmlNodeElement {
  name: string;
  readonly attributes: Map<string, string>;
  children: XmlNode[];
}

/** Markup that was made here and is written as it is. */
export interface XmlRaw {
  readonly raw: Markup;
}

/** What an element holds: elements, text, or markup of ours. */
export type XmlNode = XmlNodeElement | XmlRaw | string;

/** Limits of a part: its bytes, its elements, and how deep they lie within each other. */
export const xmlLimits = { bytes: 16_000_000, elements: 400_000, depth: 500 } as const;

/** Why a part cannot be read; the message goes on after the name of the part. */
export class XmlRefusal extends Error {}

/** Reads a part. @throws XmlRefusal if it is not well-formed, declares entities, or goes beyond the limits */
export function parseXml(bytes: Uint8Array): XmlNodeElement {
  if (bytes.length > xmlLimits.bytes) throw new XmlRefusal('is too large');
  const parser = new SaxesParser({ xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' });
  const root: XmlNodeElement = { name: '', attributes: new Map(), children: [] };
  const open = [root];
  let count = 0;
  const addText = (text: string): void => {
    const parent = open.at(-1);
    // Between the root and the end of the part there are blanks alone.
    if (parent !== undefined && parent !== root) parent.children.push(text);
  };
  parser.on('error', () => {
    throw new XmlRefusal('is not well-formed');
  });
  parser.on('doctype', () => {
    throw new XmlRefusal('declares a document type or entities, which no file of Word does');
  });
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (count > xmlLimits.elements) throw new XmlRefusal('has too many elements');
    if (open.length > xmlLimits.depth) throw new XmlRefusal('has elements too deep within each other');
    const all = Object.values(attributes).map(({ name: attribute, value }): [string, string] => [
      attribute,
      value,
    ]);
    const element: XmlNodeElement = { name, attributes: new Map(all), children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(decoded(bytes)).close();
  const element = root.children.find(isElement);
  if (element === undefined) throw new XmlRefusal('is empty');
  return element;
}

/** UTF-8, or UTF-16 if it begins with such a mark; what else a declaration says is no encoding of Office. */
function decoded(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new XmlRefusal('is not written in UTF-8');
  }
}

/** Whether a node is an element. */
export function isElement(node: XmlNode): node is XmlNodeElement {
  return typeof node === 'object' && 'children' in node;
}

/** The elements directly within another. */
export function childElements({ children }: XmlNodeElement): XmlNodeElement[] {
  return children.filter(isElement);
}

/** The first element of that name directly within another. */
export function childNamed(parent: XmlNodeElement | undefined, name: string): XmlNodeElement | undefined {
  return parent?.children.find((child): child is XmlNodeElement => isElement(child) && child.name === name);
}

/** An element and all elements within it, in order. */
export function* elementsWithin(element: XmlNodeElement): Generator<XmlNodeElement> {
  yield element;
  for (const child of element.children) if (isElement(child)) yield* elementsWithin(child);
}

/** An element for a tree. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: XmlNode[] = [],
): XmlNodeElement {
  return { name, attributes: new Map(Object.entries(attributes)), children };
}

/** The tree as markup. */
export function serializeXml(node: XmlNode): Markup {
  const pieces: string[] = [];
  write(node, pieces);
  return pieces.join('') as Markup;
}

function write(node: XmlNode, pieces: string[]): void {
  if (typeof node === 'string') {
    pieces.push(escapedText(node));
    return;
  }
  if ('raw' in node) {
    pieces.push(node.raw);
    return;
  }
  pieces.push(`<${node.name}`);
  for (const [name, value] of node.attributes) pieces.push(` ${name}="${escapedAttribute(value)}"`);
  if (node.children.length === 0) {
    pieces.push('/>');
    return;
  }
  pieces.push('>');
  for (const child of node.children) write(child, pieces);
  pieces.push(`</${node.name}>`);
}

function escapedText(text: string): string {
  return text.replace(/[&<>\r]/gu, (sign) => references[sign] ?? sign);
}

function escapedAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/gu, (sign) => references[sign] ?? sign);
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
