import type { ElementContent, Root, RootContent } from 'hast';
import type { ReportImage } from '#contract/deliverable/report.ts';
import { imageNamed } from '#domain/text/references/evidence-address.ts';

/**
 * A text whose images of the evidence are those of its finding, by hash and with a caption: the text's own, else the
 * image's. A reference to no image of the finding stands as it was written. The tree given in stays as it is.
 */
export function withPlacedEvidence(root: Root, images: readonly ReportImage[]): Root {
  const named = images.map((image) => ({ ...image, name: image.name ?? '' }));
  const placed = <Node extends RootContent>(node: Node): Node | ElementContent => {
    if (node.type !== 'element') return node;
    const { evidence, alt, written, width } = node.properties;
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

function holdsEvidence(node: RootContent): boolean {
  if (node.type !== 'element') return false;
  return node.properties['evidence'] !== undefined || node.children.some(holdsEvidence);
}
