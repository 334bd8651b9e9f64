import { unformattedIn } from '../../text/index.ts';
import { droppedBackslashesIn } from '../../text/fix/backslashes.ts';
import { doubtfulEmphasisIn } from '../../text/fix/doubtful.ts';
import { captionedNames } from '../../finding/captioned-texts.ts';
import { figuresInOrder } from '../../finding/placed-images.ts';
import { evidenceAddress, referenceName } from '../../text/references/evidence-address.ts';
import { typedCaptionsIn, typedFiguresIn } from '../../text/fix/figure-numbers.ts';
import { captionedKinds } from '../../text/captioned.ts';
import { captionedAddress } from '../../text/references/captioned-address.ts';
import { shownTagsIn } from '../../text/fix/html-tags.ts';
import { richFields } from '../finding.ts';
import type { TextSpot } from '#contract/procedures/deliverables/preflight.ts';
import { about, placeName, quotes, type Rule } from './rule.ts';

/** Where a finding has texts that are formatted. */
const printedFields = [...richFields, 'other'] as const;

/** Parts of a text that are printed as a block of code, for their size or for their shape. */
export const shownAsSource: Rule = (texts) =>
  printedFields.flatMap((field) => {
    const parts = unformattedIn(texts.text(field));
    const [first] = parts;
    if (first === undefined) return [];
    const where = parts.length === 1 ? 'a part' : `${String(parts.length)} parts`;
    const message = `${placeName(field)} has ${where} too long or too nested to format, beginning with ${quotes([first])}. It is printed as a block of code. Shorten it, or put it in a fence.`;
    return [about(texts.finding, 'shown-as-source', field, message)];
  });

/** Two backslashes in a row, of which Markdown prints one: in code and paths a person means both. */
export const droppedBackslashes: Rule = (texts) =>
  printedFields.flatMap((field) => {
    const spots = droppedBackslashesIn(texts.text(field));
    if (spots.length === 0) return [];
    const message = `${placeName(field)} says ${quotes(spots.map(({ text }) => text))}, of which a backslash is not printed. Put it between back-ticks, or write each backslash twice.`;
    return [{ ...about(texts.finding, 'dropped-backslash', field, message), ...placedSpots(field, spots) }];
  });

/** Stars and underlines that were read as emphasis, and may be signs of names or patterns. */
export const doubtfulEmphasis: Rule = (texts) =>
  printedFields.flatMap((field) => {
    const spots = doubtfulEmphasisIn(texts.text(field));
    if (spots.length === 0) return [];
    const message = `${placeName(field)} says ${quotes(spots.map(({ text }) => text))}, which is printed as emphasis without its signs. If they are meant as signs, escape them or make them code.`;
    return [{ ...about(texts.finding, 'doubtful-emphasis', field, message), ...placedSpots(field, spots) }];
  });

/** Tags of HTML that format words, in Markdown: they are printed, as a payload would be. */
export const htmlTags: Rule = (texts) =>
  printedFields.flatMap((field) => {
    const spots = shownTagsIn(texts.text(field));
    if (spots.length === 0) return [];
    const message = `${placeName(field)} says ${quotes(spots.map(({ text }) => text))}, which is printed with its tags. If they are meant as formatting, convert them to Markdown.`;
    return [{ ...about(texts.finding, 'html-tags', field, message), ...placedSpots(field, spots) }];
  });

/** Numbers of figures that a user typed: the report counts its figures anew. */
export const figureNumbers: Rule = (texts) => {
  const { images } = texts.finding;
  if (images.length === 0) return [];
  const fields = richFields.map((field) => ({ field, typed: typedFiguresIn(texts.text(field)) }));
  if (fields.every(({ typed }) => typed.length === 0)) return [];
  const order = figuresInOrder((field) => texts.text(field), images);
  return fields.flatMap(({ field, typed }) => {
    if (typed.length === 0) return [];
    const message = `${placeName(field)} says ${quotes(typed.map(({ text }) => text))} in plain words, and may have another number in the report. Link it to its image, and the number follows.`;
    const spots = typed.flatMap(({ number, ...spot }): TextSpot[] => {
      const image = order[number - 1];
      if (image === undefined || image === null) return [];
      const address = evidenceAddress(referenceName(image, images));
      return [{ ...spot, becomes: `[${spot.text}](${address})` }];
    });
    const said = about(texts.finding, 'figure-number', field, message);
    return [spots.length === typed.length ? { ...said, ...placedSpots(field, spots) } : said];
  });
};

/** Numbers of listings and tables that a user typed, alike: one without a name cannot be linked yet. */
export const captionNumbers: Rule = (texts) =>
  captionedKinds.flatMap((kind) => {
    const fields = richFields.map((field) => ({ field, typed: typedCaptionsIn(texts.text(field), kind) }));
    if (fields.every(({ typed }) => typed.length === 0)) return [];
    const order = richFields
      .flatMap((field) => captionedNames(texts.text(field)))
      .filter((one) => one.kind === kind);
    if (order.length === 0) return [];
    return fields.flatMap(({ field, typed }) => {
      if (typed.length === 0) return [];
      const message = `${placeName(field)} says ${quotes(typed.map(({ text }) => text))} in plain words, and may have another number in the report. Link it to the name of its ${kind}, and the number follows.`;
      const spots = typed.flatMap(({ number, ...spot }): TextSpot[] => {
        const named = order[number - 1];
        if (named === undefined || named.name === '') return [];
        return [{ ...spot, becomes: `[${spot.text}](${captionedAddress(named)})` }];
      });
      const said = about(texts.finding, 'figure-number', field, message);
      return [spots.length === typed.length ? { ...said, ...placedSpots(field, spots) } : said];
    });
  });

/** Spots that the window can fix: other members are not edited here. */
function placedSpots(
  field: (typeof printedFields)[number],
  spots: readonly TextSpot[],
): { readonly spots?: readonly TextSpot[] } {
  return field !== 'other' && spots.every(({ from }) => from >= 0) ? { spots } : {};
}
