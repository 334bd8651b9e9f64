import type { Nodes } from 'mdast';
import { detectFormat } from './detect.ts';
import { positionsOf } from './markdown/markdown.ts';
import { piecesOf } from './markdown/pieces.ts';
import { repaired } from './markdown/repairs.ts';
import { escapedAttribute, evidenceName } from './references/evidence-address.ts';
import { bracketed } from './references/named-address.ts';

/** An image of the evidence by the name and the words that a text gives it. */
type CaptionOf = (name: string, words: string) => string | null;

/**
 * A text in which images of the evidence have other captions; code and all else stay as they were typed.
 *
 * @param become gives the new caption, or null if it stays
 */
export function withCaption(text: string, become: CaptionOf): string {
  if (!/evidence:/iu.test(text)) return text;
  if (detectFormat(text) === 'html') return inHtml(text, become);
  let made = '';
  let done = 0;
  for (const { from: begin, source, kind } of piecesOf(text)) {
    if (kind !== 'markdown') continue;
    const { source: read, tree, placeOf } = repaired(source, positionsOf);
    for (const { from, to, caption } of captionsIn(tree, read, become)) {
      made += text.slice(done, begin + placeOf(from)) + bracketed(caption);
      done = begin + placeOf(to);
    }
  }
  return made + text.slice(done);
}

interface NewCaption {
  readonly from: number;
  readonly to: number;
  readonly caption: string;
}

function captionsIn(node: Nodes, source: string, become: CaptionOf): NewCaption[] {
  if (node.type === 'image') {
    const name = evidenceName(node.url);
    const caption = name === null ? null : become(name, node.alt ?? '');
    if (caption === null) return [];
    const from = node.position?.start.offset ?? 0;
    const written = source.slice(from, node.position?.end.offset ?? from);
    return [{ from: from + '!['.length, to: from + written.lastIndexOf(']('), caption }];
  }
  return 'children' in node ? node.children.flatMap((child) => captionsIn(child, source, become)) : [];
}

const htmlImage = /<img\s[^<>]*>/giu;
const htmlSource = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/iu;
const htmlWords = /(\salt\s*=\s*)(?:"([^"]*)"|'([^']*)')/iu;

function inHtml(text: string, become: CaptionOf): string {
  return text.replace(htmlImage, (tag) => {
    const [, source, other] = htmlSource.exec(tag) ?? [];
    const name = evidenceName(source ?? other ?? '');
    const [whole, head, written, quoted] = htmlWords.exec(tag) ?? [];
    if (name === null || whole === undefined || head === undefined) return tag;
    const caption = become(name, unescaped(written ?? quoted ?? ''));
    return caption === null ? tag : tag.replace(whole, () => `${head}"${escapedAttribute(caption)}"`);
  });
}

/** What `escapedAttribute` made of words. */
function unescaped(words: string): string {
  return words
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
