import type { Fact, Part } from '../../document/blocks.ts';
import { codeItems } from './boxes.ts';
import { figureItems } from './figures.ts';
import type { Item } from '../layout/flow.ts';
import { lineNode } from '../layout/flow.ts';
import { valueInline } from '../layout/grid.ts';
import type { Inline, Line, Style } from '../layout/lines.ts';
import { breakLines } from '../layout/lines.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { tableItem } from './plain-table.ts';
import { richItems } from './rich.ts';
import { headingRole, role } from '../roles.ts';
import { sizes } from '../layout/theme.ts';

/** With letters of the usual size, more rows than this take pages. */
const MANY_ROWS = 30;
/** The letters of such a table. */
const SMALL = 7;

/**
 * Pieces of a text one after the other, each with its small title. `heading` stands over the first one and is kept with
 * it; without pieces there is no heading either.
 *
 * @param heading new nodes each time
 * @param level that of the headings within the pieces
 */
export function partItems(
  parts: readonly Part[],
  level: number,
  ctx: LayoutContext,
  heading: () => readonly Item[] = () => [],
): Item[] {
  const { width } = ctx;
  return parts.flatMap(({ title, body }, index): Item[] => {
    const small = title === undefined ? () => [] : smallTitle(title, level, ctx);
    const lead = (): Item[] => [...(index === 0 ? heading() : []), ...small()];
    switch (body.kind) {
      case 'code':
        return [...lead(), ...codeItems(body.text, { left: 0, width, under: null, ctx })];
      case 'rich':
        return [...lead(), ...richItems(body.root, level, ctx)];
      case 'figure':
        // A picture's block takes its heading along: left to flow, it could stay behind on the page before.
        return figureItems(body.figure, () => lead().map(({ node }) => node), width, ctx);
      case 'table':
        return [
          ...lead(),
          tableItem(body.table, ctx, body.table.rows.length > MANY_ROWS ? SMALL : undefined),
        ];
      default:
        return body satisfies never;
    }
  });
}

function smallTitle(title: string, level: number, ctx: LayoutContext): () => Item[] {
  const heading = headingRole(level);
  const style: Style = { size: sizes.small, color: ctx.colors.muted, bold: true };
  const lines = breakLines([{ text: title, style }], ctx.width, ctx.fonts);
  return () =>
    lines.map((line): Item => ({ node: lineNode(line, heading, { top: 2, bottom: 2 }), keep: true }));
}

/** A sentence of the document's own; `keep`: it announces what comes after it. */
export function sentenceItems(text: string, ctx: LayoutContext, keep: boolean): Item[] {
  if (text === '') return [];
  const style: Style = { size: sizes.body + 0.5, color: ctx.colors.text };
  const lines = breakLines([{ text, style }], ctx.width, ctx.fonts);
  const sentence = role('P');
  return lines.map((line, index): Item => ({
    node: lineNode(line, sentence, index === lines.length - 1 ? { bottom: 6 } : {}),
    keep: keep || index < lines.length - 1,
  }));
}

/** The values of a fact as lines: one below the other, or side by side with dots between them. */
export function factLines(fact: Fact, width: number, ctx: LayoutContext): Line[] {
  const style: Style = { size: sizes.body - 0.5, color: ctx.colors.text };
  const inlines = fact.values.map((value): Inline => valueInline(value, style, ctx));
  if (fact.layout !== 'row') return inlines.flatMap((inline) => breakLines([inline], width, ctx.fonts));
  const gap: Inline = { text: '  \u00b7  ', style: { ...style, color: ctx.colors.muted } };
  return breakLines(
    inlines.flatMap((inline, index) => (index === 0 ? [inline] : [gap, inline])),
    width,
    ctx.fonts,
  );
}
