import type { Element, Nodes, Root } from 'hast';
import type { OwnSigns } from './written.ts';
import { isAllowed, isBlock, isVoid } from '../tree/allowed.ts';

/** The attributes that are kept, by their name in the tree. */
const attributes: readonly (readonly [property: string, attribute: string])[] = [
  ['href', 'href'],
  ['start', 'start'],
  ['colSpan', 'colspan'],
  ['rowSpan', 'rowspan'],
];

/** Writes a tree as HTML that holds formatting alone. @param own what is written for elements of the caller's own */
export function htmlOf(tree: Root, own: OwnSigns = {}): string {
  const write = (node: Nodes, isPre: boolean): string => {
    if (node.type === 'text') return escaped(isPre ? node.value : node.value.replace(/\s+/gu, ' '));
    if (node.type !== 'element') return 'children' in node ? all(node.children, isPre) : '';
    const sign = Object.hasOwn(own, node.tagName) ? own[node.tagName] : undefined;
    if (sign !== undefined) return sign(node);
    if (node.tagName === 'cell-break') return '<br>';
    const inner = all(node.children, isPre || node.tagName === 'pre');
    if (!isAllowed(node.tagName) || /^(?:span|font|div)$/u.test(node.tagName)) return inner;
    if (isVoid(node.tagName)) return `<${node.tagName}>`;
    if (inner.trim() === '' && !/^t[dh]$/u.test(node.tagName)) return isBlock(node.tagName) ? '' : inner;
    const words = isBlock(node.tagName) && node.tagName !== 'pre' ? inner.trim() : inner;
    return `<${node.tagName}${attributesOf(node)}>${words}</${node.tagName}>`;
  };
  const all = (children: readonly Nodes[], isPre: boolean): string =>
    children.map((child) => write(child, isPre)).join('');
  return all(tree.children, false).trim();
}

function attributesOf({ properties }: Element): string {
  return attributes
    .flatMap(([property, attribute]) => {
      const value = properties[property];
      return typeof value === 'string' || typeof value === 'number'
        ? [` ${attribute}="${escaped(String(value)).replaceAll('"', '&quot;')}"`]
        : [];
    })
    .join('');
}

/** Words as HTML. */
export function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
