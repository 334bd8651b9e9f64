import type { Element, ElementContent } from 'hast';
import type { ThemeColors } from '#contract/deliverable/theme.ts';
import type { Inline, Style } from './lines.ts';
import { markColor } from '#domain/deliverable/theme/readable.ts';

/**
 * The inline content of a block as styled text. Blanks collapse as on a web page, `br` becomes a line end.
 * Blanks at both ends and around line ends are left out, so that lines begin at the edge.
 */
export function inlinesOf(children: readonly ElementContent[], style: Style, colors: ThemeColors): Inline[] {
  const inlines: Inline[] = [];
  for (const child of children) collect(child, style, colors, inlines);
  return collapse(inlines);
}

function collect(node: ElementContent, style: Style, colors: ThemeColors, into: Inline[]): void {
  if (node.type === 'text') into.push({ text: node.value.replace(/[ \t\n\r\f]+/g, ' '), style });
  else if (node.type === 'element') {
    const { pageOf, before, after } = node.properties;
    if (node.tagName === 'br') into.push({ text: '\n', style });
    else if (typeof pageOf === 'string') {
      const number = { ...style, pageOf, target: pageOf, color: colors.link };
      into.push({ text: String(before), style }, { text: pageRoom, style: number });
      into.push({ text: String(after), style });
    } else {
      const inner = styleOf(node, style, colors);
      for (const child of node.children) collect(child, inner, colors, into);
    }
  }
}

/** What the layout engine puts in place of a page before it knows it. */
const pageRoom = '00000';

function collapse(inlines: readonly Inline[]): Inline[] {
  const kept: Inline[] = [];
  let blank = true;
  for (const { text, style } of inlines) {
    if (text === '\n') {
      trimLast(kept);
      kept.push({ text, style });
      blank = true;
      continue;
    }
    const shown: string = blank ? text.replace(/^ +/, '') : text;
    if (shown === '') continue;
    kept.push({ text: shown, style });
    blank = shown.endsWith(' ');
  }
  trimLast(kept);
  while (kept.at(-1)?.text === '\n') {
    kept.pop();
    trimLast(kept);
  }
  return kept;
}

function trimLast(kept: Inline[]): void {
  const last = kept.at(-1);
  if (last === undefined || last.text === '\n') return;
  const text = last.text.replace(/ +$/, '');
  if (text === '') {
    kept.pop();
    trimLast(kept);
  } else kept[kept.length - 1] = { ...last, text };
}

function styleOf(element: Element, style: Style, colors: ThemeColors): Style {
  switch (element.tagName) {
    case 'b':
    case 'strong':
    case 'th':
    case 'dt':
      return { ...style, bold: true };
    case 'i':
    case 'em':
    case 'var':
      return { ...style, italic: true };
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      return { ...style, mono: true, size: style.size * 0.92, background: colors.panel };
    case 'u':
    case 'ins':
      return { ...style, underline: true };
    case 's':
    case 'del':
    case 'strike':
      return { ...style, strike: true };
    case 'mark':
      return { ...style, background: markColor };
    case 'sub':
      return { ...style, size: style.size * 0.75, raise: style.size * -0.12 };
    case 'sup':
      return { ...style, size: style.size * 0.75, raise: style.size * 0.28 };
    case 'small':
      return { ...style, size: style.size * 0.85 };
    case 'a': {
      const { href, id } = element.properties;
      if (typeof href !== 'string') return style;
      // Only the document itself makes links that begin so: those of the data lead to the web alone.
      const place = href.startsWith('#') ? { target: href.slice(1) } : { link: href };
      const anchor = typeof id === 'string' ? { anchor: id } : {};
      return { ...style, ...place, ...anchor, color: colors.link };
    }
    default:
      return style;
  }
}
