import type { Element, Nodes } from 'hast';
import { parseText } from '../text/index.ts';
import { listingOf } from '../text/listing.ts';

/** The names of the listings in a text that have a number, in order: those with a caption; of one without a name `''`. Never throws. */
export function namedListings(text: string): string[] {
  if (!/(?:caption|title)=/u.test(text)) return [];
  return elementsIn(text).flatMap((node) => {
    const listing = node.tagName === 'pre' ? listingOf(node) : null;
    return listing === null || listing.caption === '' ? [] : [listing.name];
  });
}

/** The names of listings that a text speaks of by a link, in order. Never throws. */
export function mentionedListings(text: string): string[] {
  if (!/listing:/iu.test(text)) return [];
  return elementsIn(text).flatMap(({ properties: { listing } }) =>
    typeof listing === 'string' ? [listing] : [],
  );
}

function elementsIn(text: string): Element[] {
  const found: Element[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === 'element') found.push(node);
    if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(parseText(text));
  return found;
}
