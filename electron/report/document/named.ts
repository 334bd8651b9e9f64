import type { ElementContent, Root, RootContent } from 'hast';

/** A number of a finding that stands by itself: not in `X-H1`, `H1.2`, `/H1` or a longer word. */
const numberPattern = /(?<![\p{L}\p{N}_./#@-])[A-Z]\d{1,5}(?![\p{L}\p{N}_/@-]|\.\p{N})/gu;

/** If nothing is looked for: it leads elsewhere already, or is shown as it was written. */
const untouched = /^(?:a|code|kbd|samp|tt|pre|h[1-6])$/;

/**
 * A text of a person about the engagement in which each number of a printed finding leads to it (`targets`: number → target).
 * Only these texts: their author has the numbers before them, while the texts of findings are older than any number.
 * The tree given in stays as it is; without such a number it is given back.
 */
export function withNamedFindings(root: Root, targets: ReadonlyMap<string, string>): Root {
  const children = root.children.flatMap((child): RootContent[] => named(child, targets));
  return children.length === root.children.length &&
    children.every((child, at) => child === root.children[at])
    ? root
    : { ...root, children };
}

function named<Node extends RootContent>(
  node: Node,
  targets: ReadonlyMap<string, string>,
): (Node | ElementContent)[] {
  if (node.type === 'text') {
    const pieces = piecesOf(node.value, targets);
    return pieces.length === 0 ? [node] : pieces;
  }
  if (node.type !== 'element' || untouched.test(node.tagName)) return [node];
  const children = node.children.flatMap((child) => named(child, targets));
  const same =
    children.length === node.children.length && children.every((child, at) => child === node.children[at]);
  return same ? [node] : [{ ...node, children }];
}

/** The stretches of a text that names findings; nothing if it names none. */
function piecesOf(value: string, targets: ReadonlyMap<string, string>): ElementContent[] {
  const pieces: ElementContent[] = [];
  let done = 0;
  for (const { 0: number, index } of value.matchAll(numberPattern)) {
    const target = targets.get(number);
    if (target === undefined) continue;
    if (index > done) pieces.push({ type: 'text', value: value.slice(done, index) });
    pieces.push({
      type: 'element',
      tagName: 'a',
      properties: { href: `#${target}` },
      children: [{ type: 'text', value: number }],
    });
    done = index + number.length;
  }
  if (pieces.length > 0 && done < value.length) pieces.push({ type: 'text', value: value.slice(done) });
  return pieces;
}
