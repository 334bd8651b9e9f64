import type { Nodes } from 'mdast';
import type { TextSpot } from '#contract/procedures/deliverables/preflight.ts';
import type { CaptionedKind } from '../captioned.ts';
import { spotsIn } from './spots.ts';

/** The number of a figure, a listing or a table in words. */
const figure = /\b(?:figure|fig\.|abbildung|abb\.)[ \u00a0]?(\d{1,3})(?![\d.]\d|\d)/giu;
const captioned: Readonly<Record<CaptionedKind, RegExp>> = {
  listing: /\blisting[ \u00a0]?(\d{1,3})(?![\d.]\d|\d)/giu,
  table: /\b(?:table|tabelle)[ \u00a0]?(\d{1,3})(?![\d.]\d|\d)/giu,
};

/** A number of a figure, listing or table that was typed, with that number. */
export interface TypedNumber extends TextSpot {
  readonly number: number;
}

/** Numbers of figures that a Markdown text has as plain words, outside of links and code. Never throws. */
export function typedFiguresIn(source: string): TypedNumber[] {
  return /\b(?:fig|abb)/iu.test(source) ? numbersIn(source, figure) : [];
}

/** The same of listings or tables. Never throws. */
export function typedCaptionsIn(source: string, kind: CaptionedKind): TypedNumber[] {
  return /\b(?:listing|tab)/iu.test(source) ? numbersIn(source, captioned[kind]) : [];
}

function numbersIn(source: string, pattern: RegExp): TypedNumber[] {
  return spotsIn(source, (node, read) => typedIn(node, read, pattern)).map((spot) => ({
    ...spot,
    number: Number(/\d+$/u.exec(spot.text)?.[0] ?? 0),
  }));
}

function typedIn(node: Nodes, source: string, pattern: RegExp): TextSpot[] {
  if (node.type === 'link' || node.type === 'linkReference') return [];
  if ('children' in node) return node.children.flatMap((child) => typedIn(child, source, pattern));
  if (node.type !== 'text') return [];
  const from = node.position?.start.offset ?? 0;
  const written = source.slice(from, node.position?.end.offset ?? from);
  return Array.from(written.matchAll(pattern), ({ 0: text, index }) => ({
    from: from + index,
    to: from + index + text.length,
    text,
  }));
}
