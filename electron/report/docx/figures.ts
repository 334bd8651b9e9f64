import { figureScale } from '#domain/images/figure-size.ts';
import type { Bar, Chart, Figure } from '../document/blocks.ts';
import { markup, tag, voidTag, type Inside, type Markup } from '../html/markup.ts';
import { verdictColors } from '../pdf/layout/theme.ts';
import { bookmarkName, field } from './fields.ts';
import type { DocxFile, PlacedPicture } from './file.ts';
import { numberName } from './text/inlines.ts';
import { bookmarked, paragraph } from './paragraph.ts';
import { runs, wordColor } from './runs.ts';
import { behindTable, tableXml, textCell, type TableRow } from './text/tables.ts';

/** Parts of a point, in which drawings are measured. */
const unitsPerPoint = 12_700;
/** Points that a caption, and the heading above, take from a page with a picture. */
const besidePicture = 130;
const besideHalf = 44;
/** Points of a picture that are shown again behind a cut. */
const overlap = 9;

/** A figure with its caption below; a picture that is higher than a page is cut over several. */
export function figureBlocks(figure: Figure, room: number, file: DocxFile): Markup[] {
  const placed = file.picture(figure.image);
  const alt = figure.caption === '' ? figure.label : figure.caption;
  const pictures =
    placed === null
      ? [
          paragraph(
            { xml: runs(file.words.sentences.damagedImage, { italic: true }), text: '' },
            { style: 'Picture', keepNext: true },
            file,
            file.column,
          ),
        ]
      : pictureBlocks(placed, figure, alt, room, file);
  return [...pictures, captionBlock(figure, figure.target, file)];
}

function pictureBlocks(
  placed: PlacedPicture,
  { width: chosen }: Figure,
  alt: string,
  room: number,
  file: DocxFile,
): Markup[] {
  const { picture } = placed;
  const place = { width: file.column, height: room - besidePicture, half: room / 2 - besideHalf };
  const { scale, cut } = figureScale(picture, place, chosen);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const max = cut ? place.height : height;
  const drawn: Markup[] = [];
  for (let from = 0; from < height - 1; from += max - (cut ? overlap : 0)) {
    const shown = Math.min(max, height - from);
    const crop = cut ? { top: from / height, bottom: 1 - (from + shown) / height } : null;
    file.pages.addWhole(shown + 24);
    drawn.push(
      paragraph(
        { xml: drawing(placed, { width, height: shown }, alt, crop, file), text: '' },
        { style: 'Picture', keepNext: true },
        file,
        null,
      ),
    );
  }
  return drawn;
}

/** A picture in a line of text. @param crop shares of the picture that are not shown */
export function drawing(
  { relationship }: Pick<PlacedPicture, 'relationship'>,
  size: { readonly width: number; readonly height: number },
  alt: string,
  crop: { readonly top: number; readonly bottom: number } | null,
  file: DocxFile,
): Markup {
  const id = file.nextId();
  const extent = {
    cx: Math.max(1, Math.round(size.width * unitsPerPoint)),
    cy: Math.max(1, Math.round(size.height * unitsPerPoint)),
  };
  const name = `Picture ${String(id)}`;
  const share = (part: number): number => Math.round(part * 100_000);
  const fill = tag('pic:blipFill', {}, [
    voidTag('a:blip', { 'r:embed': relationship }),
    ...(crop === null ? [] : [voidTag('a:srcRect', { t: share(crop.top), b: share(crop.bottom) })]),
    tag('a:stretch', {}, voidTag('a:fillRect')),
  ]);
  const shape = tag('pic:spPr', {}, [
    tag('a:xfrm', {}, [voidTag('a:off', { x: 0, y: 0 }), voidTag('a:ext', extent)]),
    tag('a:prstGeom', { prst: 'rect' }, voidTag('a:avLst')),
    tag(
      'a:ln',
      { w: 6_350 },
      tag('a:solidFill', {}, voidTag('a:srgbClr', { val: wordColor(file.theme.colors.rule) })),
    ),
  ]);
  const picture = tag('pic:pic', { 'xmlns:pic': pictureNames }, [
    tag('pic:nvPicPr', {}, [voidTag('pic:cNvPr', { id, name, descr: alt }), voidTag('pic:cNvPicPr')]),
    fill,
    shape,
  ]);
  return tag(
    'w:r',
    {},
    tag(
      'w:drawing',
      {},
      tag('wp:inline', { distT: 0, distB: 0, distL: 0, distR: 0 }, [
        voidTag('wp:extent', extent),
        voidTag('wp:docPr', { id, name, descr: alt }),
        tag(
          'wp:cNvGraphicFramePr',
          {},
          voidTag('a:graphicFrameLocks', { 'xmlns:a': drawingNames, noChangeAspect: 1 }),
        ),
        tag('a:graphic', { 'xmlns:a': drawingNames }, tag('a:graphicData', { uri: pictureNames }, picture)),
      ]),
    ),
  );
}

const drawingNames = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const pictureNames = 'http://schemas.openxmlformats.org/drawingml/2006/picture';

/** The caption of a figure; its number is counted by Word, and texts refer to it. */
function captionBlock(
  { label, caption }: Pick<Figure, 'label' | 'caption'>,
  target: string | undefined,
  file: DocxFile,
): Markup {
  const [, before = label, number = '', behind = ''] = /^(\D*)(\d+)(.*)$/su.exec(label) ?? [];
  const numbered = markup([
    runs(before, { bold: true }),
    ...(number === '' ? [] : [field('SEQ Figure \\* ARABIC', runs(number, { bold: true }))]),
    runs(behind, { bold: true }),
  ]);
  const named: Inside =
    target === undefined
      ? numbered
      : bookmarked(bookmarkName(target), bookmarked(numberName(target), numbered, file), file);
  if (target !== undefined) file.pages.place(target);
  return paragraph(
    { xml: [named, runs(caption === '' ? '' : `: ${caption}`)], text: `${label}: ${caption}` },
    { style: 'Caption' },
    file,
    file.column,
  );
}

const barColumns = { label: 110, count: 36 } as const;

/** Bars beside their names and numbers, as a table: it reads without its colours. */
export function chartBlocks({ label, caption, bars }: Chart, file: DocxFile): Markup[] {
  const max = Math.max(1, ...bars.map(({ count }) => count));
  const room = file.column - barColumns.label - barColumns.count;
  const widths = [barColumns.label, barColumns.count, room];
  const rows = bars.map((bar): TableRow => {
    file.pages.add(16);
    return {
      cells: [
        textCell(bar.label, barColumns.label, file),
        textCell(String(bar.count), barColumns.count, file),
        { width: room, middle: true, content: [barXml(bar, room - 12, max, file)] },
      ],
    };
  });
  return [
    tableXml(rows, { style: 'DossierPlain', widths, caption }),
    captionBlock({ label, caption }, undefined, file),
    behindTable(file),
  ];
}

/** A bar is an empty paragraph on its colour. */
function barXml({ mark: key, count }: Bar, room: number, max: number, file: DocxFile): Markup {
  const length = count === 0 ? 0 : Math.max(4, (room * count) / max);
  const fill = count === 0 ? {} : { fill: wordColor(markColor(key, file)) };
  return paragraph(
    { xml: runs(' ', { size: 6 }), text: '' },
    { style: 'TableText', endIndent: room - length, ...fill },
    file,
    null,
  );
}

/** The colour of a severity or a verdict. */
export function markColor(key: Bar['mark'], { theme }: Pick<DocxFile, 'theme'>): string {
  const { severities } = theme.colors;
  return key in severities
    ? severities[key as keyof typeof severities]
    : verdictColors[key as keyof typeof verdictColors];
}
