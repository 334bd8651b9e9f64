import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { Block, Figure, Part } from '../blocks.ts';

type FindingBlock = Extract<Block, { kind: 'finding' }>;

/**
 * A finding whose texts call its figures by the numbers that they have here: `the form (Figure 3)`, without words of its own
 * `Figure 3`. A figure that is named gets a place to lead to. What is not printed is called by its words alone.
 */
export function withFigureReferences(block: FindingBlock): FindingBlock {
  const parts = [...block.verdicts, ...block.sections].flatMap((part) => part.parts);
  const named = new Set(
    parts.flatMap(({ body }) => (body.kind === 'rich' ? namesIn(body.root.children) : [])),
  );
  if (named.size === 0) return block;
  const figures = new Map<string, Figure>();
  for (const { body } of parts) {
    if (body.kind !== 'figure' || figures.has(body.figure.image)) continue;
    figures.set(body.figure.image, { ...body.figure, target: targetOf(body.figure) });
  }
  const first = new Set<string>();
  const led = (part: Part): Part => {
    const { body } = part;
    if (body.kind === 'rich')
      return { ...part, body: { kind: 'rich', root: withNumbers(body.root, figures) } };
    if (body.kind !== 'figure') return part;
    const { image } = body.figure;
    const target = first.has(image) || !named.has(image) ? undefined : figures.get(image)?.target;
    first.add(image);
    return target === undefined
      ? part
      : { ...part, body: { kind: 'figure', figure: { ...body.figure, target } } };
  };
  return {
    ...block,
    verdicts: block.verdicts.map((verdict) => ({ ...verdict, parts: verdict.parts.map(led) })),
    sections: block.sections.map((section) => ({ ...section, parts: section.parts.map(led) })),
  };
}

/** `Figure 3` is at `figure-3` in every language. */
function targetOf({ label }: Figure): string {
  return `figure-${/\d+/u.exec(label)?.[0] ?? label}`;
}

function namesIn(children: readonly (RootContent | ElementContent)[]): string[] {
  return children.flatMap((child) => {
    if (child.type !== 'element') return [];
    const { figureOf } = child.properties;
    return typeof figureOf === 'string' ? [figureOf] : namesIn(child.children);
  });
}

function withNumbers(root: Root, figures: ReadonlyMap<string, Figure>): Root {
  const numbered = <Node extends RootContent>(node: Node): (Node | ElementContent)[] => {
    if (node.type !== 'element') return [node];
    const { figureOf, alone } = node.properties;
    if (typeof figureOf !== 'string') return [{ ...node, children: node.children.flatMap(numbered) }];
    const figure = figures.get(figureOf);
    const text = (value: string): ElementContent => ({ type: 'text', value });
    if (figure === undefined) return typeof alone === 'string' ? [text(alone)] : node.children;
    return numberedLink(node, { ...figure, target: String(figure.target) }, typeof alone === 'string');
  };
  return { ...root, children: root.children.flatMap(numbered) };
}

/** A link that calls what it leads to by its number: in place of its words if it stands alone, else behind them. */
export function numberedLink(
  link: Element,
  { label, target }: { readonly label: string; readonly target: string },
  isAlone: boolean,
): ElementContent[] {
  const led = (children: ElementContent[]): ElementContent => {
    return { ...link, properties: { href: `#${target}` }, children };
  };
  return isAlone
    ? [led([{ type: 'text', value: label }])]
    : [led(link.children), { type: 'text', value: ` (${label})` }];
}
