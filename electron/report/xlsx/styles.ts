import type { ReportTheme } from '#contract/deliverable/theme.ts';
import { severityKeys, type SeverityKey } from '../document/blocks.ts';
import { tag, voidTag, type Markup } from '../html/markup.ts';

const looks = [
  'plain',
  'head',
  'turned',
  'text',
  'quoted',
  'score',
  'count',
  'total',
  'day',
  'link',
  'title',
  'strong',
] as const;
/** How a cell looks. */
export type CellStyle = (typeof looks)[number] | SeverityKey;

const all: readonly CellStyle[] = [...looks, ...severityKeys];

/** The number of a look in the file. */
export function styleOf(look: CellStyle): number {
  return Math.max(0, all.indexOf(look));
}

/** The first number that a format of the file itself may have. */
const ownFormats = { score: 164, day: 165 } as const;

/** The looks of all cells, in the colours of the theme. */
export function stylesXml({ colors }: ReportTheme): Markup {
  const rgb = (color: string): string => `FF${color.replace('#', '').toUpperCase()}`;
  const font = (...parts: readonly Markup[]): Markup =>
    tag('font', {}, [...parts, voidTag('name', { val: 'Calibri' }), voidTag('family', { val: 2 })]);
  const letters = (size: number, color: string, bold = false, underline = false): Markup =>
    font(
      ...(bold ? [voidTag('b')] : []),
      ...(underline ? [voidTag('u')] : []),
      voidTag('sz', { val: size }),
      voidTag('color', { rgb: rgb(color) }),
    );
  const fonts = [
    letters(11, colors.text),
    letters(11, colors.ink, true),
    letters(11, colors.link, false, true),
    letters(18, colors.ink, true),
    letters(11, '#FFFFFF', true),
  ];
  const fill = (color: string): Markup =>
    tag(
      'fill',
      {},
      tag('patternFill', { patternType: 'solid' }, [
        voidTag('fgColor', { rgb: rgb(color) }),
        voidTag('bgColor', { indexed: 64 }),
      ]),
    );
  const fills = [
    tag('fill', {}, voidTag('patternFill', { patternType: 'none' })),
    tag('fill', {}, voidTag('patternFill', { patternType: 'gray125' })),
    fill(colors.panel),
    ...severityKeys.map((key) => fill(colors.severities[key])),
  ];
  const border = (line: boolean): Markup =>
    tag('border', {}, [
      voidTag('left'),
      voidTag('right'),
      voidTag('top'),
      line
        ? tag('bottom', { style: 'thin' }, voidTag('color', { rgb: rgb(colors.rule) }))
        : voidTag('bottom'),
      voidTag('diagonal'),
    ]);
  const formats = all.map((look) => format(look));
  const count = (items: readonly unknown[]): { readonly count: number } => ({ count: items.length });
  return tag('styleSheet', { xmlns: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main' }, [
    tag('numFmts', { count: 2 }, [
      voidTag('numFmt', { numFmtId: ownFormats.score, formatCode: '0.0' }),
      voidTag('numFmt', { numFmtId: ownFormats.day, formatCode: 'yyyy-mm-dd' }),
    ]),
    tag('fonts', count(fonts), fonts),
    tag('fills', count(fills), fills),
    tag('borders', { count: 2 }, [border(false), border(true)]),
    tag('cellStyleXfs', { count: 1 }, voidTag('xf', { numFmtId: 0, fontId: 0, fillId: 0, borderId: 0 })),
    tag('cellXfs', count(formats), formats),
    tag('cellStyles', { count: 1 }, voidTag('cellStyle', { name: 'Normal', xfId: 0, builtinId: 0 })),
    tag('dxfs', { count: 1 }, tag('dxf', {}, border(true))),
  ]);
}

function format(look: CellStyle): Markup {
  const rank = severityKeys.findIndex((key) => key === look);
  const parts = (numFmtId: number, fontId: number, fillId: number, borderId: number) => ({
    numFmtId,
    fontId,
    fillId,
    borderId,
    xfId: 0,
    applyNumberFormat: numFmtId === 0 ? undefined : 1,
    applyFont: fontId === 0 ? undefined : 1,
    applyFill: fillId === 0 ? undefined : 1,
    applyBorder: borderId === 0 ? undefined : 1,
    applyAlignment: 1,
  });
  const top = (wrap: boolean): Markup =>
    voidTag('alignment', { horizontal: 'left', vertical: 'top', wrapText: wrap ? 1 : undefined, indent: 1 });
  const centred = voidTag('alignment', { horizontal: 'center', vertical: 'top' });
  if (rank !== -1) return tag('xf', parts(0, 4, 3 + rank, 1), centred);
  switch (look) {
    case 'head':
      return tag(
        'xf',
        parts(0, 1, 2, 1),
        voidTag('alignment', { horizontal: 'left', vertical: 'center', wrapText: 1, indent: 1 }),
      );
    case 'turned':
      return tag(
        'xf',
        parts(0, 1, 2, 1),
        voidTag('alignment', { horizontal: 'center', vertical: 'top', textRotation: 90, wrapText: 1 }),
      );
    case 'text':
      return tag('xf', parts(49, 0, 0, 1), top(true));
    case 'quoted':
      return tag('xf', { ...parts(49, 0, 0, 1), quotePrefix: 1 }, top(true));
    case 'score':
      return tag('xf', parts(ownFormats.score, 0, 0, 1), centred);
    case 'count':
      return tag('xf', parts(1, 0, 0, 1), centred);
    case 'total':
      return tag('xf', parts(1, 1, 0, 1), centred);
    case 'day':
      return tag('xf', parts(ownFormats.day, 0, 0, 1), centred);
    case 'link':
      return tag('xf', parts(49, 2, 0, 1), top(true));
    case 'title':
      return tag('xf', parts(0, 3, 0, 0), top(false));
    case 'strong':
      return tag('xf', parts(49, 1, 0, 1), top(false));
    default:
      return tag('xf', parts(0, 0, 0, 0), top(false));
  }
}
