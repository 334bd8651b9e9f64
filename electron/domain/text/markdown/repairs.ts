import type { Nodes, Root } from 'mdast';

/** A text with signs put in, as the parser read it then. */
export interface Repaired {
  readonly source: string;
  readonly tree: Root;
  /** Where a place of `source` stands in the text that was given. */
  readonly placeOf: (offset: number) => number;
}

interface Insertion {
  readonly at: number;
  readonly sign: string;
}

/**
 * Reads Markdown, and reads it again if a user and the parser differ on where something begins or ends. A pipe in code
 * or in the words of a link ends no cell; a blank or open bracket ends no address. A comparison begins no quote, a schedule no list. Back-ticks
 * after the last line of code end it.
 */
export function repaired(source: string, parse: (source: string) => Root): Repaired {
  const first = parse(source);
  const insertions = [
    ...pipesInHeads(first, source),
    ...pipesInRows(first, source),
    ...brokenAddresses(first, source),
    ...comparisons(first, source),
    ...schedules(first, source),
    ...lateFences(first, source),
  ];
  if (insertions.length === 0) return { source, tree: first, placeOf: (offset) => offset };
  const once = { source: withInsertions(source, insertions), placeOf: placesBefore(insertions) };
  const tree = parse(once.source);
  // The rows of a table are known when its head is one.
  const rows = pipesInRows(tree, once.source);
  if (rows.length === 0) return { ...once, tree };
  const twice = withInsertions(once.source, rows);
  const before = placesBefore(rows);
  return { source: twice, tree: parse(twice), placeOf: (offset) => once.placeOf(before(offset)) };
}

/** Where a place stood before signs were put in. */
function placesBefore(insertions: readonly Insertion[]): (offset: number) => number {
  const sorted = [...insertions].sort((a, b) => a.at - b.at);
  return (offset) => {
    let added = 0;
    for (const { at, sign } of sorted) {
      if (at + added >= offset) break;
      added += sign.length;
    }
    return offset - added;
  };
}

function withInsertions(source: string, insertions: readonly Insertion[]): string {
  let done = 0;
  let repaired = '';
  for (const { at, sign } of [...insertions].sort((a, b) => a.at - b.at)) {
    repaired += source.slice(done, at) + sign;
    done = at;
  }
  return repaired + source.slice(done);
}

function pipesInRows(tree: Root, source: string): Insertion[] {
  if (!source.includes('|') || !/`|\]\(/u.test(source)) return [];
  return nodesOf(tree).flatMap((node) => {
    if (node.type !== 'tableRow') return [];
    const from = node.position?.start.offset ?? 0;
    return pipesInside(source.slice(from, node.position?.end.offset ?? 0), from);
  });
}

/** The head of a table that has more cells than the line below it, for pipes in its code and links: it is no table yet. */
function pipesInHeads(tree: Root, source: string): Insertion[] {
  if (!source.includes('|') || !/`|\]\(/u.test(source)) return [];
  return nodesOf(tree).flatMap((node) => {
    if (node.type !== 'paragraph') return [];
    const from = node.position?.start.offset ?? 0;
    let start = from;
    const lines = source.slice(from, node.position?.end.offset ?? 0).split('\n');
    return lines.flatMap((line, at) => {
      const begin = start;
      start += line.length + 1;
      return line.includes('|') && tableRule.test(lines[at + 1] ?? '') ? pipesInside(line, begin) : [];
    });
  });
}

const tableRule = /^[\s>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/u;
/** A link or an image with its words. */
const wordsOfLink = /\[((?:\\.|[^\\[\]\n])*)\]\((?:finding|evidence|https?|mailto):[^\s)]*\)/giu;

/** An escape before each pipe in the code of a row, and in the words of its links. */
function pipesInside(row: string, from: number): Insertion[] {
  const code = codeStretches(row);
  const links = Array.from(row.matchAll(wordsOfLink), ({ index, 1: words = '' }) => ({
    start: index + 1,
    end: index + 1 + words.length,
  })).filter(({ start }) => !code.some((stretch) => start > stretch.start && start < stretch.end));
  return [...code, ...links].flatMap(({ start, end }) =>
    Array.from(row.slice(start, end).matchAll(/(?<!\\)\|/gu), ({ index }) => ({
      at: from + start + index,
      sign: '\\',
    })),
  );
}

/** Where code stands in a line: between two equal runs of back-ticks. */
function codeStretches(line: string): { readonly start: number; readonly end: number }[] {
  const runs = Array.from(line.matchAll(/(?<!\\)`+/gu), ({ 0: run, index }) => ({
    length: run.length,
    index,
  }));
  const stretches: { start: number; end: number }[] = [];
  for (let at = 0; at < runs.length; at += 1) {
    const open = runs[at];
    const close = open && runs.findIndex((run, other) => other > at && run.length === open.length);
    const closing = runs[close ?? -1];
    if (open === undefined || close === undefined || closing === undefined) continue;
    stretches.push({ start: open.index, end: closing.index });
    at = close;
  }
  return stretches;
}

const address = String.raw`(?:[a-z][a-z0-9+.-]*:|\\\\)`;
/** `[words](https://host/a b)`: CommonMark takes a blank in an address only between angle brackets. */
const withBlank = new RegExp(String.raw`\]\((${address}[^()\n<>"']*[^()\s<>"'][ \t]+[^()\n<>"']*)\)`, 'giu');
/** `[words](https://host/a_(b)`: the bracket that ends the address was taken for the link's. */
const withOpenBracket = new RegExp(
  String.raw`\]\((${address}[^\s<>()]*\([^\s<>()]*\)[^\s<>()]*?)(?=[.,;:!?]*(?:\s|$))`,
  'giu',
);

function brokenAddresses(tree: Root, source: string): Insertion[] {
  const found = [
    ...Array.from(source.matchAll(withBlank), (match) => ({ match, end: '>' })),
    ...Array.from(source.matchAll(withOpenBracket), (match) => ({ match, end: '>)' })),
  ].filter(({ match: { index } }) => source.lastIndexOf('[', index) > source.lastIndexOf('\n', index));
  if (found.length === 0) return [];
  const texts = nodesOf(tree).flatMap(({ type, position }) =>
    type === 'text' ? [[position?.start.offset ?? 0, position?.end.offset ?? 0] as const] : [],
  );
  return found.flatMap(({ match: { index, 1: target = '' }, end }) =>
    texts.some(([from, to]) => index >= from && index < to)
      ? [
          { at: index + 2, sign: '<' },
          { at: index + 2 + target.length, sign: end },
        ]
      : [],
  );
}

/** `>= 5 attempts`, `>5 attempts`: a quote whose lines all begin with a number is none. */
function comparisons(tree: Root, source: string): Insertion[] {
  return nodesOf(tree).flatMap(({ type, position }) => {
    if (type !== 'blockquote') return [];
    const from = position?.start.offset ?? 0;
    const lines = source.slice(from, position?.end.offset ?? 0).match(/^.*$/gmu) ?? [];
    if (!lines.every((line) => /^\s*>(?:=|\d)/u.test(line))) return [];
    let start = from;
    return lines.map((line) => {
      const at = start + line.indexOf('>');
      start += line.length + 1;
      return { at, sign: '\\' };
    });
  });
}

/** `* 2 * * * root /x`: a line of cron, whose stars are no bullets. */
const schedule = /^\*(?:[ \t]+(?:\*|[\d*][\d*,/-]*)){4}[ \t]+\S/u;

function schedules(tree: Root, source: string): Insertion[] {
  return nodesOf(tree).flatMap(({ type, position }) => {
    const at = position?.start.offset ?? 0;
    const end = source.indexOf('\n', at);
    const line = type === 'listItem' ? source.slice(at, end === -1 ? undefined : end) : '';
    return schedule.test(line) ? [{ at, sign: '\\' }] : [];
  });
}

/** A fence that nothing closes, but for the same back-ticks behind a line of code, or before words. */
function lateFences(tree: Root, source: string): Insertion[] {
  return nodesOf(tree).flatMap(({ type, position }) => {
    if (type !== 'code') return [];
    const from = position?.start.offset ?? 0;
    const written = source.slice(from, position?.end.offset ?? 0);
    const mark = /^`{3,}/u.exec(written)?.[0];
    if (mark === undefined || new RegExp(`\\n[ \\t>]*${mark}\`*[ \\t]*$`, 'u').test(written)) return [];
    const late = new RegExp(`(?<!\`)${mark}(?!\`)(?:(?=[ \\t]*(?:\\r?\\n|$))|(?= \\S+ \\S))`, 'gu');
    const first = Array.from(written.matchAll(late)).find(({ index }) => index > written.indexOf('\n'));
    if (first === undefined || !written.includes('\n')) return [];
    const start = from + first.index;
    const end = start + mark.length;
    return [
      ...(source.charAt(start - 1) === '\n' ? [] : [{ at: start, sign: '\n' }]),
      ...(isLineEnd(source, end) ? [] : [{ at: end, sign: '\n' }]),
    ];
  });
}

function isLineEnd(source: string, at: number): boolean {
  const lineEnd = /[ \t]*(?:\r?\n|$)/uy;
  lineEnd.lastIndex = at;
  return lineEnd.test(source);
}

function nodesOf(node: Nodes): Nodes[] {
  return 'children' in node ? [node, ...node.children.flatMap(nodesOf)] : [node];
}
