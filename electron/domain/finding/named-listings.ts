import type { Element, Nodes } from 'hast';
import { parseText } from '../text/index.ts';
import { listingOf } from '../text/listing.ts';
import { richFields, type RichField } from './placed-images.ts';

/** The names of the listings in a text that have a number, in order: those with a caption; of one without a name `''`. Never throws. */
export function namedListings(text: string): string[] {
  if (!/(?:caption|title)=/u.test(text)) return [];
  return elementsIn(text).flatMap((node) => {
    const listing = node.tagName === 'pre' ? listingOf(node) : null;
    return listing === null || listing.caption === '' ? [] : [listing.name];
  });
}

/** How the listings of a finding are numbered where it is shown alone. */
export interface ListingCount {
  /** The number of the first listing of each text. */
  readonly starts: Readonly<Record<RichField, number>>;
  /** The number of a listing by its name; null if there is none. */
  readonly numberOf: (name: string) => number | null;
}

/** Counts the listings of a finding through its texts, in the order in which the report prints them. Never throws. */
export function countListings(textIn: (field: RichField) => string): ListingCount {
  const starts = { description: 1, observation: 1, demonstration: 1, remediation: 1 };
  const names: string[] = [];
  for (const field of richFields) {
    starts[field] = names.length + 1;
    names.push(...namedListings(textIn(field)));
  }
  return {
    starts,
    numberOf: (name) => (name === '' || !names.includes(name) ? null : names.indexOf(name) + 1),
  };
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
