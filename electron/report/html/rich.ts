import type { Element, ElementContent, Root } from 'hast';
import { holdsBlock, isBlock, visibleText } from '#domain/text/index.ts';
import { listingLines, listingOf } from '#domain/text/listing.ts';
import { beginsAt, cellAlign, columnAligns, tableGrid, type TableGrid } from '../document/table-grid.ts';
import { isJapanese, rightToLeftLanguage } from '../fonts/language.ts';
import { leftToRightIn } from '../fonts/left-to-right.ts';
import { hasRightToLeft } from '../fonts/printable.ts';
import type { Words } from '../languages/index.ts';
import { captionOf } from '../document/text/captions.ts';
import { headingLevels } from '../document/text/heading-levels.ts';
import type { Markup } from './markup.ts';
import { emptyTag, markup, tag, text } from './markup.ts';

/** Elements that go into the file under a name of today. */
const modern: Readonly<Record<string, string>> = { tt: 'code', strike: 's' };

/** What the elements of a text have in common. */
interface Levels {
  readonly levelOf: (level: number) => number;
  /** What a table is called for a screen reader. */
  readonly table: string;
  /** What is around runs from the right. */
  readonly fromRight?: boolean;
}

/** A rich text whose highest headings are of that level. The tree holds allowed elements and texts alone; elements that need another around them get it. */
export function richHtml(root: Root, level: number, { screen }: Words): Markup {
  const children = root.children.filter((child) => child.type !== 'doctype');
  return blocks(children, { levelOf: headingLevels(children, level), table: screen.table });
}

function blocks(children: readonly ElementContent[], levels: Levels): Markup {
  return markup(children.map((child) => node(child, levels)));
}

function node(child: ElementContent, levels: Levels): Markup {
  if (child.type === 'text')
    return levels.fromRight === true ? withStretches(child.value) : markup(text(child.value));
  if (child.type !== 'element') return markup([]);
  const side = sideOf(child);
  const inside = (): Markup => blocks(child.children, isBlock(child.tagName) ? within(side, levels) : levels);
  switch (child.tagName) {
    case 'br':
    case 'hr':
      return emptyTag(child.tagName);
    case 'a': {
      const { href, id } = child.properties;
      if (typeof href !== 'string') return inside();
      // Only the document itself makes links that begin so: those of the data lead to the web alone.
      const rel = href.startsWith('#') ? undefined : 'noreferrer noopener';
      return tag('a', { id: typeof id === 'string' ? id : undefined, href, rel }, inside());
    }
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return tag(`h${levels.levelOf(Number(child.tagName.slice(1)))}`, side, inside());
    case 'pre':
      return codeBlock(child);
    case 'table':
      return table(child, levels);
    case 'ul':
    case 'ol': {
      const start = child.properties['start'];
      const items = child.children.map((item) => onlyAs(item, ['li'], 'li', levels));
      return tag(child.tagName, { start: typeof start === 'number' ? start : undefined, ...side }, items);
    }
    case 'dl':
      return tag(
        'dl',
        {},
        child.children.map((item) => onlyAs(item, ['dt', 'dd'], 'dd', levels)),
      );
    case 'li':
      return tag('ul', {}, tag('li', {}, inside()));
    case 'dt':
    case 'dd':
      return tag('div', {}, inside());
    case 'span':
      return inside();
    case 'p':
      return tag(child.children.some(holdsBlock) ? 'div' : 'p', side, inside());
    case 'blockquote':
      return child.properties['alert'] === undefined
        ? tag('blockquote', side, inside())
        : tag('blockquote', { class: 'alert', role: 'note', ...side }, inside());
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      return tag(
        modern[child.tagName] ?? child.tagName,
        codeSide(levels),
        blocks(child.children, { ...levels, fromRight: false }),
      );
    default:
      return tag(modern[child.tagName] ?? child.tagName, {}, inside());
  }
}

/** Its line ends are its own: nothing inside it but text, and a listing's lines. Numbers are drawn, so that none is copied. */
function codeBlock(pre: Element): Markup {
  const words = visibleText({ type: 'root', children: pre.children });
  const listing = listingOf(pre);
  if (listing === null) return tag('pre', {}, tag('code', {}, text(words)));
  const lines = listingLines(listing, words).map(({ text: line, number, isMarked }, at, all) =>
    tag(
      isMarked ? 'mark' : 'span',
      { class: 'line', 'data-line': number ?? undefined },
      text(at < all.length - 1 ? `${line}\n` : line),
    ),
  );
  const code = tag('pre', { class: 'listing' }, tag('code', {}, lines));
  const caption = captionOf(pre);
  if (caption === null) return code;
  return tag('figure', { id: caption.target }, [
    tag('figcaption', {}, [
      tag('b', {}, text(caption.label)),
      text(': '),
      tag('bdi', {}, text(caption.caption)),
    ]),
    code,
  ]);
}

/** The side on which a block begins and its language, told if it is the right one: that of its first letter. Japanese is told for its forms of Han letters. */
function sideOf(element: Element): { readonly dir?: 'rtl'; readonly lang?: string } {
  const words = visibleText({ type: 'root', children: [element] });
  const [first = ''] = /\p{L}/u.exec(words) ?? [];
  if (hasRightToLeft(first)) return { dir: 'rtl', lang: rightToLeftLanguage(words, first) };
  return isJapanese(words) ? { lang: 'ja' } : {};
}

/** A side is that of all that is within. */
function within({ dir }: ReturnType<typeof sideOf>, levels: Levels): Levels {
  return dir === 'rtl' ? { ...levels, fromRight: true } : levels;
}

/** Code runs from the left also in a sentence that runs from the right. */
function codeSide({ fromRight }: Levels): { readonly dir?: 'ltr' } {
  return fromRight === true ? { dir: 'ltr' } : {};
}

/** A text that runs from the right, with what in it runs from the left whatever stands around it. */
function withStretches(value: string): Markup {
  let done = 0;
  const parts = leftToRightIn(value).flatMap(({ from, to }) => {
    const before = text(value.slice(done, from));
    done = to;
    return [before, tag('bdi', { dir: 'ltr' }, text(value.slice(from, to)))];
  });
  return markup([...parts, text(value.slice(done))]);
}

/** An entry of a list: what is no entry and not blank becomes one. */
function onlyAs(child: ElementContent, names: readonly string[], name: string, levels: Levels): Markup {
  if (child.type === 'element' && names.includes(child.tagName)) {
    return tag(child.tagName, {}, blocks(child.children, within(sideOf(child), levels)));
  }
  if (child.type === 'text' && child.value.trim() === '') return markup([]);
  return tag(name, {}, node(child, levels));
}

function table(element: Element, levels: Levels): Markup {
  const grid = tableGrid(element);
  const inTable = within(sideOf(element), levels);
  const { rows, headRows, caption } = grid;
  const numbered = captionOf(element);
  const aligns = columnAligns(grid);
  const row = (cells: TableGrid['rows'][number], at: number): Markup =>
    tag(
      'tr',
      {},
      cells.map((place, column) => {
        if (!beginsAt(place, at, column)) return markup([]);
        const { cell, colSpan, rowSpan } = place;
        const align = cellAlign(cell) ?? aligns[column];
        const attributes = {
          class: align === 'right' || align === 'center' ? align : undefined,
          scope: at < headRows ? (colSpan > 1 ? 'colgroup' : 'col') : undefined,
          colspan: colSpan > 1 ? colSpan : undefined,
          rowspan: rowSpan > 1 ? rowSpan : undefined,
        };
        return tag(cell.tagName, attributes, blocks(cell.children, within(sideOf(cell), inTable)));
      }),
    );
  const body = rows.slice(headRows).map((cells, at) => row(cells, at + headRows));
  return tag('div', { class: 'wide', tabindex: 0, role: 'group', 'aria-label': levels.table }, [
    tag('table', sideOf(element), [
      ...(caption.length === 0
        ? []
        : [
            tag('caption', { id: numbered?.target }, [
              ...(numbered === null ? [] : [tag('b', {}, text(numbered.label)), text(': ')]),
              blocks(caption, inTable),
            ]),
          ]),
      ...(headRows === 0 ? [] : [tag('thead', {}, rows.slice(0, headRows).map(row))]),
      tag('tbody', {}, body),
    ]),
  ]);
}
