import type { ElementContent, Nodes, Root, RootContent } from 'hast';
import type { Code, Definition, FootnoteDefinition, FootnoteReference, Nodes as MdastNodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import type { Options } from 'remark-rehype';
import { unified } from 'unified';
import { isAllowed, isBlock, safeHref } from './allowed.ts';
import { element, literalBlock, text } from './literal.ts';

const parser = unified().use(remarkParse).use(remarkGfm).freeze();

/** Markdown as its parser sees it, with the place of everything. Throws RangeError as `parseMarkdown`. */
export function positionsOf(source: string): MdastNodes {
  return parser.parse(source);
}

/**
 * Parses Markdown (CommonMark with tables, strikethrough, task lists, autolinks) into a tree that holds
 * allowed elements and text, nothing else. HTML inside Markdown, images, links to anything but http, https and
 * mailto, footnotes, unused link definitions and what stands behind the fence of a code block are shown as
 * they were written: findings quote payloads everywhere, and a quoted payload is the finding.
 *
 * Throws RangeError when the text nests deeper than the stack; the caller bounds size and nesting before.
 */
export function parseMarkdown(source: string): Root {
  const tree = parser.parse(source);
  const written = (node: MdastNodes): string =>
    source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
  const used = usedDefinitions(tree);

  const handlers: Options['handlers'] = {
    // What no link shows is shown here: an image or a link that stays text would take its address with it.
    definition: (_state, node: Definition) =>
      used.has(node.identifier) && safeHref(node.url) !== undefined
        ? undefined
        : element('p', [text(written(node))]),
    footnoteReference: (_state, node: FootnoteReference) => text(written(node)),
    footnoteDefinition(state, node: FootnoteDefinition) {
      const body = state.all(node).filter((child) => child.type !== 'text' || child.value !== '\n');
      return [element('p', [text(`[^${node.label ?? node.identifier}]:`)]), ...body];
    },
    code(_state, node: Code) {
      const plainInfo = (node.meta ?? '') === '' && /^[\w+#.-]{0,24}$/.test(node.lang ?? '');
      const block = literalBlock(plainInfo ? node.value : written(node));
      const code = block.children[0];
      if (plainInfo && node.lang && code?.type === 'element') {
        code.properties['className'] = [`language-${node.lang}`];
      }
      return block;
    },
  };
  const converted = unified().use(remarkRehype, { allowDangerousHtml: true, handlers }).runSync(tree);
  return { type: 'root', children: clean(converted.children, source, true) };
}

function usedDefinitions(tree: MdastNodes): ReadonlySet<string> {
  const used = new Set<string>();
  const walk = (node: MdastNodes): void => {
    if (node.type === 'linkReference') used.add(node.identifier);
    if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(tree);
  return used;
}

function clean(children: readonly RootContent[], source: string, blocks: boolean): ElementContent[] {
  return children.flatMap((child) => cleanNode(child, source, blocks));
}

function cleanNode(node: RootContent, source: string, blocks: boolean): ElementContent[] {
  switch (node.type) {
    case 'text':
      return [text(node.value)];
    case 'raw':
      if (/^<br\s*\/?>$/i.test(node.value)) return [element('br', [])];
      return [blocks ? literalBlock(node.value) : text(node.value)];
    case 'comment':
    case 'doctype':
      return [text(writtenAs(node, source))];
    case 'element': {
      const href = node.properties['href'];
      const link = typeof href === 'string' ? safeHref(href) : undefined;
      if (node.tagName === 'input') {
        return [text(node.properties['checked'] === true ? '\u2611 ' : '\u2610 ')];
      }
      if (!isAllowed(node.tagName) || (node.tagName === 'a' && link === undefined)) {
        return [text(writtenAs(node, source))];
      }
      const properties: typeof node.properties = {};
      if (link !== undefined) properties['href'] = link;
      if (typeof node.properties['start'] === 'number') properties['start'] = node.properties['start'];
      const align = node.properties['align'];
      if (align === 'left' || align === 'right' || align === 'center') properties['align'] = align;
      const className = node.properties['className'];
      if (node.tagName === 'code' && Array.isArray(className)) properties['className'] = className;
      const inner = clean(node.children, source, holdsBlocks(node.tagName));
      return [{ type: 'element', tagName: node.tagName, properties, children: inner }];
    }
  }
}

function holdsBlocks(tagName: string): boolean {
  return isBlock(tagName) && !/^(?:p|h[1-6]|th|td|pre|dt)$/.test(tagName);
}

function writtenAs(node: Nodes, source: string): string {
  return source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
}
