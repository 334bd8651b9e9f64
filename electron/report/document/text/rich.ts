import type { ElementContent, Root, RootContent } from 'hast';
import type { Body, Part, Value } from '../blocks.ts';

/** A text of the document's own as a paragraph. */
export function paragraph(text: string): Part {
  return { body: { kind: 'rich', root: { type: 'root', children: [paragraphOf(text)] } } };
}

/** Values behind one another as a paragraph; those that lead somewhere are links. */
export function linkedLine(values: readonly Value[]): Part {
  const children = values.flatMap(({ text, target }, at): ElementContent[] => [
    ...(at === 0 ? [] : [{ type: 'text' as const, value: ' \u00b7 ' }]),
    target === undefined
      ? { type: 'text', value: text }
      : {
          type: 'element',
          tagName: 'a',
          properties: { href: `#${target}` },
          children: [{ type: 'text', value: text }],
        },
  ]);
  const root: Root = {
    type: 'root',
    children: children.length === 0 ? [] : [{ type: 'element', tagName: 'p', properties: {}, children }],
  };
  return { body: { kind: 'rich', root } };
}

function paragraphOf(value: string): ElementContent {
  return { type: 'element', tagName: 'p', properties: {}, children: [{ type: 'text', value }] };
}

/**
 * A rich text for a user who reads no code. Blocks of code and what stands only in them are left out, code in a line stays as
 * words. Null if nothing is left.
 */
export function withoutCode(body: Body): Body | null {
  if (body.kind !== 'rich') return null;
  const children = prose(body.root.children.filter((child) => child.type !== 'doctype'));
  const root: Root = { type: 'root', children };
  return children.some(hasWords) ? { kind: 'rich', root } : null;
}

function prose(children: readonly ElementContent[]): ElementContent[] {
  const kept: ElementContent[] = [];
  for (const child of children) {
    if (child.type !== 'element') {
      kept.push(child);
    } else if (child.tagName === 'pre') {
      // What announced the code with a colon ends there.
      const last = kept.findLastIndex(hasWords);
      const said = kept[last];
      if (said !== undefined) kept[last] = withFullStop(said);
    } else {
      const inside = prose(child.children);
      // The code is not there: of a link to it the words are left.
      const isOpen =
        child.properties['listing'] !== undefined || /^(?:code|kbd|samp|tt)$/.test(child.tagName);
      if (isOpen) kept.push(...inside);
      else if (child.children.length === 0 || inside.some(hasWords))
        kept.push({ ...child, children: inside });
    }
  }
  return kept;
}

/** The same with a full stop in the place of a colon that stands last. */
function withFullStop(node: ElementContent): ElementContent {
  if (node.type === 'text') return { ...node, value: node.value.replace(/:\s*$/u, '.') };
  if (node.type !== 'element') return node;
  const last = node.children.findLastIndex(hasWords);
  return { ...node, children: node.children.map((child, at) => (at === last ? withFullStop(child) : child)) };
}

/** Whether there is anything to read in it; a rule alone is nothing. */
export function hasWords(node: RootContent): boolean {
  if (node.type === 'text') return node.value.trim() !== '';
  return node.type === 'element' && node.children.some(hasWords);
}
