import type {
  Block,
  Body,
  Fact,
  Figure,
  FindingRef,
  Part,
  RoundVerdict,
  Section,
} from '../document/blocks.ts';
import type { Words } from '../languages/index.ts';
import { printable } from '../images/printable.ts';
import { levels } from '../document/text/heading-levels.ts';
import { pips } from '../pdf/layout/theme.ts';
import { phoneDensity } from '#domain/images/figure-size.ts';
import { imageBytes } from '../images/bytes.ts';
import type { Inside, Markup } from './markup.ts';
import { emptyTag, markup, tag, text } from './markup.ts';
import { richHtml } from './rich.ts';
import { plainTable, valueHtml } from './tables.ts';

type FindingBlock = Extract<Block, { kind: 'finding' }>;

/** Pictures of a document as addresses that hold the picture itself. */
export interface Pictures {
  /** The element of a picture; null if it is missing or damaged, which is counted. */
  take(figure: Figure): Markup | null;
  damaged(): number;
}

/** Makes pictures from the bytes of images, by their hash. */
export function pictureBook(images: ReadonlyMap<string, Uint8Array>): Pictures {
  let damaged = 0;
  return {
    take({ image, caption, label, width: chosen }) {
      const content = imageBytes(images, image);
      const picture = content === undefined ? null : printable(content);
      if (picture === null) {
        damaged += 1;
        return null;
      }
      const type = picture.bytes[0] === 0xff ? 'image/jpeg' : 'image/png';
      const src = `data:${type};base64,${Buffer.from(picture.bytes).toString('base64')}`;
      const size =
        chosen === undefined
          ? {
              width: picture.width,
              height: picture.height,
              class: phoneDensity(picture) !== null ? 'phone' : undefined,
            }
          : { width: chosen.replace('px', '') };
      return emptyTag('img', { src, alt: caption === '' ? label : caption, ...size });
    },
    damaged: () => damaged,
  };
}

/** A finding: the card that says what it is, then its parts. */
export function findingHtml(block: FindingBlock, words: Words, pictures: Pictures): Markup {
  const { ref } = block;
  const facts = block.mentions === null ? block.facts : [...block.facts, block.mentions];
  const title = `${ref.target}-title`;
  return tag('article', { id: ref.target, class: `finding sev-${ref.severity}`, 'aria-labelledby': title }, [
    tag('header', {}, [
      tag(`h${levels.finding}`, { id: title }, refTitle(ref)),
      tag('p', {}, [text(ratingOf(ref)), marks(ref)]),
    ]),
    ...(facts.length === 0 ? [] : [factList(facts)]),
    ...block.verdicts.map((verdict) => verdictHtml(verdict, words, pictures)),
    ...block.sections.map((section) => sectionHtml(section, words, pictures)),
    tag('p', { class: 'back' }, tag('a', { href: '#contents' }, text(words.screen.back))),
  ]);
}

/** Number and title of a finding, so that the direction of the title's letters ends with it. */
export function refTitle(ref: FindingRef): Inside {
  return [tag('span', { class: 'number' }, text(ref.number)), text(' '), tag('bdi', {}, text(ref.title))];
}

/** Labels with their values. */
export function factList(facts: readonly Fact[]): Markup {
  return tag(
    'dl',
    { class: 'facts' },
    facts.flatMap(({ label, values, layout }) => [
      tag('dt', {}, text(label)),
      tag(
        'dd',
        { class: layout === 'columns' ? 'listed' : layout },
        layout === 'row'
          ? // With a blank between them, so that lines break there and copied words are not one.
            values.flatMap((value, at) => [
              ...(at === 0 ? [] : [text(' ')]),
              tag('span', {}, valueHtml(value)),
            ])
          : values.map((value) => tag('div', {}, valueHtml(value))),
      ),
    ]),
  );
}

function ratingOf(ref: FindingRef): string {
  const scored = /^\d/.test(ref.cvss) && ref.cvss.length <= 4;
  return scored ? `${ref.severityText} ${ref.cvss} ` : `${ref.severityText} `;
}

/** Five marks, filled by severity: the rating for a user who prints in grey or does not see the colour. */
function marks(ref: FindingRef): Markup {
  const filled = pips[ref.severity];
  return tag(
    'svg',
    { width: 52, height: 6, viewBox: '0 0 52 6', 'aria-hidden': 'true' },
    Array.from({ length: 5 }, (_, index) =>
      tag('rect', {
        x: index * 11,
        y: 0,
        width: 8,
        height: 4,
        fill: '#fff',
        'fill-opacity': index < filled ? 1 : 0.28,
      }),
    ),
  );
}

/** What a round found out. */
function verdictHtml({ round, mark, said, parts }: RoundVerdict, words: Words, pictures: Pictures): Markup {
  return tag('section', { class: `verdict sev-${mark.verdict}` }, [
    tag(`h${levels.part}`, {}, [
      tag('bdi', {}, text(round)),
      text(': '),
      tag('span', { class: 'chip' }, text(mark.text)),
    ]),
    ...(said === '' ? [] : [tag('p', { class: 'said' }, tag('bdi', {}, text(said)))]),
    ...parts.map((part) => partHtml(part, levels.inPart, words, pictures)),
  ]);
}

function sectionHtml(section: Section, words: Words, pictures: Pictures): Markup {
  return tag('section', {}, [
    tag(`h${levels.part}`, {}, text(section.title)),
    ...section.parts.map((part) => partHtml(part, levels.inPart, words, pictures)),
  ]);
}

/** A piece of a text under its small title. @param level that of the title and of the headings within */
export function partHtml({ title, body }: Part, level: number, words: Words, pictures: Pictures): Markup {
  return markup([
    ...(title === undefined ? [] : [tag(`h${level}`, {}, text(title))]),
    bodyHtml(body, level, words, pictures),
  ]);
}

function bodyHtml(body: Body, level: number, words: Words, pictures: Pictures): Markup {
  switch (body.kind) {
    case 'rich':
      return richHtml(body.root, level, words);
    case 'code':
      return tag('pre', {}, tag('code', {}, text(body.text)));
    case 'figure': {
      const { label, caption } = body.figure;
      const shown =
        pictures.take(body.figure) ?? tag('p', {}, tag('em', {}, text(words.sentences.damagedImage)));
      const said = caption === '' ? [] : [text(': '), tag('bdi', {}, text(caption))];
      return tag('figure', { id: body.figure.target }, [
        shown,
        tag('figcaption', {}, [tag('b', {}, text(label)), ...said]),
      ]);
    }
    case 'table':
      return plainTable(body.table, body.table.name);
    default:
      return body satisfies never;
  }
}
