import type { FindingMessage } from '#contract/procedures/deliverables/preflight.ts';
import { imagesOf } from '../../finding/placed-images.ts';
import { isTooSmall } from '../../images/figure-size.ts';
import { readImage } from '../../images/index.ts';
import { imageNamed } from '../../text/references/evidence-address.ts';
import { richFields, type CheckedPicture, type FindingTexts } from '../finding.ts';
import { bytesOfAddress } from './images.ts';
import { about, placeName, quotes, type Rule } from './rule.ts';

/** What a text says of the sizes of its images. */
interface PlacedSizes {
  /** Braces of which something means nothing. */
  readonly unread: readonly string[];
  /** Images in which letters can hardly be read. */
  readonly small: readonly string[];
  /** Images of the evidence that it shows, by their ids. */
  readonly shown: readonly string[];
}

/** Figures that are printed too small to be read, and braces behind an image that say no width. */
export const figureSizes: Rule = (texts) => {
  const { finding } = texts;
  const looked = [
    ...richFields.map((field) => ({ field, ...sizesIn(texts.text(field), finding.images) })),
    ...finding.retests.map((text) => ({
      field: 'retest' as const,
      ...sizesIn(text, [...finding.retestImages, ...finding.images]),
    })),
  ];
  const said = looked.flatMap(({ field, unread, small }): FindingMessage[] => [
    ...(unread.length === 0
      ? []
      : [about(finding, 'figure-size', field, `${placeName(field)} ${unreadWords(unread)}`)]),
    ...(small.length === 0
      ? []
      : [
          about(
            finding,
            'figure-size',
            field,
            `${placeName(field)} prints ${quotes(small)} so small that letters in it can hardly be read. Crop it, or give it more width.`,
          ),
        ]),
  ]);
  return [...said, ...smallEvidence(texts, new Set(looked.flatMap(({ shown }) => shown)))];
};

/** What is told of braces of which something means nothing. */
export function unreadWords(unread: readonly string[]): string {
  return `has ${quotes(unread)} behind an image, of which only a width is used. Write {width=50%} or {width=300px}.`;
}

/** Images that stand behind the texts. */
function smallEvidence({ finding }: FindingTexts, shown: ReadonlySet<string>): FindingMessage[] {
  const behind = [...finding.images, ...finding.retestImages].filter(({ evidence }) => !shown.has(evidence));
  const small = behind.filter((image) => isTooSmall(image)).map(({ name }) => name);
  if (small.length === 0) return [];
  const message = `The evidence prints ${quotes(small)} so small that letters in it can hardly be read. Crop it to what matters.`;
  return [about(finding, 'figure-size', 'evidence', message)];
}

/** Braces behind images of a text that say more than a width. Never throws. */
export function unreadBraces(text: string): string[] {
  return mayShowImage(text)
    ? imagesOf(text).flatMap(({ unread }) => (typeof unread === 'string' ? [unread] : []))
    : [];
}

function sizesIn(text: string, images: readonly CheckedPicture[]): PlacedSizes {
  const [small, shown]: [string[], string[]] = [[], []];
  for (const { evidence, src, alt, width } of mayShowImage(text) ? imagesOf(text) : []) {
    const chosen = typeof width === 'string' ? width : undefined;
    if (typeof evidence === 'string') {
      const image = imageNamed(images, evidence);
      if (image === undefined) continue;
      shown.push(image.evidence);
      if (isTooSmall(image, chosen)) small.push(image.name);
    } else {
      const image = readImage(bytesOfAddress(typeof src === 'string' ? src : ''));
      if (image.kind === 'image' && isTooSmall(image, chosen))
        small.push(typeof alt === 'string' && alt !== '' ? alt : 'an image');
    }
  }
  return { unread: unreadBraces(text), small, shown };
}

/** Cheap to look for, so that few texts are parsed for it. */
function mayShowImage(text: string): boolean {
  return /evidence:|;base64,/iu.test(text);
}
