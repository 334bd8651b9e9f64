import type { Content } from 'pdfmake/interfaces.js';

const gaps = new WeakMap<object, number>();

/** Room between two pieces, in points. It is not there where a page ends or begins, so that it neither makes a page nor moves what begins one. */
export function gapNode(points: number): Content {
  const node: Content = { canvas: [], margin: [0, 0, 0, points] };
  gaps.set(node, points);
  return node;
}

/** Points of a gap; undefined for any other piece. */
export function gapOf(node: Content): number | undefined {
  return typeof node === 'object' ? gaps.get(node) : undefined;
}
