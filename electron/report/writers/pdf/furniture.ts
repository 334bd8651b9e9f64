import type { CanvasElement, Content } from 'pdfmake/interfaces.js';
import type { ReportDocument } from '../../document/blocks.ts';
import type { FontLibrary } from '../../fonts/library.ts';
import { lineNode } from './flow.ts';
import type { Style } from './lines.ts';
import { breakLines } from './lines.ts';
import { colors, pageMargins, sizes } from './theme.ts';

interface Page {
  readonly width: number;
  readonly height: number;
}

/** What stands on every page but the cover, and the mark that stands on every page of a draft. */
export interface Furniture {
  readonly header: (page: number) => Content | null;
  readonly footer: (page: number, pages: number) => Content | null;
}

/** Header, footer and draft mark of a document. */
export function furniture(document: ReportDocument, page: Page, fonts: FontLibrary): Furniture {
  const left = pageMargins[0];
  const width = page.width - left - pageMargins[2];
  const style: Style = { size: sizes.small, color: colors.muted };
  const first = (text: string, look: Style, room: number) =>
    breakLines([{ text, style: look }], room, fonts)[0] ?? { runs: [], width: 0, fromRight: false };
  const half = width / 2;
  const title = first(document.title, { ...style, bold: true, color: colors.ink }, half);
  const client = first(document.client, style, half);
  const classification = first(document.classification.toUpperCase(), { ...style, bold: true }, half);
  const mark = document.draft ? draftMark(page, fonts) : undefined;
  const row = (start: Content, end: Content, top: number): Content => ({
    columns: [
      { stack: [start], width: half },
      { stack: [end], width: half },
    ],
    columnGap: 0,
    margin: [left, top, left, 0],
  });
  const rule = (y: number): Content => ({
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.6, lineColor: colors.rule }],
    absolutePosition: { x: left, y },
  });
  return {
    header: (number) =>
      number === 1
        ? null
        : { stack: [row(lineNode(title), lineNode(client, { align: 'right' }), 34), rule(52)] },
    footer(number, pages) {
      const marks = mark === undefined ? [] : [{ canvas: [{ ...mark }], absolutePosition: { x: 0, y: 0 } }];
      if (number === 1) return marks.length === 0 ? null : { stack: marks };
      const count = first(`Page ${number} of ${pages}`, style, half);
      return {
        stack: [
          ...marks,
          rule(page.height - 46),
          row(lineNode(classification), lineNode(count, { align: 'right' }), 24),
        ],
      };
    },
  };
}

/**
 * The word DRAFT across the page, as outlines: letters would be copied along with the text around them. Faint
 * enough to read through, and above the text so that boxes do not hide it.
 */
function draftMark(page: Page, fonts: FontLibrary): CanvasElement {
  const size = 150;
  const angle = -Math.PI / 4.4;
  const half = fonts.width('DRAFT', 'sans-bold', size) / 2;
  const d = fonts.outline('DRAFT', 'sans-bold', size, (x, y) => {
    const dx = x - half;
    const dy = y + size * 0.35;
    return [
      page.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
      page.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
    ];
  });
  // The layout engine draws paths, in page coordinates; its types do not know of them.
  return { type: 'path', d, color: '#8A1C1C', fillOpacity: 0.11 } as unknown as CanvasElement;
}
