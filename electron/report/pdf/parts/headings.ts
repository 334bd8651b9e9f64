import type { Heading } from '../../document/blocks.ts';
import { levels } from '../../document/text/heading-levels.ts';
import type { Item } from '../layout/flow.ts';
import { lineNode } from '../layout/flow.ts';
import type { Line, Style } from '../layout/lines.ts';
import { breakLines } from '../layout/lines.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { headingRole } from '../roles.ts';
import { leading, sizes } from '../layout/theme.ts';

const CHAPTER_TOP = 22;
const SECTION_TOP = 14;
/** A title of more lines than this, as a rule an address, is set a size smaller. */
const LARGE_LINES = 3;
const RULE = { width: 44, height: 2.5 };

/**
 * The heading of a chapter, or of a section if it has a parent: a destination and a bookmark, kept with what comes
 * after it. `open`: its bookmark shows those below it.
 */
export function headingItems(heading: Heading, ctx: LayoutContext, open = false): Item[] {
  const section = heading.parent !== undefined;
  const lines = titleLines(
    heading.title,
    section ? [sizes.section, sizes.label] : [sizes.chapter, sizes.section],
    ctx,
  );
  const bookmark = {
    text: heading.title,
    open,
    ...(heading.parent === undefined ? {} : { parent: heading.parent }),
  };
  const element = headingRole(section ? levels.section : levels.chapter);
  const nodes = lines.map((line, index) =>
    lineNode(line, element, {
      lineHeight: leading.tight,
      top: index > 0 ? 0 : section ? SECTION_TOP : CHAPTER_TOP,
      bottom: section && index === lines.length - 1 ? 5 : 0,
      ...(index === 0 ? { id: heading.target, bookmark } : {}),
    }),
  );
  return [...nodes, ...(section ? [] : [rule(ctx)])].map((node) => ({ node, keep: true }));
}

function titleLines(
  title: string,
  [large, small]: readonly [number, number],
  ctx: LayoutContext,
): readonly Line[] {
  const set = (size: number): readonly Line[] => {
    const style: Style = { size, color: ctx.colors.ink, bold: true };
    return breakLines([{ text: title, style }], ctx.width, ctx.fonts);
  };
  const lines = set(large);
  return lines.length > LARGE_LINES ? set(small) : lines;
}

/** The title over the contents: like a chapter's, but nothing leads to it. */
export function plainHeading(title: string, ctx: LayoutContext): Item[] {
  const style: Style = { size: sizes.chapter, color: ctx.colors.ink, bold: true };
  const lines = breakLines([{ text: title, style }], ctx.width, ctx.fonts);
  const element = headingRole(levels.chapter);
  return [
    ...lines.map((line, index) =>
      lineNode(line, element, { lineHeight: leading.tight, top: index === 0 ? CHAPTER_TOP : 0 }),
    ),
    rule(ctx),
  ].map((node) => ({
    node,
    keep: true,
  }));
}

function rule(ctx: LayoutContext): Item['node'] {
  return {
    canvas: [{ type: 'rect', x: 0, y: 0, w: RULE.width, h: RULE.height, color: ctx.colors.accent }],
    margin: [0, 4, 0, 14],
  };
}
