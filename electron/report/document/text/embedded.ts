import type { Element, ElementContent, Root } from 'hast';
import type { Figure, Part } from '../blocks.ts';
import { hasWords } from './rich.ts';

/** What a block is parted into: blocks, and the images that stood in it. */
type Piece = ElementContent | { readonly figure: Figure };

/**
 * A rich text with its embedded images as figures of the document: each behind the paragraph or the entry of a list in
 * which it stands. In the middle of anything else its label stays in its place. Nothing if there is nothing to read.
 */
export function partsOf(root: Root, figure: () => string): Part[] {
  const children = root.children.filter((child) => child.type !== 'doctype');
  if (!children.some(holdsImage)) {
    return children.some(hasWords) ? [{ body: { kind: 'rich', root } }] : [];
  }
  const parts: Part[] = [];
  let text: ElementContent[] = [];
  const flush = (): void => {
    if (text.some(hasWords)) parts.push({ body: { kind: 'rich', root: { type: 'root', children: text } } });
    text = [];
  };
  for (const piece of children.flatMap((child) => piecesOf(child, figure))) {
    if ('figure' in piece) {
      flush();
      parts.push({ body: { kind: 'figure', figure: piece.figure } });
    } else text.push(piece);
  }
  flush();
  return parts;
}

function holdsImage(node: ElementContent): boolean {
  return isImage(node) || (node.type === 'element' && node.children.some(holdsImage));
}

function isImage(node: ElementContent): boolean {
  return node.type === 'element' && node.tagName === 'img';
}

function piecesOf(node: ElementContent, figure: () => string): Piece[] {
  if (!holdsImage(node)) return [node];
  if (node.type !== 'element') return [node];
  if (isImage(node)) return [{ figure: figureOf(node, figure()) }];
  switch (node.tagName) {
    case 'p':
    case 'div':
      return parted(
        node,
        node.children.flatMap((child) => piecesOf(child, figure)),
      );
    case 'ul':
    case 'ol':
      return listPieces(node, figure);
    default: {
      const figures: Figure[] = [];
      const marked = withLabels(node, figures, figure);
      return [marked, ...figures.map((one) => ({ figure: one }))];
    }
  }
}

/** A paragraph that figures part into several. */
function parted(node: Element, inside: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  let { properties } = node;
  let children: ElementContent[] = [];
  const flush = (): void => {
    if (children.some(hasWords)) {
      pieces.push({ ...node, properties, children });
      // A footnote goes on behind its image: it does not begin anew.
      const { dataNote: _begun, ...rest } = properties;
      properties = rest;
    }
    children = [];
  };
  for (const piece of inside) {
    if ('figure' in piece) {
      flush();
      pieces.push(piece);
    } else children.push(piece);
  }
  flush();
  return pieces;
}

/** A list that goes on behind the figures of an entry, with its numbers. */
function listPieces(list: Element, figure: () => string): Piece[] {
  const pieces: Piece[] = [];
  const start = list.properties['start'];
  let number = typeof start === 'number' ? start : 1;
  let begins = number;
  let entries: ElementContent[] = [];
  const flush = (): void => {
    const numbered = list.tagName === 'ol' ? { ...list.properties, start: begins } : list.properties;
    if (entries.some(hasWords)) pieces.push({ ...list, properties: numbered, children: entries });
    entries = [];
    begins = number;
  };
  for (const entry of list.children) {
    const figures: Figure[] = [];
    entries.push(holdsImage(entry) ? withLabels(entry, figures, figure) : entry);
    if (entry.type === 'element' && entry.tagName === 'li') number += 1;
    if (figures.length === 0) continue;
    flush();
    pieces.push(...figures.map((one) => ({ figure: one })));
  }
  flush();
  return pieces;
}

/** The same with the label of each image in its place. */
function withLabels(node: ElementContent, figures: Figure[], figure: () => string): ElementContent {
  if (node.type !== 'element') return node;
  if (isImage(node)) {
    const made = figureOf(node, figure());
    figures.push(made);
    return { type: 'text', value: `(${made.label})` };
  }
  const children = node.children.map((child) => withLabels(child, figures, figure));
  return { ...node, children };
}

function figureOf(image: Element, label: string): Figure {
  const { src, alt, width } = image.properties;
  const figure = { label, caption: String(alt ?? '').trim(), image: String(src ?? '') };
  return typeof width === 'string' ? { ...figure, width } : figure;
}
