import type { Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';

const stringifier = unified()
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', fences: true, rule: '-', emphasis: '*', incrementListMarker: true })
  .freeze();

/** Blocks as Markdown. The time grows faster than what is given: a long document is given block by block. */
export function markdownOf(children: RootContent[]): string {
  const root: Root = { type: 'root', children };
  return children.length === 0 ? '' : stringifier.stringify(root);
}
