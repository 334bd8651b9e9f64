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
  return children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [child];
    if (child.tagName === 'pre') return [];
    const inside = prose(child.children);
    // The code is not there: of a link to it the words are left.
    if (child.properties['listing'] !== undefined) return inside;
    if (/^(?:code|kbd|samp|tt)$/.test(child.tagName)) return inside;
    return child.children.length > 0 && !inside.some(hasWords) ? [] : [{ ...child, children: inside }];
  });
}

/** Whether there is anything to read in it; a rule alone is nothing. */
export function hasWords(node: RootContent): boolean {
  if (node.type === 'text') return node.value.trim() !== '';
  return node.type === 'element' && node.children.some(hasWords);
}
