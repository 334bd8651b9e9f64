import type { ElementContent, RootContent } from 'hast';
import type { Block } from '../document/blocks.ts';
import { partsOf } from '../document/text/captions.ts';
import type { Anchors } from './rich.ts';

/**
 * The anchors of the findings, figures, listings and tables that texts lead to: the names that readers of Markdown give to their headings
 * (`#h2-weak-reset`), which the file sets itself too.
 */
export function anchorsOf(blocks: readonly Block[]): Anchors {
  const led = new Set(
    blocks.flatMap(partsOf).flatMap(({ body }) => (body.kind === 'rich' ? linksIn(body.root.children) : [])),
  );
  const figures = blocks.flatMap(partsOf).flatMap(({ body }) => {
    const target = body.kind === 'figure' ? body.figure.target : undefined;
    return target === undefined ? [] : [[target, target] as const];
  });
  const captioned = [...led].filter((target) => /^(?:listing|table)-/u.test(target));
  return new Map([
    ...figures,
    ...captioned.map((target) => [target, target] as const),
    ...blocks.flatMap((block) =>
      block.kind === 'finding' && led.has(block.ref.target)
        ? [[block.ref.target, anchorOf(`${block.ref.number} ${block.ref.title}`)] as const]
        : [],
    ),
  ]);
}

function linksIn(children: readonly (RootContent | ElementContent)[]): string[] {
  return children.flatMap((child) => {
    if (child.type !== 'element') return [];
    const href = child.properties['href'];
    const own = typeof href === 'string' && href.startsWith('#') ? [href.slice(1)] : [];
    return [...own, ...linksIn(child.children)];
  });
}

/** The name of a heading in a link: small letters and digits, a hyphen for each blank. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}
