import { figureScale } from '#domain/images/figure-size.ts';
import { chartAlt, type Chart } from '#domain/charts/chart.ts';
import { drawChart } from '#domain/charts/chart-drawing.ts';
import type { Figure } from '../document/blocks.ts';
import { chartTable } from '../document/text/plain-tables.ts';
import { textWidth } from '../fonts/text-width.ts';
import { tag, voidTag, type Markup } from '../html/markup.ts';
import { chartPicture } from '../images/chart-picture.ts';
import { chartColor } from '../pdf/layout/theme.ts';
import { captionBlock } from './text/caption.ts';
import type { DocxFile, PlacedPicture } from './file.ts';
import { paragraph } from './paragraph.ts';
import { runs, wordColor } from './runs.ts';
import { behindTable, countRow, tableXml, type TableRow } from './text/tables.ts';

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
  return [...pictures, captionBlock(figure, 'Figure', file)];
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

/** A picture in a line of text. @param alt null for one that says nothing @param crop shares of the picture that are not shown */
export function drawing(
  { relationship }: Pick<PlacedPicture, 'relationship'>,
  size: { readonly width: number; readonly height: number },
  alt: string | null,
  crop: { readonly top: number; readonly bottom: number } | null,
  file: DocxFile,
  framed = true,
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
    ...(framed ? [frameXml(file)] : []),
  ]);
  const picture = tag('pic:pic', { 'xmlns:pic': pictureNames }, [
    tag('pic:nvPicPr', {}, [voidTag('pic:cNvPr', { id, name, descr: alt ?? '' }), voidTag('pic:cNvPicPr')]),
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
        alt === null
          ? tag('wp:docPr', { id, name, descr: '' }, decorative)
          : voidTag('wp:docPr', { id, name, descr: alt }),
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

/** The hairline around a picture: screenshots are mostly as white as the paper. */
function frameXml({ theme }: DocxFile): Markup {
  const color = voidTag('a:srgbClr', { val: wordColor(theme.colors.rule) });
  return tag('a:ln', { w: 6_350 }, tag('a:solidFill', {}, color));
}

/** Tells a screen reader to pass over a picture. */
const decorative = tag(
  'a:extLst',
  { 'xmlns:a': 'http://schemas.openxmlformats.org/drawingml/2006/main' },
  tag(
    'a:ext',
    { uri: '{C183D7F6-B498-43B3-948B-1728B52AA6E4}' },
    voidTag('adec:decorative', {
      'xmlns:adec': 'http://schemas.microsoft.com/office/drawing/2017/decorative',
      val: 1,
    }),
  ),
);

const drawingNames = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const pictureNames = 'http://schemas.openxmlformats.org/drawingml/2006/picture';

/** A chart as a picture with its caption, and its table if it has numbers. */
export function chartBlocks(chart: Chart, file: DocxFile): Markup[] {
  const { letters, theme, column } = file;
  const drawn = drawChart(chart, column, (text, size, bold) =>
    textWidth(text, size, { bold }, letters.fonts),
  );
  const { width, height } = drawn;
  const relationship = file.drawnPicture(
    chartPicture(drawn, (color) => chartColor(color, theme.colors), letters),
  );
  file.pages.addWhole(height + 24);
  const picture = drawing({ relationship }, { width, height }, chartAlt(chart), null, file, false);
  return [
    paragraph({ xml: picture, text: '' }, { style: 'Picture', keepNext: true }, file, null),
    captionBlock(chart, 'Figure', file),
    // Steps stand below it one by one, with their titles in full.
    ...(chart.form === 'steps' ? [] : chartTableXml(chart, file)),
  ];
}

/** Points of the columns of a chart's table: it is no wider than it has to be. */
const tableColumns = { label: 200, number: 56 } as const;

function chartTableXml(chart: Chart, file: DocxFile): Markup[] {
  const { columns, rows } = chartTable(chart);
  const numbers = tableColumns.number * (columns.length - 1);
  const widths = columns.map((_, at) =>
    at === 0 ? Math.max(60, Math.min(tableColumns.label, file.column - numbers)) : tableColumns.number,
  );
  const rowOf = (texts: readonly string[], head: boolean): TableRow => {
    countRow(texts, widths, file);
    const style = head ? 'TableHead' : 'TableText';
    const cells = texts.map((text, at) => {
      const align = at === 0 ? {} : { align: 'right' as const };
      const content = [paragraph({ xml: runs(text), text }, { style, ...align }, file, null)];
      return { width: widths[at] ?? tableColumns.number, content };
    });
    return { head, cells };
  };
  const all = [
    rowOf(
      columns.map(({ title }) => title),
      true,
    ),
    ...rows.map((cells) =>
      rowOf(
        cells.map((values) => values.map(({ text }) => text).join('')),
        false,
      ),
    ),
  ];
  return [tableXml(all, { style: 'DossierTable', widths, caption: chart.caption }), behindTable(file)];
}
