import type { Nodes } from 'hast';
import { mentionedImages, placedImages } from '../../finding/placed-images.ts';
import { readImage } from '../../images/index.ts';
import { imageNamed } from '../../text/references/evidence-address.ts';
import { cutDataIn, parseText } from '../../text/index.ts';
import type { FindingMessage } from '#contract/procedures/deliverables/preflight.ts';
import type { PlacedImage } from '../../finding/placed-images.ts';
import { richFields, type FindingTexts, type RichField } from '../finding.ts';
import { about, placeName, quotes, type Rule } from './rule.ts';

/** What stands behind the address begins with what no address has: else every way to part them would be tried. */
const markdownImage = /!\[[^\]\n]{0,500}\]\(\s*<?([^)\s>]{1,1000})(?:(?:[^\S\n]|>)[^)\n]{0,500})?\)/gu;
/** `![[shot.png]]`, as notes are written. */
const wikiImage = /!\[\[([^\]\n|]{1,500})(?:\|[^\]\n]{0,100})?\]\]/gu;
const htmlImage = /<img\b([^<>]{0,2000})>/giu;
const source = /\bsrc\s*=\s*["']?([^"'\s>]{1,500})/iu;
/** A payload that is written about, not an image that was meant to be seen. */
const payload =
  /\bon\w+\s*=|javascript:|\bsrc\s*=\s*["']?(?:x|\d{1,3}|[^"'\s>]*[<>`(][^"'\s>]*)(?:["'\s>/]|$)/iu;
/** Words that point at an image of the finding. */
const pointer = /\b(?:figure|screenshot|image)s?\s+(?:\d{1,2}\b|below\b|above\b)/iu;

/** Images that the report cannot print, and words that point at images which are not there. */
export const deadImages: Rule = (texts, { withoutFigures }) => {
  const { finding } = texts;
  const embedded = richFields.flatMap((field) => {
    if (!/!\[|<img|&lt;img/iu.test(texts.text(field))) return [];
    const prose = texts.prose(field);
    const named = [
      ...Array.from(prose.matchAll(markdownImage), ([, target = '']) => target),
      ...Array.from(prose.matchAll(wikiImage), ([, target = '']) => target),
      ...Array.from(prose.matchAll(htmlImage), ([whole, inside = '']) =>
        payload.test(whole) ? '' : (source.exec(inside)?.[1] ?? ''),
      ),
      // Data that are cut have a message of their own.
    ].filter((target) => target !== '' && !target.endsWith('\u2026'));
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
  const undrawn = richFields.flatMap((field) => {
    const { faults, turned } = embeddedFaults(texts.text(field));
    const which = faults.length === 1 ? 'an image' : `${String(faults.length)} images`;
    const messages = [
      ...(faults.length === 0
        ? []
        : [
            `embeds ${which} that cannot be printed. ${[...new Set(faults)].join(' ')} Add the image to the evidence.`,
          ]),
      ...(turned
        ? ['embeds an image that is stored lying on its side, and is printed so. Save it upright.']
        : []),
    ];
    return messages.map((message) => about(finding, 'dead-image', field, `${placeName(field)} ${message}`));
  });
  const cut = richFields.flatMap((field) => {
    const data = cutDataIn(texts.text(field));
    if (data.length === 0) return [];
    const message = `${placeName(field)} holds data of which only the beginning is printed: ${quotes(data)}. Add the image to the evidence, or attach the data.`;
    return [about(finding, 'dead-image', field, message)];
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
  const unknown = [...unknownImages(texts), ...(withoutFigures === true ? unprintedFigures(texts) : [])];
  if (finding.images.length > 0) return [...embedded, ...unknown, ...undrawn, ...cut, ...damaged];
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
  return [...embedded, ...unknown, ...undrawn, ...cut, ...pointing];
};

/** Texts that place or name an image which the finding does not have: the report prints the reference as it stands. */
function unknownImages(texts: FindingTexts): FindingMessage[] {
  const { finding } = texts;
  const { images, retests, retestImages } = finding;
  const given = [
    ...richFields.map((field) => ({ field, text: texts.text(field), known: images })),
    ...retests.map((text) => ({ field: 'retest' as const, text, known: [...retestImages, ...images] })),
  ];
  return given.flatMap(({ field, text, known }) => {
    const told = (verb: string, found: readonly PlacedImage[]): FindingMessage[] => {
      const unknown = found.filter(({ name }) => imageNamed(known, name) === undefined);
      if (unknown.length === 0) return [];
      const named = quotes(unknown.map(({ name }) => name));
      const which = new Set(unknown.map(({ name }) => name)).size === 1 ? 'an image' : 'images';
      const message = `${placeName(field)} ${verb} ${named}, ${which} that this finding does not have. Add the image under that name, or correct the reference.`;
      return [about(finding, 'dead-image', field, message)];
    };
    return [...told('places', placedImages(text)), ...told('refers to', mentionedImages(text))];
  });
}

/** Fields of which a report without figures prints the texts. */
const briefFields: readonly RichField[] = ['description', 'remediation'];

/** Texts that refer to a figure, in a report that prints none: only their words are printed. */
function unprintedFigures(texts: FindingTexts): FindingMessage[] {
  const { finding } = texts;
  return briefFields.flatMap((field) => {
    const named = mentionedImages(texts.text(field)).filter(
      ({ name }) => imageNamed(finding.images, name) !== undefined,
    );
    if (named.length === 0) return [];
    const message = `${placeName(field)} refers to ${quotes(named.map(({ name }) => name))}, and this template prints no figures. Only the words are printed.`;
    return [about(finding, 'dead-image', field, message)];
  });
}

interface EmbeddedFaults {
  /** Why images cannot be drawn, one sentence each. */
  readonly faults: readonly string[];
  /** A viewer would turn one of them before it is shown. */
  readonly turned: boolean;
}

function embeddedFaults(text: string): EmbeddedFaults {
  if (!/;base64,/iu.test(text)) return { faults: [], turned: false };
  const faults: string[] = [];
  let turned = false;
  const walk = (node: Nodes): void => {
    if (node.type === 'element' && node.tagName === 'img') {
      const image = readImage(bytesOfAddress(String(node.properties['src'] ?? '')));
      if (image.kind === 'invalid') faults.push(image.reason);
      else if (image.orientation !== 1) turned = true;
    } else if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(parseText(text));
  return { faults, turned };
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes that an address holds in base64; signs that are none are passed over. */
export function bytesOfAddress(address: string): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const sign of address.slice(address.indexOf(',') + 1)) {
    const value = digits.indexOf(sign === '-' ? '+' : sign === '_' ? '/' : sign);
    if (value === -1) continue;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push((bits >> held) & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}
