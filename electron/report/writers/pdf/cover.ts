import type { Column, Content } from 'pdfmake/interfaces.js';
import type { Block, SeverityCount } from '../../document/blocks.ts';
import type { FontLibrary } from '../../fonts/library.ts';
import { lineNode } from './flow.ts';
import type { Style } from './lines.ts';
import { breakLines } from './lines.ts';
import { colors, leading, pageMargins, severityColors, sizes } from './theme.ts';

type CoverBlock = Extract<Block, { kind: 'cover' }>;

/** Height of the coloured field as a share of the page. */
const FIELD = 0.52;
const LABEL_WIDTH = 92;
/** However long a title is, the cover stays one page. */
const MAX_LINES = 5;

/** The cover: a field with title and client, the facts of the engagement, the counts along the foot. */
export function coverNodes(
  block: CoverBlock,
  page: { readonly width: number; readonly height: number },
  classification: string,
  fonts: FontLibrary,
): Content[] {
  const left = pageMargins[0];
  const width = page.width - left - pageMargins[2];
  const field = page.height * FIELD;
  const at = (y: number, stack: Content[], x = left): Content => ({ stack, absolutePosition: { x, y } });
  const set = (text: string, style: Style, room = width): Content[] =>
    breakLines([{ text, style }], room, fonts)
      .slice(0, MAX_LINES)
      .map((line) => lineNode({ ...line, fromRight: false }, { lineHeight: leading.tight }));
  const title = set(block.title, { size: 34, color: colors.white, bold: true }, width * 0.9);
  const client = set(block.client, { size: 17, color: '#D9DFEA' });
  const facts = block.facts.flatMap((fact): Content[] => [
    {
      columns: [
        {
          stack: set(fact.label, { size: sizes.body, color: colors.muted }, LABEL_WIDTH),
          width: LABEL_WIDTH,
        },
        {
          stack: set(
            fact.values.map(({ text }) => text).join(', '),
            { size: sizes.body + 0.5, color: colors.ink },
            width - LABEL_WIDTH,
          ),
          width: width - LABEL_WIDTH,
        },
      ],
      columnGap: 0,
      margin: [0, 0, 0, 7],
    },
  ]);
  return [
    {
      canvas: [
        { type: 'rect', x: 0, y: 0, w: page.width, h: field, color: colors.cover },
        { type: 'rect', x: 0, y: field, w: page.width, h: 5, color: colors.accent },
      ],
      absolutePosition: { x: 0, y: 0 },
    },
    at(58, set(classification.toUpperCase(), { size: 9, color: '#D9DFEA', bold: true })),
    at(field - 66 - title.length * 44 - client.length * 22, title),
    at(field - 48 - client.length * 22, client),
    at(field + 52, facts),
    at(page.height - 128, [strip(block.counts, width, fonts)]),
  ];
}

function strip(counts: readonly SeverityCount[], width: number, fonts: FontLibrary): Content {
  const gap = 8;
  const box = (width - gap * (counts.length - 1)) / Math.max(1, counts.length);
  return {
    columns: counts.map(({ severity, label, count }): Column => {
      const color = severityColors[severity];
      const number: Style = { size: 21, color, bold: true };
      const name: Style = { size: sizes.small, color: colors.muted };
      return {
        stack: [
          { canvas: [{ type: 'rect', x: 0, y: 0, w: box, h: 4, color }], margin: [0, 0, 0, 6] },
          ...breakLines([{ text: String(count), style: number }], box, fonts).map((line) =>
            lineNode(line, { lineHeight: leading.tight }),
          ),
          ...breakLines([{ text: label, style: name }], box, fonts).map((line) => lineNode(line)),
        ],
        width: box,
      };
    }),
    columnGap: gap,
  };
}
