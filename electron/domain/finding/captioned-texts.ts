import type { Element, Nodes } from 'hast';
import { parseText } from '../text/index.ts';
import {
  captionedIn,
  captionedReference,
  type CaptionedKind,
  type CaptionedName,
  type TextCaptions,
} from '../text/captioned.ts';
import { mayNameCaptioned } from '../text/references/captioned-address.ts';

/** Whether a text may hold a caption of a listing or table, as Markdown or as HTML. */
function mayHoldCaption(text: string): boolean {
  return /(?:caption|title)=|table:|<caption/iu.test(text);
}

/**
 * What in a text has a caption and so a number, in order; of one without a name it is `''`. Never throws.
 */
export function captionedNames(text: string): CaptionedName[] {
  if (!mayHoldCaption(text)) return [];
  return elementsIn(text).flatMap((node) => {
    const captioned = captionedIn(node);
    return captioned === null ? [] : [{ kind: captioned.kind, name: captioned.name }];
  });
}

/** Counts listings and tables through texts, in the order in which the report prints them. Never throws. */
export function countCaptions<Key extends string>(
  keys: readonly Key[],
  textIn: (key: Key) => string,
): Readonly<Record<Key, TextCaptions>> {
  const names: Record<CaptionedKind, string[]> = { listing: [], table: [] };
  const numberOf: TextCaptions['numberOf'] = ({ kind, name }) => {
    const at = name === '' ? -1 : names[kind].indexOf(name);
    return at === -1 ? null : at + 1;
  };
  const counted = keys.map((key) => {
    const starts = { listing: names.listing.length + 1, table: names.table.length + 1 };
    for (const { kind, name } of captionedNames(textIn(key))) names[kind].push(name);
    return [key, { starts, numberOf }] as const;
  });
  return Object.fromEntries(counted) as Record<Key, TextCaptions>;
}

/** The listings and tables that a text speaks of by a link, in order. Never throws. */
export function mentionedCaptions(text: string): CaptionedName[] {
  if (!mayNameCaptioned(text)) return [];
  return elementsIn(text).flatMap((node) => captionedReference(node) ?? []);
}

/** A listing or table as a key, to compare by. */
export function captionKey({ kind, name }: CaptionedName): string {
  return `${kind}:${name}`;
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
