import type { Content } from 'pdfmake/interfaces.js';

const turned = new WeakSet<object>();

/** A piece that stands on pages of its own whose paper is turned. */
export function turnedNode<Node extends Content>(node: Node): Node {
  if (typeof node === 'object') turned.add(node);
  return node;
}

/** Whether a piece of a page needs turned paper. */
export function isTurned(node: Content): boolean {
  return typeof node === 'object' && turned.has(node);
}
