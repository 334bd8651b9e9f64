import type { Element, Root } from 'hast';
import type { Handle, State as ToMdast } from 'hast-util-to-mdast';
import type { Html, Nodes, Parents, Text } from 'mdast';
import type { Info, State as ToMarkdown } from 'mdast-util-to-markdown';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { parseText, visibleText } from '../index.ts';

/** The end of a line in a cell: Markdown has no sign for it but the tag. */
export const CELL_BREAK = 'cell-break';

/** An element that has no sign in Markdown, by its name: what is written for it. */
export type OwnSigns = Readonly<Record<string, (node: Element) => string>>;

/** Writes a tree of elements as Markdown. @param own what is written for elements of the caller's own */
export function markdownOf(tree: Root, own: OwnSigns = {}): string {
  const handlers = Object.entries(own).map(([name, sign]): [string, Handle] => [
    name,
    (_state, node) => rawTag(sign(node)),
  ]);
  const toMarkdown = unified()
    .use(rehypeRemark, {
      document: true,
      handlers: {
        [CELL_BREAK]: () => rawTag('<br>'),
        sub: raised,
        sup: raised,
        kbd: raised,
        ...Object.fromEntries(handlers),
      },
    })
    .use(remarkGfm, { tablePipeAlign: false, singleTilde: false })
    .use(remarkStringify, {
      bullet: '-',
      emphasis: '*',
      rule: '-',
      listItemIndent: 'one',
      resourceLink: true,
      handlers: { text: typedText },
    });
  return toMarkdown.stringify(toMarkdown.runSync(tree)).trimEnd();
}

function rawTag(value: string): Html {
  return { type: 'html', value };
}

function raised(state: ToMdast, node: Element): Nodes[] {
  const inner = state.all(node);
  return inner.length === 0 ? [] : [rawTag(`<${node.tagName}>`), ...inner, rawTag(`</${node.tagName}>`)];
}

/** Words as they are if the report reads them so; else with the escapes that Markdown needs. */
function typedText({ value }: Text, _parent: Parents | undefined, state: ToMarkdown, info: Info): string {
  const read = visibleText(parseText(value, 'markdown'));
  if (bare(read) !== bare(value)) return state.safe(value, info);
  return state.stack.includes('tableCell') ? value.replaceAll('|', '\\|') : value;
}

function bare(words: string): string {
  return words.replace(/\s+/gu, '');
}
