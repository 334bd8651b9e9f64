import type { Element, Root } from 'hast';
import { detectFormat } from '../detect.ts';
import { parseText, visibleText } from '../index.ts';
import { markdownOf } from './written.ts';
import { tidiedTree } from './pasted-html.ts';

/** What Markdown has no sign for, and a conversion leaves out or changes. */
export type HtmlLoss = 'alignment' | 'cells' | 'colours' | 'highlight' | 'lines' | 'underline' | 'words';

/** A text of HTML as Markdown, and what is not in it. */
export interface ConvertedHtml {
  readonly markdown: string;
  readonly losses: readonly HtmlLoss[];
}

const signs: readonly (readonly [loss: HtmlLoss, pattern: RegExp])[] = [
  ['colours', /<font\b|\sbgcolor\s*=|style\s*=\s*["'][^"']*(?:color|background|font-)/iu],
  ['alignment', /\salign\s*=|style\s*=\s*["'][^"']*text-align/iu],
  ['underline', /<(?:u|ins)[\s>]|style\s*=\s*["'][^"']*underline/iu],
  ['highlight', /<mark[\s>]/iu],
  ['cells', /\s(?:colspan|rowspan)\s*=\s*["']?(?!1["'\s>])/iu],
];

/** Converts a text of HTML to Markdown that reads the same, as far as Markdown can. Never throws. */
export function htmlToMarkdown(source: string): ConvertedHtml | null {
  const tree = parseText(source, 'html');
  const losses = signs.filter(([, pattern]) => pattern.test(source)).map(([loss]) => loss);
  if (holdsBlocksInCells(tree)) losses.push('lines');
  const before = words(tree);
  let markdown: string;
  try {
    markdown = markdownOf(tidiedTree(tree));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  if (before !== '' && detectFormat(markdown) !== 'markdown') return null;
  const after = words(parseText(markdown, 'markdown'));
  const isSame = after === before || (losses.includes('lines') && unmarked(after) === unmarked(before));
  if (!isSame) losses.push('words');
  return { markdown, losses };
}

/** The words alone, so that another break or mark is no difference. */
function words(tree: Root): string {
  return visibleText(tree).replace(/[\s\u00a0\u200b]+/gu, '');
}

/** Words without the signs of entries, which a cell spells out. */
function unmarked(text: string): string {
  return text.replace(/\u2022|\d+\./gu, '');
}

function holdsBlocksInCells(node: Root | Element): boolean {
  return node.children.some(
    (child) =>
      child.type === 'element' &&
      (/^t[dh]$/u.test(child.tagName) ? holdsList(child) : holdsBlocksInCells(child)),
  );
}

function holdsList(node: Element): boolean {
  return node.children.some(
    (child) =>
      child.type === 'element' &&
      (/^(?:ul|ol|dl|table|pre|blockquote|h[1-6])$/u.test(child.tagName) || holdsList(child)),
  );
}
