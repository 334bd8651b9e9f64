import type { ElementContent } from 'hast';

/** Formatting that a text may carry. Every other tag is shown as the text that it was written as. */
const BLOCKS = [
  'p',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'hr',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'dl',
  'dt',
  'dd',
] as const;

const INLINES = [
  'a',
  'b',
  'br',
  'code',
  'del',
  'em',
  'i',
  'ins',
  'kbd',
  'mark',
  's',
  'samp',
  'small',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'tt',
  'u',
  'var',
] as const;

const BLOCK_SET: ReadonlySet<string> = new Set(BLOCKS);
const INLINE_SET: ReadonlySet<string> = new Set(INLINES);
const VOID_SET: ReadonlySet<string> = new Set(['br', 'hr']);

/** True for elements that stand on lines of their own. */
export function isBlock(tagName: string): boolean {
  return BLOCK_SET.has(tagName);
}

/** True for a block, and for an inline element that an editor has put around one. */
export function holdsBlock(node: ElementContent): boolean {
  return node.type === 'element' && (isBlock(node.tagName) || node.children.some(holdsBlock));
}

/** True for every element that the tree may hold. */
export function isAllowed(tagName: string): boolean {
  return BLOCK_SET.has(tagName) || INLINE_SET.has(tagName);
}

/** True for elements without content and without an end tag. */
export function isVoid(tagName: string): boolean {
  return VOID_SET.has(tagName);
}

/**
 * The address as it may stand in a link, or undefined when it must not: only absolute http, https and mailto.
 * Control characters and blanks are what browsers strip before they look at the scheme (`java\nscript:`), so
 * an address that holds any is refused rather than cleaned.
 */
export function safeHref(href: string): string | undefined {
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/.test(href)) return undefined;
  return /^(?:https?:\/\/[^/?#\\]|mailto:[^?#])/i.test(href) ? href : undefined;
}

/** Attributes that only dress a tag up: a reader loses no word when they are left out. */
const COSMETIC =
  /^(?:class|style|id|dir|lang|width|height|align|valign|border|cellpadding|cellspacing|bgcolor|color|face|size|target|rel|title|scope|open|spellcheck|contenteditable|nowrap|type|start|value|colspan|rowspan|span|headers|data-[\w.-]+|aria-[\w-]+|role|href)$/;

/** False for an attribute whose silent loss would hide something from the reader (`onclick`, `srcdoc`). */
export function isHarmlessAttribute(name: string, value: string): boolean {
  if (!COSMETIC.test(name)) return false;
  return name !== 'style' || !/url\(|expression|javascript|import|behaviou?r/i.test(value);
}
