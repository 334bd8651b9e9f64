import type { Nodes } from 'hast';
import { isBlock, parseText } from '../text/index.ts';

/** Elements that hold what was not written to be read as words: commands, payloads, answers of programs. */
const codeTags: ReadonlySet<string> = new Set(['code', 'pre', 'samp', 'kbd', 'tt']);

/**
 * The words of a rich text as a reader sees them, without its code: of an image its caption. What a
 * sanitiser would drop (other images, unknown tags) stands in it as it was written, as in the report. Never throws.
 */
export function proseOf(source: string): string {
  const parts: string[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === 'text') parts.push(node.value);
    else if (node.type === 'element' && codeTags.has(node.tagName)) parts.push(' \u2026 ');
    else if (node.type === 'element' && node.tagName === 'br') parts.push('\n');
    else if (node.type === 'element' && node.tagName === 'img')
      parts.push(String(node.properties['alt'] ?? ''));
    else if ('children' in node) {
      for (const child of node.children) walk(child);
      if (node.type === 'element' && isBlock(node.tagName)) parts.push('\n');
    }
  };
  walk(parseText(source));
  return parts.join('');
}
