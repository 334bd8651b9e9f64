import type { Element, Nodes } from 'hast';
import { listingOf } from './listing.ts';

/** What a text can give a caption: then it is counted, each kind by itself. */
export const captionedKinds = ['listing', 'table'] as const;
export type CaptionedKind = (typeof captionedKinds)[number];

/** What stands in a caption, and what references call it. */
export interface Captioned {
  readonly kind: CaptionedKind;
  readonly caption: string;
  /** Empty if it has no name. */
  readonly name: string;
}

/** What a text calls by its name. */
export type CaptionedName = Pick<Captioned, 'kind' | 'name'>;

/** How the listings and tables of a text are numbered where it is shown. */
export interface TextCaptions {
  /** The number of the first of each kind. */
  readonly starts: Readonly<Record<CaptionedKind, number>>;
  /** The number of one that the text speaks of; null if there is none. */
  readonly numberOf: (named: CaptionedName) => number | null;
}

/** The caption of a block of code or of a table; null if it has none, and so no number. */
export function captionedIn(element: Element): Captioned | null {
  if (element.tagName === 'pre') {
    const { caption = '', name = '' } = listingOf(element) ?? {};
    return caption === '' ? null : { kind: 'listing', caption, name };
  }
  const words = element.tagName === 'table' ? captionElement(element) : undefined;
  // A caption that leads somewhere keeps its link, and has no number.
  if (words === undefined || words.children.some(isMoreThanWords)) return null;
  const caption = wordsIn(words).replace(/\s+/gu, ' ').trim();
  const { name } = element.properties;
  return caption === '' ? null : { kind: 'table', caption, name: typeof name === 'string' ? name : '' };
}

/** The caption of a table as it is written; undefined if it has none. */
export function captionElement({ children }: Element): Element | undefined {
  return children.find((child) => child.type === 'element' && child.tagName === 'caption') as
    Element | undefined;
}

function isMoreThanWords(node: Nodes): boolean {
  return (
    node.type === 'element' &&
    (/^(?:a|img|table|pre)$/u.test(node.tagName) || node.children.some(isMoreThanWords))
  );
}

function wordsIn(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  return node.children
    .map((child) => wordsIn(child))
    .join(node.type === 'element' && node.tagName === 'br' ? ' ' : '');
}

/** What a link of a tree speaks of by its name; null if it is no such link. */
export function captionedReference({ properties }: Element): CaptionedName | null {
  for (const kind of captionedKinds) {
    const name = properties[kind];
    if (typeof name === 'string') return { kind, name };
  }
  return null;
}
