import type { PlainTable } from '../../document/text/plain-tables.ts';
import { sharedWidths, widestWord } from '../layout/columns.ts';
import type { Item } from '../layout/flow.ts';
import { cellRow, cellText, gridItem, gridRoom } from '../layout/grid.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { sizes } from '../layout/theme.ts';
import { bodyStyle } from './rich.ts';

/** Points of the letters in a table of values. */
const usualSize = sizes.body - 0.5;

/** A table of values under its heads, in letters of `size` points. */
export function tableItem(block: PlainTable, ctx: LayoutContext, size = usualSize): Item {
  const style = { ...bodyStyle(ctx), size };
  const words = block.columns.map((_, at) =>
    block.rows.flatMap((row) => (row[at] ?? []).map(({ text }) => text)),
  );
  const widths = sharedWidths(
    gridRoom(block.columns.length, ctx),
    block.columns.map(({ share }) => share),
    words.map((texts) => widestWord(texts, style, ctx)),
  );
  const columns = block.columns.map(({ title }, at) => ({ title, width: widths[at] ?? 0 }));
  return gridItem(
    columns,
    block.rows.map((row) =>
      columns.map(({ width }, at) =>
        (block.columns[at]?.isRow === true ? cellRow : cellText)(row[at] ?? [], width, style, ctx),
      ),
    ),
    ctx,
  );
}
