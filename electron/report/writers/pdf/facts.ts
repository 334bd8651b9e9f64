import type { CustomTableLayout, TableCell } from 'pdfmake/interfaces.js';
import type { Fact } from '../../document/blocks.ts';
import { factLines } from './body.ts';
import type { Item } from './flow.ts';
import { lineNode } from './flow.ts';
import type { Style } from './lines.ts';
import { breakLines } from './lines.ts';
import type { Press } from './press.ts';
import { role } from './roles.ts';
import { sizes } from './theme.ts';

const LABEL_WIDTH = 78;
/** In a chapter of their own the labels are longer words. */
const WIDE_LABEL = 120;
const PADDING = 10;
/** Tables with more lines than this may break: they could be higher than a page. */
const MAX_KEPT_LINES = 18;

/** Labels with their values on a panel; null where there are none. `tall` where it may be higher than a page. */
export function factTable(
  facts: readonly Fact[],
  press: Press,
  labelWidth = LABEL_WIDTH,
): (Item & { readonly tall: boolean }) | null {
  if (facts.length === 0) return null;
  const valueWidth = press.width - labelWidth - 3 * PADDING;
  const style: Style = { size: sizes.small, color: press.colors.muted };
  const rows = facts.map((fact) => ({
    label: breakLines([{ text: fact.label, style }], labelWidth, press.fonts),
    values: factLines(fact, valueWidth, press),
  }));
  const lines = rows.reduce((sum, row) => sum + Math.max(row.values.length, row.label.length) + 0.5, 0);
  const tall = lines > MAX_KEPT_LINES;
  const table = role('Table');
  const body = rows.map(({ label, values }): TableCell[] => {
    const row = role('TR', table);
    const head = role('TH', row, { scope: 'Row' });
    const cell = role('TD', row);
    return [
      { stack: label.map((line) => lineNode(line, head, { top: 0.5 })) },
      { stack: values.map((line) => lineNode(line, cell)) },
    ];
  });
  const layout: CustomTableLayout = {
    hLineWidth: (row) => (row === 0 ? 0 : 0.5),
    vLineWidth: () => 0,
    hLineColor: () => press.colors.rule,
    paddingLeft: (column) => (column === 0 ? PADDING : 0),
    paddingRight: () => PADDING,
    paddingTop: (row) => (row === 0 ? 5 : 3),
    paddingBottom: () => 2.5,
    fillColor: () => press.colors.panel,
  };
  const widths = [labelWidth, valueWidth];
  return {
    node: { table: { widths, body, dontBreakRows: !tall }, layout, margin: [0, 0, 0, 4] },
    keep: false,
    tall,
  };
}

/** The facts of a chapter. */
export function factItems(facts: readonly Fact[], press: Press): Item[] {
  const table = factTable(facts, press, WIDE_LABEL);
  return table === null ? [] : [table];
}
