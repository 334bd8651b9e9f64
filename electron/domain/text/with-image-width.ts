import type { Nodes } from 'mdast';
import { detectFormat } from './detect.ts';
import { positionsOf } from './markdown/markdown.ts';
import { piecesOf } from './markdown/pieces.ts';
import { bracesBehind } from './references/image-attributes.ts';

/**
 * A Markdown text in which an image has another width, or none of its own; HTML stays as it is.
 *
 * @param written the image as it stands there, with its braces; `at` counts those that are written alike, from 0
 * @param width `50%`, `300px`; null: none
 */
export function withImageWidth(
  text: string,
  { written, at }: { readonly written: string; readonly at: number },
  width: string | null,
): string {
  if (detectFormat(text) === 'html') return text;
  const images = imagesIn(text);
  const exact = images.filter(({ from, to }) => text.slice(from, to) === written)[at];
  // Its width was changed a moment ago, and a preview does not show it yet: the same image, if there is one.
  const bare = written.slice(0, imagesIn(written)[0]?.image ?? written.length);
  const same = images.filter(({ from, image }) => text.slice(from, image) === bare);
  const found = exact ?? (same.length === 1 ? same[0] : undefined);
  if (found === undefined) return text;
  const braces = width === null ? '' : `{width=${width}}`;
  return text.slice(0, found.image) + braces + text.slice(found.to);
}

interface WrittenImage {
  readonly from: number;
  /** Where the image ends, and where its braces do. */
  readonly image: number;
  readonly to: number;
}

function imagesIn(text: string): WrittenImage[] {
  return piecesOf(text).flatMap(({ from: begin, source, kind }) => {
    if (kind !== 'markdown') return [];
    const images: WrittenImage[] = [];
    const walk = (node: Nodes): void => {
      if (node.type === 'image' || node.type === 'imageReference') {
        const from = begin + (node.position?.start.offset ?? 0);
        const image = begin + (node.position?.end.offset ?? 0);
        images.push({ from, image, to: image + bracesBehind(text.slice(image)).length });
      } else if ('children' in node) node.children.forEach(walk);
    };
    walk(positionsOf(source));
    return images;
  });
}
