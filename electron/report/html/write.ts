import { quietOn } from '#domain/deliverable/theme/readable.ts';
import { createHash } from 'node:crypto';
import type { Block, Heading, ReportDocument, Value } from '../document/blocks.ts';
import { wordsOf, type Words } from '../languages/index.ts';
import { levels, levelUnder } from '../document/text/heading-levels.ts';
import { coverPicture } from '../images/cover-picture.ts';
import { installedFonts } from '../fonts/installed-fonts.ts';
import type { FontLibrary } from '../fonts/library.ts';
import { chartHtml } from './chart.ts';
import { factList, findingHtml, partHtml, pictureBook, refTitle, type Pictures } from './finding.ts';
import { pageFonts, type PageFonts } from './fonts.ts';
import { letterHeadHtml, passageHtml, signaturesHtml } from './letter.ts';
import type { Inside, Markup } from './markup.ts';
import { emptyTag, markup, tag, text } from './markup.ts';
import { searchScript } from './search.ts';
import { styleSheet } from './style.ts';
import { assetsHtml, findingTable, matrixHtml, plainTable, retestHtml } from './tables.ts';

/** The file, whole. */
export interface WrittenHtml {
  readonly bytes: Uint8Array;
  /** Figures whose image is damaged or missing; a line says so in their place. */
  readonly damagedImages: number;
}

/**
 * Writes a document as one self-contained HTML file, pictures and fonts included. Its policy allows no loading and no
 * script but the search, without which everything can be read. The same document gives the same bytes. `images` holds
 * the bytes of the figures and of the theme's fonts, by their hash.
 */
export function writeHtml(document: ReportDocument, images: ReadonlyMap<string, Uint8Array>): WrittenHtml {
  const pictures = pictureBook(images);
  const words = wordsOf(document.language);
  const fonts = pageFonts(document.theme, images);
  const measured = installedFonts(document.theme, images);
  const picture = coverPictureOf(document, images);
  const style = styleSheet(document.theme, fonts, words, picture);
  const placed = document.blocks.map((block) => ({
    kind: block.kind,
    html: blockHtml(block, document, words, { ...pictures, cover: picture }, measured),
  }));
  const only = (...kinds: readonly Block['kind'][]): Markup[] =>
    placed.filter(({ kind }) => kinds.includes(kind)).map(({ html }) => html);
  const main = placed
    .filter(
      ({ kind }) => kind !== 'cover' && kind !== 'contents' && kind !== 'back' && kind !== 'letter-head',
    )
    .map(({ html }) => html);
  const body = tag('body', { class: document.draft ? 'is-draft' : undefined }, [
    tag('a', { class: 'skip', href: '#main' }, text(words.screen.skip)),
    ...only('cover', 'letter-head'),
    tag('div', { class: only('contents').length === 0 ? undefined : 'columns' }, [
      ...only('contents'),
      tag('main', { id: 'main', tabindex: -1 }, main),
    ]),
    tag('footer', {}, [...only('back'), tag('p', {}, text(footerOf(document, words)))]),
    raw('script', searchScript),
  ]);
  const page = `<!doctype html>\n${tag('html', { lang: words.tag }, [head(document, style, fonts), body])}\n`;
  return { bytes: Buffer.from(page), damagedImages: pictures.damaged() };
}

/** The picture of the cover, which the style sheet puts under letters, or which stands over them. */
function coverPictureOf(
  { theme: { coverPicture: picture, cover, colors } }: ReportDocument,
  images: ReadonlyMap<string, Uint8Array>,
): string | null {
  const content = picture === undefined ? undefined : images.get(picture.sha256);
  if (content === undefined) return null;
  const scrim = cover === 'band' ? { color: colors.cover, letters: quietOn(colors.cover) } : null;
  return coverPicture(content, { ...screenCover[cover], scrim });
}

/** Points of the picture's place on a screen. */
const screenCover = { band: { width: 840, height: 420 }, plain: { width: 640, height: 160 } } as const;

/** The words of the theme, what the report is, and its day. */
function footerOf({ footer, classification, day }: ReportDocument, words: Words): string {
  return [footer, classification, words.day(day)].filter((part) => part !== '').join(' \u00b7 ');
}

function head(document: ReportDocument, style: string, { rules }: PageFonts): Markup {
  const policy = [
    `default-src 'none'`,
    'img-src data:',
    ...(rules === '' ? [] : ['font-src data:']),
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(searchScript)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ');
  const title = document.client === '' ? document.title : `${document.title}: ${document.client}`;
  return tag('head', {}, [
    emptyTag('meta', { charset: 'utf-8' }),
    emptyTag('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    emptyTag('meta', { name: 'referrer', content: 'no-referrer' }),
    emptyTag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    emptyTag('meta', { name: 'generator', content: 'Dossier' }),
    ...(document.author === '' ? [] : [emptyTag('meta', { name: 'author', content: document.author })]),
    tag('title', {}, text(title)),
    raw('style', style),
  ]);
}

/** Script and style of the writer's own; none of the data is in them. */
function raw(name: 'script' | 'style', source: string): Markup {
  return tag(name, {}, source as Markup);
}

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}

function blockHtml(
  block: Block,
  document: ReportDocument,
  words: Words,
  pictures: Pictures & { readonly cover: string | null },
  fonts: FontLibrary,
): Markup {
  switch (block.kind) {
    case 'cover':
      return tag('header', { class: 'cover' }, [
        ...(document.draft ? [tag('p', { class: 'draft' }, text(words.sentences.draft))] : []),
        ...(pictures.cover === null || document.theme.cover === 'band'
          ? []
          : [emptyTag('img', { class: 'picture', src: pictures.cover, alt: '' })]),
        ...logo(document, pictures),
        tag('p', { class: 'classification' }, text(document.classification)),
        tag('h1', {}, text(block.title)),
        ...(block.subtitle === '' ? [] : [tag('p', { class: 'subtitle' }, text(block.subtitle))]),
        ...(block.client === '' ? [] : [tag('p', { class: 'client' }, tag('bdi', {}, text(block.client)))]),
        factList(block.facts),
      ]);
    case 'back':
      return tag('address', {}, [
        ...(block.company === ''
          ? []
          : [tag('p', { class: 'company' }, tag('bdi', {}, text(block.company)))]),
        ...(block.address.length === 0
          ? []
          : [
              tag(
                'p',
                {},
                block.address.flatMap((line, at) => [...(at === 0 ? [] : [emptyTag('br')]), text(line)]),
              ),
            ]),
        factList(block.reach),
      ]);
    case 'contents':
      return contents(block, words);
    case 'summary':
      return chapter(block, [
        sentence(block.sentence),
        ...(block.chart === undefined ? [] : [chartHtml(block.chart, words, fonts)]),
        ...(block.rows.length === 0 ? [] : [findingTable(block.rows, words)]),
      ]);
    case 'chapter':
      return tag('div', {}, [heading(block), ...(block.empty === undefined ? [] : [sentence(block.empty)])]);
    case 'text':
      return chapter(
        block,
        block.parts.map((part) => partHtml(part, levelUnder(block.parent), words, pictures)),
      );
    case 'facts':
      return chapter(block, [factList(block.facts)]);
    case 'table':
      return chapter(block, [plainTable(block, block.title), sentence(block.note ?? '')]);
    case 'rating':
      return chapter(block, [
        ratingPanel(block.rating, block.sentence),
        ...block.parts.map((part) => partHtml(part, levelUnder(block.parent), words, pictures)),
      ]);
    case 'charts':
      return chapter(block, [
        sentence(block.sentence),
        ...block.charts.map((chart) => chartHtml(chart, words, fonts)),
      ]);
    case 'matrix':
      return chapter(block, [sentence(block.sentence), matrixHtml(block, words)]);
    case 'assets':
      return chapter(block, [sentence(block.sentence), assetsHtml(block, words)]);
    case 'retest':
      return chapter(block, [
        sentence(block.sentence),
        ...block.charts.map((chart) => chartHtml(chart, words, fonts)),
        ...(block.rows.length === 0 ? [] : [retestHtml(block, words)]),
      ]);
    case 'letter-head':
      return letterHeadHtml(block, marksOf(document, words, pictures));
    case 'passage': {
      const { rating } = block;
      const panel = rating === undefined ? [] : [ratingPanel(rating.grade, rating.sentence)];
      return passageHtml(block, panel, words, pictures);
    }
    case 'signatures':
      return signaturesHtml(block);
    case 'finding':
      return findingHtml(block, words, pictures);
    default:
      return block satisfies never;
  }
}

/** What the page begins with: the mark of a draft, and the logo. */
function marksOf(document: ReportDocument, words: Words, pictures: Pictures): Markup[] {
  return [
    ...(document.draft ? [tag('p', { class: 'draft' }, text(words.sentences.draft))] : []),
    ...logo(document, pictures),
  ];
}

function ratingPanel({ text: grade, severity }: Value, said: string): Markup {
  return tag('div', { class: `rating sev-${severity ?? 'none-left'}` }, [
    tag('p', { class: 'grade' }, tag('bdi', {}, text(grade))),
    sentence(said),
  ]);
}

/** A chapter or section under its heading. */
function chapter(block: Heading, inside: readonly Markup[]): Markup {
  const level = block.parent === undefined ? 'chapter' : 'part';
  return tag('section', { class: level, 'aria-labelledby': block.target }, [heading(block), ...inside]);
}

function heading({ target, title, parent }: Heading): Markup {
  const level = parent === undefined ? levels.chapter : levels.section;
  return tag(`h${level}`, { id: target }, text(title));
}

function sentence(words: string): Markup {
  return words === '' ? markup([]) : tag('p', {}, text(words));
}

function logo({ theme, client }: ReportDocument, pictures: Pictures): Markup[] {
  if (theme.logo === null) return [];
  const shown = pictures.take({ image: theme.logo.sha256, caption: '', label: client });
  return shown === null ? [] : [tag('p', { class: 'logo' }, shown)];
}

/** The search box stays hidden until its script runs. */
function contents({ title, note, entries }: Extract<Block, { kind: 'contents' }>, { screen }: Words): Markup {
  const chapters: { entry: Inside; inside: Markup[] }[] = [];
  for (const entry of entries) {
    if (entry.kind === 'chapter') {
      chapters.push({ entry: tag('a', { href: `#${entry.target}` }, text(entry.title)), inside: [] });
    } else {
      const item =
        entry.kind === 'section'
          ? tag('li', { class: 'part' }, tag('a', { href: `#${entry.target}` }, text(entry.title)))
          : tag(
              'li',
              { 'data-of': entry.ref.target },
              tag('a', { href: `#${entry.ref.target}` }, refTitle(entry.ref)),
            );
      const chapter = chapters.at(-1);
      if (chapter === undefined) chapters.push({ entry: [], inside: [item] });
      else chapter.inside.push(item);
    }
  }
  return tag('nav', { id: 'contents', 'aria-labelledby': 'contents-title', tabindex: -1 }, [
    tag('h2', { id: 'contents-title' }, text(title)),
    tag('div', { id: 'search', role: 'search', hidden: true }, [
      tag('label', { for: 'search-words' }, text(screen.search)),
      emptyTag('input', { id: 'search-words', type: 'search', autocomplete: 'off', spellcheck: 'false' }),
      tag('p', { id: 'search-found', role: 'status', 'data-words': screen.found }),
    ]),
    ...(note === undefined ? [] : [sentence(note)]),
    tag(
      'ol',
      {},
      chapters.map(({ entry, inside }) =>
        tag('li', {}, [entry, ...(inside.length === 0 ? [] : [tag('ol', {}, inside)])]),
      ),
    ),
  ]);
}
