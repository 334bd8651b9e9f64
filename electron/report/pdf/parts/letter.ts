import type { Content, CustomTableLayout } from 'pdfmake/interfaces.js';
import type { Block, LetterSender, ReportDocument, Signer } from '../../document/blocks.ts';
import { levels } from '../../document/text/heading-levels.ts';
import { lineNode, type Item, type Placement } from '../layout/flow.ts';
import { valueInline } from '../layout/grid.ts';
import { topOfPage } from '../layout/layout.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { breakLines, cutLines, type Style } from '../layout/lines.ts';
import { leading, pageMargins, sizes } from '../layout/theme.ts';
import { headingRole, role, type Role } from '../roles.ts';
import { partItems } from './body.ts';
import { factItems } from './facts.ts';
import { logoNode } from './logo.ts';
import { ratingItem } from './rating.ts';

/*
 * A letter as DIN 5008 (form A) asks for it: the recipient stands at the left where the window of an envelope shows it, the
 * day and whom to ask beside it, the subject below.
 */

const millimetre = 72 / 25.4;
/** Points from the top of the page. */
const places = {
  name: 30,
  remark: 33 * millimetre,
  recipient: 44.7 * millimetre,
  subject: 80.5 * millimetre,
};
const LOGO = { width: 150, height: 36 } as const;
/** Points of the recipient and of what stands beside it. */
const COLUMNS = { recipient: 270, gap: 24 } as const;
const MAX_LINES = 2;
const SIGN = { room: 27, gap: 18 } as const;

/** The head of a letter. Sender and logo stand over the margins of the page, the rest takes its room of it. */
export function letterHeadItems(
  block: Extract<Block, { kind: 'letter-head' }>,
  { theme }: Pick<ReportDocument, 'theme'>,
  ctx: LayoutContext,
): Item[] {
  const { colors, width } = ctx;
  const { sender, remark, recipient, facts, subject } = block;
  const set = setter(ctx);
  const small: Style = { size: sizes.small, color: colors.muted };
  const plain: Style = { size: sizes.label, color: colors.ink };
  const right = width - COLUMNS.recipient - COLUMNS.gap;
  const address = role('P');
  const from = returnLine(sender);
  const left: Content[] = [
    ...set(from, { ...small, size: 6.5 }, role('P'), COLUMNS.recipient, 1),
    ...set(remark, { ...small, bold: true }, role('P'), COLUMNS.recipient, 1),
  ];
  const lines = recipient.flatMap((line) => set(line, plain, address, COLUMNS.recipient));
  const beside = facts.flatMap(({ label, values }) => {
    const fact = role('P');
    return [
      ...set(label, small, fact, right),
      ...values.flatMap(({ text }, at) =>
        set(text, { ...plain, size: sizes.body }, fact, right, MAX_LINES, at === values.length - 1 ? 6 : 0),
      ),
    ];
  });
  const heading = headingRole(1);
  const style: Style = { size: sizes.section, color: colors.ink, bold: true };
  const named = breakLines([{ text: subject, style }], width, ctx.fonts).map((line, at, all) =>
    lineNode(line, heading, {
      lineHeight: leading.tight,
      bottom: at === all.length - 1 ? 12 : 0,
      ...(at === 0 ? { id: block.target, bookmark: { text: subject } } : {}),
    }),
  );
  const zone = {
    table: {
      widths: [COLUMNS.recipient, COLUMNS.gap, right],
      heights: [places.recipient - places.remark, places.subject - places.recipient],
      body: [
        [{ stack: left }, '', { stack: beside, rowSpan: 2 }],
        [{ stack: lines }, '', ''],
      ],
    },
    layout: bare,
    margin: [0, places.remark - topOfPage, 0, 0] as [number, number, number, number],
  };
  return [
    {
      node: {
        stack: senderNodes(sender, theme, ctx),
        absolutePosition: { x: pageMargins[0], y: places.name },
      },
      keep: false,
    },
    { node: { stack: [zone, ...named], unbreakable: true }, keep: true },
  ];
}

/** Name, place and how to reach it, the logo at the right. */
function senderNodes(
  { name, address, reach }: LetterSender,
  theme: ReportDocument['theme'],
  ctx: LayoutContext,
): Content[] {
  const { colors, width } = ctx;
  const logo = logoNode(theme, LOGO.width, LOGO.height, ctx);
  const room = width - (logo === null ? 0 : logo.width + COLUMNS.gap);
  const set = setter(ctx);
  const small: Style = { size: sizes.small, color: colors.muted };
  const text = [
    ...set(name, { size: sizes.card, color: colors.ink, bold: true }, role('P'), room, 1),
    ...set(address, small, role('P'), room, 1),
    ...set(reach.join(' \u00b7 '), small, role('P'), room, 1),
  ];
  if (logo === null) return text;
  return [
    {
      columns: [
        { stack: text, width: room },
        { stack: [logo.node], width: logo.width, margin: [COLUMNS.gap, 0, 0, 0] },
      ],
      columnGap: 0,
    },
  ];
}

/** The sender over the recipient, for the window of an envelope; nothing if the sender has no address. */
function returnLine({ name, address }: LetterSender): string {
  return name === '' || address === '' ? '' : `${name} \u00b7 ${address}`;
}

/** A piece of a letter under its small head. */
export function passageItems(block: Extract<Block, { kind: 'passage' }>, ctx: LayoutContext): Item[] {
  const { title, rating, facts, parts, target } = block;
  const element = headingRole(levels.chapter);
  const style: Style = { size: sizes.label + 0.5, color: ctx.colors.ink, bold: true };
  const head =
    title === ''
      ? []
      : breakLines([{ text: title, style }], ctx.width, ctx.fonts).map((line, at): Item => {
          const first: Placement = { top: 8, id: target, bookmark: { text: title } };
          return { node: lineNode(line, element, { ...(at === 0 ? first : {}), bottom: 3 }), keep: true };
        });
  return [
    ...head,
    ...(rating === undefined ? [] : [ratingItem({ rating: rating.grade, sentence: rating.sentence }, ctx)]),
    ...factItems(facts, ctx),
    ...partItems(parts, levels.section, ctx),
  ];
}

/** The end of a letter: it stays together, with room to sign by hand. */
export function signatureItems(block: Extract<Block, { kind: 'signatures' }>, ctx: LayoutContext): Item[] {
  const { sentence, closing, signers } = block;
  const style: Style = { size: sizes.body, color: ctx.colors.text };
  const beside = Math.max(2.5, signers.length);
  const room = (ctx.width - (beside - 1) * SIGN.gap) / beside;
  const nodes = [
    ...setter(ctx)(sentence, style, role('P'), ctx.width, MAX_LINES, 7),
    ...setter(ctx)(closing, style, role('P'), ctx.width, MAX_LINES),
    {
      columns: signers.map((signer) => ({ stack: signatureNodes(signer, room, ctx), width: room })),
      columnGap: SIGN.gap,
    },
  ];
  return [{ node: { stack: nodes, unbreakable: true, margin: [0, 4, 0, 0] }, keep: false }];
}

function signatureNodes({ name, role: as }: Signer, room: number, ctx: LayoutContext): Content[] {
  const { colors } = ctx;
  const set = setter(ctx);
  const who = role('P');
  return [
    {
      canvas: [{ type: 'line', x1: 0, y1: 0, x2: room, y2: 0, lineWidth: 0.6, lineColor: colors.muted }],
      margin: [0, SIGN.room, 0, 4],
    },
    ...set(name, { size: sizes.body, color: colors.ink, bold: true }, who, room),
    ...set(as, { size: sizes.small, color: colors.muted }, who, room),
  ];
}

/** Sets a text in so many lines at most; nothing if it is empty. */
function setter(ctx: LayoutContext) {
  return (
    text: string,
    style: Style,
    element: Role,
    room: number,
    max = MAX_LINES,
    bottom = 0,
  ): Content[] => {
    if (text === '') return [];
    const lines = cutLines(valueInline({ text }, style, ctx), room, max, ctx.fonts);
    return lines.map((line, at) =>
      lineNode({ ...line, fromRight: false }, element, {
        lineHeight: leading.tight,
        bottom: at === lines.length - 1 ? bottom : 0,
      }),
    );
  };
}

const bare: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 0,
};
