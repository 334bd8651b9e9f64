import type { Element, ElementContent, Root, RootContent } from 'hast';

/**
 * A text whose footnotes and their signs lead to each other; the same tree if it has none. A note leads back to the first
 * sign that names it. Both have a name that no other note of the document has (`dataNote`), also if images part the text.
 *
 * @param scope gives the next name of a text in the document: footnotes are numbered from 1 in each
 */
export function linkedFootnotes(root: Root, scope: () => string): Root {
  if (!root.children.some(holdsNote)) return root;
  const name = scope();
  const signed = new Set<number>();
  const linked = (node: ElementContent): ElementContent => {
    if (node.type !== 'element') return node;
    const number = node.properties['dataNote'];
    if (typeof number !== 'number') return { ...node, children: node.children.map(linked) };
    const note = `${name}-${String(number)}`;
    const sign = `${note}-sign`;
    const named = { ...node, properties: { ...node.properties, dataNote: note.slice('note-'.length) } };
    if (node.tagName !== 'sup') {
      return withLinkedSign(
        { ...named, children: node.children.map(linked) },
        { id: note, href: `#${sign}` },
      );
    }
    const id = signed.has(number) ? {} : { id: sign };
    signed.add(number);
    return { ...named, children: [link(node.children, { ...id, href: `#${note}` })] };
  };
  const children = root.children.map((child) => (child.type === 'doctype' ? child : linked(child)));
  return { ...root, children };
}

function holdsNote(node: RootContent): boolean {
  if (node.type !== 'element') return false;
  return node.properties['dataNote'] !== undefined || node.children.some(holdsNote);
}

/** The number before the words of a note leads back. It stays the first child of the first paragraph. */
function withLinkedSign(note: Element, properties: Element['properties']): Element {
  const [first, ...rest] = note.children;
  if (first?.type !== 'element') return note;
  const [sign, ...words] = first.children;
  if (sign?.type !== 'text') return note;
  const number: ElementContent = { type: 'text', value: sign.value.trimEnd() };
  const blank: ElementContent = { type: 'text', value: ' ' };
  const before: Element = {
    type: 'element',
    tagName: 'span',
    properties: {},
    children: [link([number], properties), blank],
  };
  return { ...note, children: [{ ...first, children: [before, ...words] }, ...rest] };
}

function link(children: ElementContent[], properties: Element['properties']): Element {
  return { type: 'element', tagName: 'a', properties, children };
}
