import type { Nodes as TreeNodes } from 'hast';
import type { JsonObject } from '#contract/json.ts';
import {
  evidenceAddress,
  evidenceName,
  imageNamed,
  type NamedImage,
} from '../text/references/evidence-address.ts';
import { detectFormat, parseText } from '../text/index.ts';
import { withAddresses } from '../text/with-addresses.ts';
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

/** The images of the evidence that a text speaks of by a link, in order. Never throws. */
export function mentionedImages(text: string): PlacedImage[] {
  if (!mentionsEvidence(text)) return [];
  const links: PlacedImage[] = [];
  const walk = (node: TreeNodes): void => {
    if (node.type === 'element' && typeof node.properties['figure'] === 'string') {
      links.push({ name: node.properties['figure'], written: String(node.properties['written']) });
    } else if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(parseText(text));
  return links;
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

/** The images of a finding in the order of its figures, as `figureStarts` counts them; an embedded one is null. */
export function figuresInOrder<T extends NamedImage>(
  textIn: (field: RichField) => string,
  images: readonly T[],
): (T | null)[] {
  const placed = richFields.flatMap((field) =>
    imagesOf(textIn(field)).flatMap(({ evidence }): (T | null)[] => {
      if (typeof evidence !== 'string') return [null];
      const image = imageNamed(images, evidence);
      return image === undefined ? [] : [image];
    }),
  );
  return [...placed, ...images.filter((image) => !placed.includes(image))];
}

/** The number of an image's figure in that order; null for an unknown name. */
export function figureNumber(
  name: string,
  textIn: (field: RichField) => string,
  images: readonly NamedImage[],
): number | null {
  const wanted = imageNamed(images, name);
  return wanted === undefined ? null : figuresInOrder(textIn, images).indexOf(wanted) + 1;
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
  if (!mentionsEvidence(text)) return text;
  const isOld = (address: string): boolean => evidenceName(address)?.normalize() === from.normalize();
  if (detectFormat(text) === 'html') {
    return text.replace(htmlSource, (whole, before: string, _quote: string, address: string) =>
      isOld(address) ? before + evidenceAddress(to) : whole,
    );
  }
  return withAddresses(text, ['image', 'link', 'definition'], (address) =>
    isOld(address) ? evidenceAddress(to) : null,
  );
}

/** The address of an image in HTML, with what stands around it. */
const htmlSource = /(<img\s(?:[^<>]*?\s)?src=(?<quote>["']))(evidence:[^<>\s]*?)(?=\k<quote>)/giu;

/** Cheap to ask before a text is parsed. */
export function mentionsEvidence(text: string): boolean {
  return /evidence:/iu.test(text);
}

/** The properties of all images that a text shows, in order. Never throws. */
export function imagesOf(text: string): Readonly<Record<string, unknown>>[] {
  const images: Readonly<Record<string, unknown>>[] = [];
  const walk = (node: TreeNodes): void => {
    if (node.type === 'element' && node.tagName === 'img') images.push(node.properties);
    else if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(parseText(text));
  return images;
}
