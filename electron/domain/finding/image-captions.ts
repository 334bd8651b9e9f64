import type { JsonObject } from '#contract/json.ts';
import { imageNamed, type NamedImage } from '../text/references/evidence-address.ts';
import { imagesOf, mentionsEvidence, richFields } from './placed-images.ts';
import { textOf } from './record.ts';

/*
 * An image has one caption: that of the evidence. A text prints it if it gives the image no words, or the same ones; then
 * a change of either changes both. Other words are the text's own, and stay.
 */

/** An image with its caption. */
export interface CaptionedImage extends NamedImage {
  readonly caption: string;
}

/** Whether two captions say the same: a text has its caption on one line. */
export function isSameCaption(one: string, other: string): boolean {
  return onOneLine(one) === onOneLine(other);
}

/** The captions that follow an edit of the texts, by the id of their image. Never throws. */
export function captionsAfterEdit<T extends CaptionedImage>(
  images: readonly T[],
  before: JsonObject,
  after: JsonObject,
): ReadonlyMap<string, string> {
  const [was, now] = [wordsByImage(before, images), wordsByImage(after, images)];
  return new Map(
    images.flatMap(({ evidence, caption }): [string, string][] => {
      const next = captionAfter(caption, was.get(evidence) ?? [], now.get(evidence) ?? []);
      return isSameCaption(next, caption) ? [] : [[evidence, next]];
    }),
  );
}

/** @param was the words that the texts gave the image, place by place; `now` those that they give it */
function captionAfter(caption: string, was: readonly string[], now: readonly string[]): string {
  if (caption.trim() === '') return now.find((words) => words !== '' && !was.includes(words)) ?? caption;
  if (now.length !== was.length || now.includes(onOneLine(caption))) return caption;
  const linked = was.findIndex((words) => isSameCaption(words, caption));
  return now[linked] ?? caption;
}

function wordsByImage(record: JsonObject, images: readonly NamedImage[]): ReadonlyMap<string, string[]> {
  const words = new Map<string, string[]>();
  for (const field of richFields) {
    const text = textOf(record, field);
    if (!mentionsEvidence(text)) continue;
    for (const { evidence: name, alt } of imagesOf(text)) {
      const image = typeof name === 'string' ? imageNamed(images, name) : undefined;
      if (image === undefined) continue;
      words.set(image.evidence, [
        ...(words.get(image.evidence) ?? []),
        typeof alt === 'string' ? onOneLine(alt) : '',
      ]);
    }
  }
  return words;
}

function onOneLine(caption: string): string {
  return caption.trim().replace(/\s+/gu, ' ');
}
