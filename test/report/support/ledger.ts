import type { Nodes as HastNodes } from 'hast';
import type { Nodes } from 'mdast';
import { Tokenizer, type Token } from 'parse5';
import { detectFormat, parseText, visibleText } from '#domain/text/index.ts';
import { positionsOf } from '#domain/text/markdown/markdown.ts';
import { bracesBehind } from '#domain/text/references/image-attributes.ts';
import { repaired } from '#domain/text/markdown/repairs.ts';
import { checked } from '../../domain/preflight/support.ts';

/*
 * The ledger of a text: characters typed minus characters printed. What is left must be markup that the tree really used, by
 * the places of the parsed nodes, or stand in a word that the check quotes.
 */

/** Characters of a text with how often each occurs, without blanks. */
type Counts = Map<string, number>;

function add(counts: Counts, text: string, times = 1): void {
  for (const character of text.replace(/\s+/gu, '')) {
    counts.set(character, (counts.get(character) ?? 0) + times);
  }
}

/** Characters of `source` that are neither printed, nor used as markup, nor named by the check; empty if all are. */
export function unaccounted(source: string, tree = parseText(source)): string {
  const left: Counts = new Map();
  add(left, source.replace(/^\ufeff/u, ''));
  add(left, printedText(tree), -1);
  const missing = (): string =>
    [...left].map(([character, count]) => character.repeat(Math.max(0, count))).join('');
  if (missing() === '') return '';
  const html = detectFormat(source) === 'html';
  const used = html ? usedInHtml(source) : usedInMarkdown(source);
  const counted = tags(tree);
  for (const { needs, text } of used) {
    const there = needs === null ? 1 : (counted.get(needs) ?? 0);
    if (there > 0) add(left, text, -1);
    if (needs !== null) counted.set(needs, there - 1);
  }
  if (missing() === '') return '';
  for (const { field, message } of checked({ description: source })) {
    if (field !== 'description') continue;
    for (const [, quoted = ''] of message.matchAll(/"([^"]+)"/gu)) {
      // Of data that are too long the beginning is quoted, which stands for all of them.
      const ends = quoted.startsWith('data:') ? source.split(quoted).slice(1).map(wordOf) : [];
      add(left, ends.join(''), -1);
      add(left, quoted, -(source.split(quoted).length - 1));
    }
  }
  return missing();
}

/** The rest of a word at the beginning of a text. */
function wordOf(text: string): string {
  return /^[^\s)"'<>]*/u.exec(text)?.[0] ?? '';
}

/** What a reader gets: the words, and the addresses of links, which lead where they say. */
function printedText(tree: HastNodes): string {
  const links: string[] = [];
  const walk = (node: HastNodes): void => {
    if (node.type === 'element' && node.tagName === 'a' && typeof node.properties['href'] === 'string') {
      const words = visibleText({ type: 'root', children: node.children });
      if (words !== node.properties['href']) links.push(node.properties['href']);
    }
    if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(tree);
  return tree.type === 'root' ? visibleText(tree) + links.join('') : '';
}

function tags(tree: HastNodes): Map<string, number> {
  const counts = new Map<string, number>();
  const walk = (node: HastNodes): void => {
    if (node.type === 'element') counts.set(node.tagName, (counts.get(node.tagName) ?? 0) + 1);
    if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(tree);
  return counts;
}

/** Signs of a node that formats, and the element that has to stand in the tree for them. */
interface Used {
  readonly needs: string | null;
  readonly text: string;
}

const elements: Readonly<Record<string, string>> = {
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
  inlineCode: 'code',
  code: 'pre',
  listItem: 'li',
  thematicBreak: 'hr',
  break: 'br',
  table: 'table',
  tableRow: 'tr',
  image: 'img',
  imageReference: 'img',
};

function usedInMarkdown(source: string): Used[] {
  const { source: read, tree } = repaired(source, positionsOf);
  const used: Used[] = [];
  const walk = (node: Nodes, quoted: boolean): void => {
    const from = node.position?.start.offset ?? 0;
    const to = node.position?.end.offset ?? 0;
    const written = read.slice(from, to);
    if (node.type === 'text') {
      used.push({ needs: null, text: escapesIn(written) });
    } else if (node.type === 'inlineCode' || node.type === 'code') {
      used.push({ needs: elements[node.type] ?? null, text: difference(written, node.value) });
    } else if (node.type === 'html') {
      const tag = /^<\/?(br|sub|sup|kbd|details|summary)\b/iu.exec(node.value)?.[1]?.toLowerCase();
      if (tag === 'details') used.push({ needs: null, text: written });
      else if (tag === 'summary')
        used.push({ needs: written.startsWith('</') ? null : 'strong', text: written });
      else if (tag !== undefined) used.push({ needs: written.startsWith('</') ? null : tag, text: written });
    } else if (node.type === 'paragraph') {
      // Beside an address that became a link by itself, words have no place, or one behind their first backslash.
      used.push({ needs: null, text: around(node, written, from).replace(/[^\\]/gu, '') });
    } else if (node.type === 'blockquote') {
      // The signs of a quote in a quote begin a line. Only the first one may stand behind the sign of a list.
      const before = read.slice(read.lastIndexOf('\n', from - 1) + 1, from);
      const inLine = /^[>\s]*$/u.test(before) ? [] : ['>'];
      const signs = quoted ? inLine : (written.match(/^[ \t]*(?:>[ \t]*)+/gmu) ?? []);
      const [alert = ''] = /^[>\s]*\[![a-z][\w-]*\][+-]?/iu.exec(written) ?? [];
      used.push({ needs: 'blockquote', text: signs.join('') + alert.replace(/^[>\s]*/u, '') });
    } else if (node.type === 'heading') {
      used.push({ needs: `h${String(node.depth)}`, text: around(node, written, from) });
    } else if (
      node.type === 'definition' ||
      node.type === 'footnoteDefinition' ||
      node.type === 'footnoteReference'
    ) {
      used.push({ needs: null, text: around(node, written, from) });
    } else if (node.type === 'tableCell' || node.type === 'link' || node.type === 'linkReference') {
      used.push({ needs: null, text: around(node, written, from) });
    } else if (node.type === 'table') {
      const [, rule = ''] = written.split('\n');
      used.push({ needs: 'table', text: rule });
    } else if (elements[node.type] !== undefined) {
      // A box before a tag stands inside the paragraph, before words outside of it.
      const first = node.type === 'listItem' && typeof node.checked === 'boolean' ? node.children[0] : null;
      const box = /^\[[ x]\]/iu.exec(first ? read.slice(first.position?.start.offset) : '')?.[0] ?? '';
      const width = node.type.startsWith('image') ? bracesBehind(read.slice(to)) : '';
      used.push({ needs: elements[node.type] ?? null, text: around(node, written, from) + box + width });
    }
    const inQuote = quoted || node.type === 'blockquote';
    if ('children' in node) for (const child of node.children) walk(child, inQuote);
  };
  walk(tree, false);
  return used;
}

/** An address that became a link by itself has no place, nor have the words beside it. */
function isWithoutPlace({ position }: Nodes): boolean {
  return position === undefined;
}

/** Backslashes before a sign; two of them are for the check to name. */
function escapesIn(written: string): string {
  const escapes = written.match(/\\[!-[\]-~]/gu) ?? [];
  const runs = [...written.matchAll(/\\{4,}/gu)].map(([run]) => Math.ceil(run.length / 2));
  return '\\'.repeat(runs.reduce((sum, run) => sum + run, escapes.length));
}

/** A node's own signs: what was written without what its children wrote. */
function around(node: Nodes, written: string, from: number): string {
  if (!('children' in node)) return written;
  if (node.children.some(isWithoutPlace)) return difference(written, wordsOf(node));
  let own = '';
  let at = 0;
  for (const { position } of node.children) {
    own += written.slice(at, (position?.start.offset ?? 0) - from);
    at = (position?.end.offset ?? 0) - from;
  }
  return own + written.slice(at);
}

function wordsOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}

function difference(written: string, value: string): string {
  const counts: Counts = new Map();
  add(counts, written);
  add(counts, value, -1);
  return [...counts].map(([character, count]) => character.repeat(Math.max(0, count))).join('');
}

/** What stands in the tree for what folds, and for a figure; columns of a table leave nothing. */
const folded = new Map<string, string | null>([
  ['details', 'div'],
  ['summary', 'strong'],
  ['figure', 'div'],
  ['figcaption', 'p'],
  ['col', null],
  ['colgroup', null],
]);

function usedInHtml(source: string): Used[] {
  const used: Used[] = [];
  const taken = (token: Token.Token, needs: string | null, value = ''): void => {
    const { startOffset = 0, endOffset = 0 } = token.location ?? {};
    const written = source.replace(/\r\n?/gu, '\n').slice(startOffset, endOffset);
    used.push({ needs, text: value === '' ? written : difference(written, value) });
  };
  const characters = (token: Token.CharacterToken): void => {
    taken(token, null, token.chars);
  };
  new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onComment: () => undefined,
      onDoctype: () => undefined,
      onStartTag: (token) => {
        const { tagName } = token;
        taken(token, folded.has(tagName) ? (folded.get(tagName) ?? null) : tagName);
      },
      onEndTag: (token) => {
        if (
          /^(?:a|b|i|u|s|em|strong|code|pre|p|div|h[1-6]|ul|ol|li|table|t[hdr]|thead|tbody|span|blockquote|sub|sup|kbd|d[ltd]|small|mark|del|ins|tt|samp|var|tfoot|strike|details|summary|caption|colgroup|figure|figcaption)$/u.test(
            token.tagName,
          )
        )
          taken(token, null);
      },
      onEof: () => undefined,
      onCharacter: characters,
      onNullCharacter: characters,
      onWhitespaceCharacter: characters,
    },
  ).write(source.replace(/\r\n?/gu, '\n'), true);
  return used;
}
