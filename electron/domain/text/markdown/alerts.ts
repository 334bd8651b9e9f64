import type { Element, ElementContent } from 'hast';
import { element, text } from '../tree/literal.ts';

/*
 * A quote that begins with `[!WARNING]` is a note, as GitHub, GitLab and Obsidian have it: `> [!tip] Title`. The tree has
 * its kind at the quote, and at its heading if nobody wrote a title, so that a report can say it in its language.
 */

/** The kinds that are named in every language; of a name below, the one that it stands for. */
export const alertKinds = [
  ...(['note', 'tip', 'important', 'warning', 'caution', 'abstract', 'info', 'todo', 'success'] as const),
  ...(['question', 'failure', 'danger', 'bug', 'example', 'quote'] as const),
] as const;
export type AlertKind = (typeof alertKinds)[number];

const otherNames: Readonly<Record<string, AlertKind>> = {
  summary: 'abstract',
  tldr: 'abstract',
  hint: 'tip',
  check: 'success',
  done: 'success',
  help: 'question',
  faq: 'question',
  attention: 'warning',
  fail: 'failure',
  missing: 'failure',
  error: 'danger',
  cite: 'quote',
  information: 'info',
};

const marker = /^\[!([a-z][\w-]{0,30})\][+-]?[ \t]*/iu;

/** The kind that a name stands for; a name of one's own stays. */
function kindOf(name: string): string {
  const small = name.toLowerCase();
  return Object.hasOwn(otherNames, small) ? (otherNames[small] ?? small) : small;
}

/** What an alert of a kind is called where nobody says it otherwise: `Warning`. */
export function alertName(kind: string): string {
  if (kind === 'todo') return 'To do';
  const words = kind.replace(/[-_]+/gu, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A quote as a note with a heading, if it begins as one. */
export function asAlert(quote: Element): Element {
  const at = quote.children.findIndex((child) => child.type === 'element');
  const first = quote.children[at];
  if (first?.type !== 'element' || first.tagName !== 'p') return quote;
  const [lead, ...others] = first.children;
  const found = lead?.type === 'text' ? marker.exec(lead.value) : null;
  if (lead?.type !== 'text' || found === null) return quote;
  const kind = kindOf(found[1] ?? '');
  const [title, rest] = atLineEnd([text(lead.value.slice(found[0].length)), ...others]);
  const heading = isBlank(title)
    ? { ...element('p', [element('strong', [text(alertName(kind))])]), properties: { alert: kind } }
    : element('p', [element('strong', title)]);
  const body = isBlank(rest) ? [] : [{ ...first, children: rest }];
  return {
    ...quote,
    properties: { ...quote.properties, alert: kind },
    children: [...quote.children.slice(0, at), heading, ...body, ...quote.children.slice(at + 1)],
  };
}

function isBlank(nodes: readonly ElementContent[]): boolean {
  return nodes.every((node) => node.type === 'text' && node.value.trim() === '');
}

/** What stands on the first line, and what behind it. */
function atLineEnd(nodes: readonly ElementContent[]): [ElementContent[], ElementContent[]] {
  const at = nodes.findIndex(
    (node) =>
      (node.type === 'element' && node.tagName === 'br') ||
      (node.type === 'text' && node.value.includes('\n')),
  );
  const end = nodes[at];
  if (end === undefined) return [[...nodes], []];
  if (end.type !== 'text') return [nodes.slice(0, at), nodes.slice(at + 1)];
  const line = end.value.indexOf('\n');
  return [
    [...nodes.slice(0, at), text(end.value.slice(0, line))],
    [text(end.value.slice(line + 1)), ...nodes.slice(at + 1)],
  ];
}
