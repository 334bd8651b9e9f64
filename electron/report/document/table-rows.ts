import type { Element, ElementContent } from 'hast';

/**
 * The cells of a rich text's table, row by row, however its tags are nested. What stands in it outside of every cell is
 * a row of its own: no writer may lose a word.
 */
export function tableRows(table: Element): Element[][] {
  const rows: Element[][] = [];
  const walk = (element: Element): void => {
    for (const child of element.children) {
      if (child.type !== 'element') {
        if (child.type === 'text' && child.value.trim() !== '') rows.push([cellOf(child)]);
      } else if (child.tagName === 'tr') {
        const cells = child.children.flatMap((cell) => rowCell(cell));
        if (cells.length > 0) rows.push(cells);
      } else if (isCell(child)) rows.push([child]);
      else if (/^(?:thead|tbody|tfoot)$/.test(child.tagName)) walk(child);
      else rows.push([cellOf(child)]);
    }
  };
  walk(table);
  return rows;
}

function rowCell(child: ElementContent): Element[] {
  if (child.type === 'element') return [isCell(child) ? child : cellOf(child)];
  return child.type === 'text' && child.value.trim() !== '' ? [cellOf(child)] : [];
}

function isCell(element: Element): boolean {
  return element.tagName === 'td' || element.tagName === 'th';
}

function cellOf(child: ElementContent): Element {
  return { type: 'element', tagName: 'td', properties: {}, children: [child] };
}
