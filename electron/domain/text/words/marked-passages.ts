import type { Element, ElementContent, Root, RootContent, Text } from 'hast';
import type { PassageAnchor } from '#contract/procedures/findings/peer-review.ts';
import { anchoredPlace, placedWords, readWords } from './passage-anchor.ts';

/** Words of a text that something is said about. */
export interface MarkedPassage {
  readonly id: string;
  /** As they were written or as they read. */
  readonly quote: string;
  /** Which of its places is meant; null for the first. */
  readonly anchor?: PassageAnchor | null;
}

interface Word {
  readonly node: Text;
  readonly from: number;
  readonly to: number;
  readonly word: string;
}

/** Part of a text node, and the passage that it belongs to. */
interface Stretch {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  /** The fewer words a passage has, the more it is the one that is meant where two overlap. */
  readonly size: number;
}

/**
 * A tree whose passages stand in `mark` elements: `passage` names each, `leads` is set on its first part outside of links.
 * A passage is found by its words in their order, in the place that its anchor means. The tree given in stays as it is.
 */
export function withMarkedPassages(root: Root, passages: readonly MarkedPassage[]): Root {
  if (passages.length === 0) return root;
  const words = wordsIn(root.children);
  const stretches = new Map<Text, Stretch[]>();
  for (const { id, quote, anchor } of passages) {
    const found = passageIn(words, quote, anchor ?? null);
    for (const [node, own] of Map.groupBy(found, (word) => word.node)) {
      const [first, last] = [own[0], own.at(-1)];
      if (first === undefined || last === undefined) continue;
      const stretch = { id, from: first.from, to: last.to, size: found.length };
      stretches.set(node, [...(stretches.get(node) ?? []), stretch]);
    }
  }
  if (stretches.size === 0) return root;
  const led = new Set<string>();
  return { ...root, children: root.children.flatMap((child) => marked(child, stretches, led, false)) };
}

function wordsIn(children: readonly (RootContent | ElementContent)[]): Word[] {
  return children.flatMap((node): Word[] => {
    if (node.type === 'element') return wordsIn(node.children);
    if (node.type !== 'text') return [];
    return placedWords(node.value).map((word) => ({ node, ...word }));
  });
}

/** The words of a text that are those of a quote; without the addresses and tags of what is quoted as written. */
function passageIn(words: readonly Word[], quote: string, anchor: PassageAnchor | null): readonly Word[] {
  const all = words.map(({ word }) => word);
  for (const wanted of [placedWords(quote).map(({ word }) => word), readWords(quote)]) {
    if (wanted.length === 0) continue;
    const at = anchoredPlace(all, wanted, anchor);
    if (at !== -1) return words.slice(at, at + wanted.length);
  }
  return [];
}

function marked<Node extends RootContent | ElementContent>(
  node: Node,
  stretches: ReadonlyMap<Text, readonly Stretch[]>,
  led: Set<string>,
  isLink: boolean,
): (Node | ElementContent)[] {
  if (node.type === 'text') {
    const own = stretches.get(node);
    return own === undefined ? [node] : partsOf(node.value, own, led, isLink);
  }
  if (node.type !== 'element') return [node];
  const inLink = isLink || node.tagName === 'a';
  const children = node.children.flatMap((child) => marked(child, stretches, led, inLink));
  const same =
    children.length === node.children.length && children.every((child, at) => child === node.children[at]);
  return same ? [node] : [{ ...node, children }];
}

/** A text with its stretches marked, each part by the smallest passage that it belongs to. */
function partsOf(
  value: string,
  stretches: readonly Stretch[],
  led: Set<string>,
  isLink: boolean,
): ElementContent[] {
  const ends = stretches.flatMap(({ from, to }) => [from, to]);
  const borders = [...new Set([0, ...ends, value.length])].toSorted((one, other) => one - other);
  return borders.slice(1).map((to, at): ElementContent => {
    const from = borders[at] ?? 0;
    const text: Text = { type: 'text', value: value.slice(from, to) };
    const [inmost] = stretches
      .filter((stretch) => stretch.from <= from && to <= stretch.to)
      .toSorted((one, other) => one.size - other.size);
    if (inmost === undefined) return text;
    const leads = !isLink && !led.has(inmost.id);
    if (leads) led.add(inmost.id);
    const properties: Element['properties'] = { passage: inmost.id, ...(leads ? { leads } : {}) };
    return { type: 'element', tagName: 'mark', properties, children: [text] };
  });
}
