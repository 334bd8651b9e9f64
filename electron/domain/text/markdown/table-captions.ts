import type { BlockContent, DefinitionContent, Nodes, Paragraph, PhrasingContent, Table } from 'mdast';
import { defaultHandlers, type Options } from 'remark-rehype';
import { element } from '../tree/literal.ts';

/*
 * A line `Table: words {name=NAME}` is the caption of the table below it, or directly above it.
 */

declare module 'mdast' {
  interface TableData {
    /** The words of its caption, and what references call it. */
    caption?: { readonly line: Paragraph; readonly name: string };
  }
}

type Flow = BlockContent | DefinitionContent;

const begin = /^Table:[ \t]+(?=\S)/iu;
const nameBehind = /[ \t]*\{name=(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'{}]+))\}[ \t]*$/u;

/** Blocks in which lines that are captions stand at their tables. The tables are changed in place. */
export function withTableCaptions(children: readonly Flow[], source: string): Flow[] {
  const taken = new Set<Flow>();
  for (const [at, table] of children.entries()) {
    if (table.type !== 'table') continue;
    const [before, after] = [children[at - 1], children[at + 1]];
    const isTableNext = children[at + 2]?.type === 'table';
    const [row] = table.children.slice(1).slice(-1);
    const inRow =
      row?.children.length === 1 && !slice(row, source).includes('|') ? row.children[0] : undefined;
    const own = before !== undefined && !taken.has(before) ? captionIn(before, source) : null;
    const below =
      own === null && inRow !== undefined ? captionIn({ ...inRow, type: 'paragraph' }, source) : null;
    const behind =
      own === null && below === null && !isTableNext && after !== undefined ? captionIn(after, source) : null;
    const caption = own ?? below ?? behind;
    if (caption === null) continue;
    table.data = { ...table.data, caption };
    if (own !== null && before !== undefined) taken.add(before);
    if (below !== null) table.children.pop();
    if (behind !== null && after !== undefined) taken.add(after);
  }
  return taken.size === 0 ? [...children] : children.filter((child) => !taken.has(child));
}

function captionIn(node: Flow, source: string): { line: Paragraph; name: string } | null {
  if (node.type !== 'paragraph' || !begin.test(slice(node, source)) || !node.children.every(isInOneLine))
    return null;
  const children = node.children.map((child) => ({ ...child }));
  const [first, last] = [children[0], children.at(-1)];
  if (first?.type !== 'text' || last === undefined) return null;
  first.value = first.value.replace(begin, '');
  let name = '';
  if (last.type === 'text') {
    const [behind = '', ...names] = nameBehind.exec(last.value) ?? [];
    name = names.find((one) => one !== undefined) ?? '';
    last.value = last.value.slice(0, last.value.length - behind.length);
  }
  const line: Paragraph = { ...node, children };
  return saysSomething(line) ? { line, name } : null;
}

/** Words, also marked ones and code; a caption is one line and leads nowhere. */
function isInOneLine(node: PhrasingContent): boolean {
  if (node.type === 'text' || node.type === 'inlineCode') return !/[\n\r]/u.test(node.value);
  return (
    /^(?:emphasis|strong|delete)$/u.test(node.type) && 'children' in node && node.children.every(isInOneLine)
  );
}

function saysSomething(node: Nodes): boolean {
  if ('value' in node) return node.value.trim() !== '';
  return 'children' in node && node.children.some(saysSomething);
}

function slice({ position }: Nodes, source: string): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
}

/** A table as an element, its caption first. */
export const captionedTable: NonNullable<NonNullable<Options['handlers']>['table']> = (
  state,
  node: Table,
) => {
  const made = defaultHandlers.table(state, node);
  const caption = node.data?.caption;
  if (caption === undefined) return made;
  const words = element('caption', state.all(caption.line));
  const properties = caption.name === '' ? {} : { name: caption.name };
  return { ...made, properties: { ...made.properties, ...properties }, children: [words, ...made.children] };
};
