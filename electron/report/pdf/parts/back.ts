import type { Content } from 'pdfmake/interfaces.js';
import type { Block, ReportDocument } from '../../document/blocks.ts';
import { lineNode, placeNode } from '../layout/flow.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { cutLines, type Style } from '../layout/lines.ts';
import { leading, pageMargins, sizes } from '../layout/theme.ts';
import { role } from '../roles.ts';
import { coverField, coverTone } from './cover.ts';
import { logoNode } from './logo.ts';

type BackBlock = Extract<Block, { kind: 'back' }>;

/** Where the page begins: it has neither header nor footer. */
export const backPlace = 'back-page';

const LABEL_WIDTH = 70;
const LOGO = { width: 150, height: 46, above: 28 } as const;
/** However long a line is, the page stays one. */
const MAX_LINES = { company: 3, address: 2, reach: 2 } as const;

/** The last page: the cover upside down, with the company on its field of colour or below its line. */
export function backNodes(
  block: BackBlock,
  { theme }: Pick<ReportDocument, 'theme'>,
  ctx: LayoutContext,
): Content[] {
  const { page, width, fonts } = ctx;
  const tone = coverTone(theme, ctx);
  const left = pageMargins[0];
  const { height, nodes: field } = coverField(theme, ctx, 'foot');
  const top = page.height - height;
  const logo = logoNode(theme, LOGO.width, LOGO.height, ctx);
  const set = (text: string, style: Style, room: number, max: number): Content[] => {
    const element = role('P');
    return cutLines({ text, style }, room, max, fonts).map((line) =>
      lineNode({ ...line, fromRight: false }, element, { lineHeight: leading.body, bottom: 2 }),
    );
  };
  const line: Style = { size: sizes.label, color: tone.title };
  const reach = block.reach.map(({ label, values }): Content => {
    const room = width - LABEL_WIDTH;
    const [value] = values;
    const link = value?.href === undefined ? {} : { link: value.href };
    return {
      columns: [
        { stack: set(label, { ...line, color: tone.quiet }, LABEL_WIDTH - 8, 1), width: LABEL_WIDTH },
        {
          stack: set(value?.text ?? '', { ...line, ...link, underline: true }, room, MAX_LINES.reach),
          width: room,
        },
      ],
      columnGap: 0,
    };
  });
  const company =
    block.company === ''
      ? []
      : set(block.company, { size: sizes.chapter, color: tone.title, bold: true }, width, MAX_LINES.company);
  const stacks = [
    company,
    block.address.flatMap((text) => set(text, line, width, MAX_LINES.address)),
    reach,
  ].filter((stack) => stack.length > 0);
  return [
    { stack: [placeNode(backPlace)], absolutePosition: { x: left, y: top } },
    ...field,
    ...(logo === null
      ? []
      : [{ stack: [logo.node], absolutePosition: { x: left, y: top - LOGO.above - logo.height } }]),
    {
      stack: stacks.map((stack, at): Content => ({ stack, margin: [0, at === 0 ? 0 : 14, 0, 0] })),
      absolutePosition: { x: left, y: top + 48 },
    },
  ];
}
