import type { Nodes, Root } from 'hast';
import { isBlock } from './allowed.ts';

/**
 * The words of a tree as a reader sees them, in order: blocks end with a line break, cells with a tab. For
 * search, for comparing a printed page with its source, and wherever a text is shown in one line.
 */
export function visibleText(root: Root): string {
  const parts: string[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === 'text') parts.push(node.value);
    else if (node.type === 'element' && node.tagName === 'br') parts.push('\n');
    else if (node.type === 'element' && node.tagName === 'img')
      parts.push(String(node.properties['alt'] ?? ''));
    else if ('children' in node) {
      for (const child of node.children) walk(child);
      if (node.type === 'element' && isBlock(node.tagName)) {
        parts.push(node.tagName === 'td' || node.tagName === 'th' ? '\t' : '\n');
      }
    }
  };
  walk(root);
  return parts.join('');
}
