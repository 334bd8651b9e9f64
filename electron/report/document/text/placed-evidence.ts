import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { ReportImage } from '#contract/deliverable/report.ts';
import { visibleText } from '#domain/text/index.ts';
import { imageNamed, onlyPointsAtImage } from '#domain/text/references/evidence-address.ts';

/**
 * A text whose images of the evidence are those of its finding, by hash and with a caption: the text's own, else the
 * image's. A reference to no image of the finding stands as it was written; `withFigureReferences` completes links to images. The tree given in stays as it is.
 */
export function withPlacedEvidence(root: Root, images: readonly ReportImage[]): Root {
  const named = images.map((image) => ({ ...image, name: image.name ?? '' }));
  const placed = <Node extends RootContent>(node: Node): Node | ElementContent => {
    if (node.type !== 'element') return node;
    const { evidence, alt, written, width } = node.properties;
    if (typeof node.properties['figure'] === 'string') return pointer(node, named);
    if (node.tagName !== 'img' || typeof evidence !== 'string') {
      return { ...node, children: node.children.map(placed) };
    }
    const image = imageNamed(named, evidence);
    if (image === undefined) return { type: 'text', value: String(written) };
    const caption = String(alt).trim() === '' ? image.caption : String(alt);
    const size = typeof width === 'string' ? { width } : {};
    return { ...node, properties: { src: image.sha256, alt: caption, ...size }, children: [] };
  };
  return root.children.some(holdsEvidence) ? { ...root, children: root.children.map(placed) } : root;
}

/** A link to an image of the finding: `figureOf` is its hash, and `alone` what it is called if the words say no more. */
function pointer(
  link: Element,
  images: readonly (ReportImage & { readonly name: string })[],
): ElementContent {
  const name = String(link.properties['figure']);
  const image = imageNamed(images, name);
  if (image === undefined) return { type: 'text', value: String(link.properties['written']) };
  const words = visibleText({ type: 'root', children: link.children });
  const caption = image.caption.trim();
  const points = onlyPointsAtImage(words, name) || (caption !== '' && words.trim() === caption);
  const alone = points ? { alone: caption === '' ? name : caption } : {};
  return { ...link, properties: { figureOf: image.sha256, ...alone } };
}

function holdsEvidence(node: RootContent): boolean {
  if (node.type !== 'element') return false;
  const { evidence, figure } = node.properties;
  return evidence !== undefined || figure !== undefined || node.children.some(holdsEvidence);
}
