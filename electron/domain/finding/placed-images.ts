import type { Nodes as TreeNodes } from 'hast';
import type { Nodes } from 'mdast';
import type { JsonObject } from '#contract/json.ts';
import { evidenceAddress, evidenceName, imageNamed, type NamedImage } from '../text/evidence-address.ts';
import { detectFormat, parseText } from '../text/index.ts';
import { positionsOf } from '../text/markdown.ts';
import { piecesOf } from '../text/pieces.ts';
import { textOf } from './record.ts';

/** The rich texts of a finding, in the order in which the report prints them. */
export const richFields = ['description', 'observation', 'demonstration', 'remediation'] as const;
export type RichField = (typeof richFields)[number];

/** An image where a text places it. */
export interface PlacedImage {
  readonly name: string;
  /** As the text has it, in its source. */
  readonly written: string;
}

/** The images of the evidence that a text places, in order. Never throws. */
export function placedImages(text: string): PlacedImage[] {
  return mentionsEvidence(text)
    ? imagesOf(text).flatMap(({ evidence, written }) =>
        typeof evidence === 'string' ? [{ name: evidence, written: String(written) }] : [],
      )
    : [];
}

/** How many figures the report makes of a text, if `images` are those of its finding. Never throws. */
export function figureCount(text: string, images: readonly NamedImage[]): number {
  if (!mentionsEvidence(text) && !/;base64,/iu.test(text)) return 0;
  return imagesOf(text).filter(
    ({ evidence }) => typeof evidence !== 'string' || imageNamed(images, evidence) !== undefined,
  ).length;
}

/** The number of the first figure of each text of a finding, as they are counted through them in the report. */
export function figureStarts(
  textIn: (field: RichField) => string,
  images: readonly NamedImage[],
): Readonly<Record<RichField, number>> {
  const starts = { description: 1, observation: 1, demonstration: 1, remediation: 1 };
  let next = 1;
  for (const field of richFields) {
    starts[field] = next;
    next += figureCount(textIn(field), images);
  }
  return starts;
}

/** In which texts of a finding each of its images stands, by the id of the image; an image without a text is not named. */
export function fieldsOfImages(
  record: JsonObject,
  images: readonly NamedImage[],
): ReadonlyMap<string, readonly RichField[]> {
  const fields = new Map<string, RichField[]>();
  for (const field of richFields) {
    for (const { name } of placedImages(textOf(record, field))) {
      const evidence = imageNamed(images, name)?.evidence;
      if (evidence === undefined) continue;
      const known = fields.get(evidence) ?? [];
      fields.set(evidence, known.includes(field) ? known : [...known, field]);
    }
  }
  return fields;
}

/** A text that calls an image by its new name; code stays as it is, and so does a text without that image. */
export function withRenamedImage(text: string, from: string, to: string): string {
  if (!mentionsEvidence(text) || detectFormat(text) === 'html') return text;
  const address = evidenceAddress(to);
  let renamed = '';
  let done = 0;
  for (const { from: begin, source, kind } of piecesOf(text)) {
    if (kind !== 'markdown') continue;
    for (const at of addressesIn(positionsOf(source), source, from)) {
      renamed += text.slice(done, begin + at.from) + address;
      done = begin + at.to;
    }
  }
  return renamed + text.slice(done);
}

function mentionsEvidence(text: string): boolean {
  return /evidence:/iu.test(text);
}

function imagesOf(text: string): Readonly<Record<string, unknown>>[] {
  const images: Readonly<Record<string, unknown>>[] = [];
  const walk = (node: TreeNodes): void => {
    if (node.type === 'element' && node.tagName === 'img') images.push(node.properties);
    else if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(parseText(text));
  return images;
}

/** Where addresses of an image stand, without the angle brackets around them. */
function addressesIn(node: Nodes, source: string, name: string): { from: number; to: number }[] {
  const isAddress = node.type === 'image' || node.type === 'definition';
  if (isAddress && evidenceName(node.url)?.normalize() === name.normalize()) {
    const from = node.position?.start.offset ?? 0;
    const written = source.slice(from, node.position?.end.offset ?? from);
    const head = written.lastIndexOf(node.type === 'image' ? '](' : ']:') + 2;
    const [whole = '', bracket = '', address = ''] =
      /^\s*(?:(<)([^<>\n]*)>|\S*?(?=\s|\)?$))/u.exec(written.slice(head)) ?? [];
    const plain = bracket === '' ? whole.trimStart() : address;
    const begin = from + head + whole.indexOf(plain);
    return [{ from: begin, to: begin + plain.length }];
  }
  return 'children' in node ? node.children.flatMap((child) => addressesIn(child, source, name)) : [];
}
