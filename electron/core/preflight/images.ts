import { richFields } from './finding.ts';
import { about, placeName, quotes, type Rule } from './rule.ts';

/** What stands behind the address begins with what no address has: else every way to part them would be tried. */
const markdownImage = /!\[[^\]\n]{0,500}\]\(\s*<?([^)\s>]{1,1000})(?:(?:[^\S\n]|>)[^)\n]{0,500})?\)/gu;
const htmlImage = /<img\b([^<>]{0,2000})>/giu;
const source = /\bsrc\s*=\s*["']?([^"'\s>]{1,500})/iu;
/** A payload that is written about, not an image that was meant to be seen. */
const payload =
  /\bon\w+\s*=|javascript:|\bsrc\s*=\s*["']?(?:x|\d{1,3}|[^"'\s>]*[<>`(][^"'\s>]*)(?:["'\s>/]|$)/iu;
/** Words that point at an image of the finding. */
const pointer = /\b(?:figure|screenshot|image)s?\s+(?:\d{1,2}\b|below\b|above\b)/iu;

/** Images that the report cannot print, and words that point at images which are not there. */
export const deadImages: Rule = (texts) => {
  const { finding } = texts;
  const embedded = richFields.flatMap((field) => {
    if (!/!\[|<img|&lt;img/iu.test(texts.text(field))) return [];
    const prose = texts.prose(field);
    const named = [
      ...Array.from(prose.matchAll(markdownImage), ([, target = '']) => target),
      ...Array.from(prose.matchAll(htmlImage), ([whole, inside = '']) =>
        payload.test(whole) ? '' : (source.exec(inside)?.[1] ?? ''),
      ),
    ].filter((target) => target !== '');
    if (named.length === 0) return [];
    return [
      about(
        finding,
        'dead-image',
        field,
        `${placeName(field)} embeds ${quotes(named)}, which the report cannot print. Add the image to the evidence.`,
      ),
    ];
  });
  const lost = finding.images.filter(({ kept }) => !kept).length;
  const damaged =
    lost === 0
      ? []
      : [
          about(
            finding,
            'dead-image',
            'evidence',
            lost === 1
              ? 'The pixels of an image are lost. Remove it, or add it again.'
              : `The pixels of ${String(lost)} images are lost. Remove them, or add them again.`,
          ),
        ];
  if (finding.images.length > 0) return [...embedded, ...damaged];
  const pointing = richFields.flatMap((field) => {
    if (!pointer.test(texts.text(field))) return [];
    const words = pointer.exec(texts.prose(field))?.[0];
    if (words === undefined) return [];
    return [
      about(
        finding,
        'dead-image',
        field,
        `${placeName(field)} points at ${quotes([words])}, and the finding has no image.`,
      ),
    ];
  });
  return [...embedded, ...pointing];
};
