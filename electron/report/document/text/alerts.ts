import type { ElementContent, Root, RootContent } from 'hast';
import { alertKinds } from '#domain/text/markdown/alerts.ts';
import type { Words } from '../../languages/index.ts';

/** A text whose notes have their headings in the language of the report; the same tree if it has none. */
export function withAlertHeadings(root: Root, { alerts }: Words): Root {
  const named = <Node extends RootContent>(node: Node): Node | ElementContent => {
    if (node.type !== 'element') return node;
    const { alert } = node.properties;
    const kind = alertKinds.find((known) => known === alert);
    if (node.tagName !== 'p' || typeof alert !== 'string') {
      return { ...node, children: node.children.map(named) };
    }
    const { alert: _kind, ...properties } = node.properties;
    if (kind === undefined) return { ...node, properties };
    const name: ElementContent = { type: 'text', value: alerts[kind] };
    const strong: ElementContent = { type: 'element', tagName: 'strong', properties: {}, children: [name] };
    return { ...node, properties, children: [strong] };
  };
  return root.children.some(holdsAlert) ? { ...root, children: root.children.map(named) } : root;
}

function holdsAlert(node: RootContent): boolean {
  if (node.type !== 'element') return false;
  return node.properties['alert'] !== undefined || node.children.some(holdsAlert);
}
