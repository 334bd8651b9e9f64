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

const pageStarts = new WeakSet<object>();

/** What comes after it stands on a page of its own, of which nothing is there yet: it makes no second empty one. */
export function pageStartNode(): Content {
  const node: Content = { text: '', pageBreak: 'before', fontSize: 1, font: 'sans' };
  pageStarts.add(node);
  return node;
}

/** Whether a piece only begins a page. */
export function isPageStart(node: Content): boolean {
  return typeof node === 'object' && pageStarts.has(node);
}
