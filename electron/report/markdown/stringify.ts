import type { Root, RootContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';

const common = { fences: true, emphasis: '*', incrementListMarker: true } as const;

const stringifier = unified()
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { ...common, bullet: '-', rule: '-' })
  .freeze();

/** For trackers: a line that begins with a slash is no command, and no list begins as a formula does. */
const ticketStringifier = unified()
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, {
    ...common,
    bullet: '*',
    rule: '*',
    unsafe: [{ atBreak: true, character: '/' }],
  })
  .freeze();

/** Blocks as Markdown. The time grows faster than what is given: a long document is given block by block. */
export function markdownOf(children: RootContent[]): string {
  return written(stringifier, children);
}

/** The same for the text of a ticket: no line of it is a command of the tracker. */
export function ticketMarkdownOf(children: RootContent[]): string {
  return written(ticketStringifier, children);
}

function written(by: typeof stringifier, children: RootContent[]): string {
  const root: Root = { type: 'root', children };
  return children.length === 0 ? '' : by.stringify(root);
}
