import { quietOn } from '#domain/deliverable/theme/readable.ts';
import type { Column, Content } from 'pdfmake/interfaces.js';
import type { Block, ReportDocument, SeverityCount } from '../../document/blocks.ts';
import { coverPicture } from '../../images/cover-picture.ts';
import { lineNode } from '../layout/flow.ts';
import type { Style } from '../layout/lines.ts';
import { breakLines, cutLines } from '../layout/lines.ts';
import { logoNode } from './logo.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { headingRole, role, type Role } from '../roles.ts';
import { leading, pageMargins, sizes, white } from '../layout/theme.ts';

type CoverBlock = Extract<Block, { kind: 'cover' }>;

/** Height of the coloured field as a share of the page. */
const FIELD = 0.52;
const LABEL_WIDTH = 104;
/** However long a title is, the cover stays one page. */
const MAX_LINES = 5;
const MAX_FACT_LINES = 3;
/** Points from the head of a white cover to its picture, from there to the title, and what is too little for it. */
const PICTURE = { top: 114, below: 24, least: 60 } as const;
const LOGO = { width: 150, height: 46, padding: 10 } as const;

/** The cover: title and client, on a field of colour or on plain paper, the facts of the engagement, the counts along the foot. */
export function coverNodes(
  block: CoverBlock,
  { classification, theme }: Pick<ReportDocument, 'classification' | 'theme'>,
  ctx: LayoutContext,
): Content[] {
  const { page, colors, width } = ctx;
  const band = theme.cover === 'band';
  const tone = coverTone(theme, ctx);
  const left = pageMargins[0];
  const { height: field, nodes: ground } = coverField(theme, ctx, 'head');
  const picture = band ? pictureOf(theme, { width: page.width, height: field }, ctx) : null;
  const at = (y: number, stack: Content[], x = left): Content => ({ stack, absolutePosition: { x, y } });
  const set = (text: string, style: Style, element: Role, room = width, max = MAX_LINES): Content[] =>
    cutLines({ text, style }, room, max, ctx.fonts).map((line) =>
      lineNode({ ...line, fromRight: false }, element, { lineHeight: leading.tight }),
    );
  const title = set(block.title, { size: 34, color: tone.title, bold: true }, headingRole(1), width * 0.9);
  const subtitle =
    block.subtitle === '' ? [] : set(block.subtitle, { size: 15, color: tone.quiet }, role('P'));
  const client = set(block.client, { size: 17, color: tone.title }, role('P'));
  const facts = block.facts.map(({ label, values }): Content => {
    const text = values.map((value) => value.text).join(', ');
    const room = width - LABEL_WIDTH;
    const fact = role('P');
    return {
      columns: [
        {
          stack: set(label, { size: sizes.body, color: colors.muted }, fact, LABEL_WIDTH - 8),
          width: LABEL_WIDTH,
        },
        {
          stack: set(text, { size: sizes.body + 0.5, color: colors.ink }, fact, room, MAX_FACT_LINES),
          width: room,
        },
      ],
      columnGap: 0,
      margin: [0, 0, 0, 7],
    };
  });
  const lower = field - 48 - client.length * 22;
  const upper = lower - subtitle.length * 20 - (subtitle.length > 0 ? 8 : 0) - title.length * 44 - 6;
  return [
    ...ground,
    ...(picture === null ? [] : [placed(picture, 0, 0)]),
    ...(band ? [] : pictureAbove(theme, upper, ctx)),
    at(
      58,
      set(
        classification.toUpperCase(),
        { size: 9, color: tone.quiet, bold: true },
        role('P'),
        width - LOGO.width,
      ),
    ),
    ...coverLogo(theme, band, ctx),
    at(upper, [
      ...title,
      ...(subtitle.length === 0
        ? []
        : [{ stack: subtitle, margin: [0, 4, 0, 0] as [number, number, number, number] }]),
    ]),
    at(lower, client),
    at(field + 52, facts),
    ...(block.counts.length === 0 ? [] : [at(page.height - 128, [strip(block.counts, ctx)])]),
  ];
}

/** What letters on the first and the last page are drawn in. */
export function coverTone({ cover }: ReportDocument['theme'], { colors }: LayoutContext) {
  return cover === 'band'
    ? { title: white, quiet: quietOn(colors.cover) }
    : { title: colors.ink, quiet: colors.muted };
}

/** The field of colour and its edge, or the line alone, at the head of the first page or the foot of the last one. */
export function coverField(
  { cover }: ReportDocument['theme'],
  { page, colors, width }: LayoutContext,
  side: 'head' | 'foot',
): { readonly height: number; readonly nodes: Content[] } {
  const height = page.height * FIELD;
  const edge = side === 'head' ? height : page.height - height;
  const rect = (x: number, y: number, w: number, h: number, color: string) => ({
    type: 'rect' as const,
    x,
    y,
    w,
    h,
    color,
  });
  const canvas =
    cover === 'band'
      ? [
          rect(0, side === 'head' ? 0 : edge, page.width, height, colors.cover),
          rect(0, side === 'head' ? edge : edge - 5, page.width, 5, colors.accent),
        ]
      : [rect(pageMargins[0], edge, width, 2.5, colors.accent)];
  return { height, nodes: [{ canvas, absolutePosition: { x: 0, y: 0 } }] };
}

/** The picture of the cover as it fills a place, under its scrim if letters stand on it. */
function pictureOf(
  { coverPicture: picture, cover, colors }: ReportDocument['theme'],
  { width, height }: { readonly width: number; readonly height: number },
  { book }: LayoutContext,
): Content | null {
  const content = picture === undefined ? undefined : book.bytes(picture.sha256);
  if (content === undefined) return null;
  const scrim = cover === 'band' ? { color: colors.cover, letters: quietOn(colors.cover) } : null;
  const address = coverPicture(content, { width, height, scrim });
  const taken = address === null ? null : book.take(address);
  return taken === null ? null : { image: taken.name, width, height };
}

function placed(node: Content, x: number, y: number): Content {
  return { stack: [node], absolutePosition: { x, y } };
}

/** On white paper the picture stands between classification and title, if they leave room for one. */
function pictureAbove(theme: ReportDocument['theme'], upper: number, ctx: LayoutContext): Content[] {
  const height = Math.floor(upper - PICTURE.below - PICTURE.top);
  if (height < PICTURE.least) return [];
  const node = pictureOf(theme, { width: ctx.width, height }, ctx);
  return node === null ? [] : [placed(node, pageMargins[0], PICTURE.top)];
}

/** The logo in the upper right; on a field of colour it gets paper of its own, for it was drawn for paper. */
function coverLogo(theme: ReportDocument['theme'], band: boolean, ctx: LayoutContext): Content[] {
  const logo = logoNode(theme, LOGO.width, LOGO.height, ctx);
  if (logo === null) return [];
  const { padding } = LOGO;
  const right = ctx.page.width - pageMargins[2];
  const x = right - logo.width - (band ? padding : 0);
  const y = 50 + (band ? padding : 0);
  return [
    ...(band
      ? [
          {
            canvas: [
              {
                type: 'rect' as const,
                x: 0,
                y: 0,
                w: logo.width + 2 * padding,
                h: logo.height + 2 * padding,
                r: 3,
                color: white,
              },
            ],
            absolutePosition: { x: x - padding, y: y - padding },
          },
        ]
      : []),
    { stack: [logo.node], absolutePosition: { x, y } },
  ];
}

function strip(counts: readonly SeverityCount[], ctx: LayoutContext): Content {
  const gap = 8;
  const box = (ctx.width - gap * (counts.length - 1)) / Math.max(1, counts.length);
  const set = (text: string, style: Style, element: Role, lineHeight: number) =>
    breakLines([{ text, style }], box, ctx.fonts).map((line) => lineNode(line, element, { lineHeight }));
  return {
    columns: counts.map(({ severity, label, count }): Column => {
      const color = ctx.colors.severities[severity];
      const element = role('P');
      return {
        stack: [
          {
            canvas: [{ type: 'rect', x: 0, y: 0, w: box, h: 4, color }],
            margin: [0, 0, 0, 6],
          },
          ...set(String(count), { size: 21, color, bold: true }, element, leading.tight),
          ...set(label, { size: sizes.small, color: ctx.colors.muted }, element, leading.body),
        ],
        width: box,
      };
    }),
    columnGap: gap,
  };
}
