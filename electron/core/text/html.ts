import type { Element, ElementContent, Properties, Root } from 'hast';
import { Tokenizer } from 'parse5';
import type { Token } from 'parse5';
import { isAllowed, isBlock, isHarmlessAttribute, isVoid, safeHref } from './allowed.ts';
import { text } from './literal.ts';

/** How deep elements may stand in each other; tags beyond stay text, so no walk over the tree can overflow. */
const MAX_DEPTH = 40;

/**
 * The one thing that the tokenizer swallows in the middle of a run of text, without a token or a gap: an end tag
 * without a name. A character that no text may hold (Unicode noncharacter) makes it text and is taken out again.
 */
const NAMELESS_END = '</>';
const MARKED_END = '<\ufdd0/>';

const TABLE_PARTS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot', 'tr', 'th', 'td']);

/** Open elements that a start tag ends by itself, and the elements behind which it must not look for them. */
const IMPLIED_END: ReadonlyMap<string, { ends: readonly string[]; within: readonly string[] }> = new Map([
  ['li', { ends: ['li'], within: ['ul', 'ol'] }],
  ['dt', { ends: ['dt', 'dd'], within: ['dl'] }],
  ['dd', { ends: ['dt', 'dd'], within: ['dl'] }],
  ['td', { ends: ['td', 'th'], within: ['tr', 'table'] }],
  ['th', { ends: ['td', 'th'], within: ['tr', 'table'] }],
  ['tr', { ends: ['tr'], within: ['thead', 'tbody', 'tfoot', 'table'] }],
  ['thead', { ends: ['thead', 'tbody', 'tfoot'], within: ['table'] }],
  ['tbody', { ends: ['thead', 'tbody', 'tfoot'], within: ['table'] }],
  ['tfoot', { ends: ['thead', 'tbody', 'tfoot'], within: ['table'] }],
]);

/**
 * Parses HTML of a rich text field into a tree that holds allowed elements and text, nothing else.
 *
 * The standard's tokenizer splits the source; the tree is built here and not by the standard's tree builder,
 * because that one drops end tags without a beginning, comments, document types and `<body>`, and moves text
 * out of tables. Here every character of the source ends up in an allowed tag or as text: what is no allowed
 * tag is shown as it was written, also what the tokenizer passes over in silence (`</>`, a tag cut off at the
 * end). Time and depth are bounded by the length of the source and MAX_DEPTH. Never throws.
 */
export function parseHtml(given: string): Root {
  const source = given.replace(/\r\n?/g, '\n').replaceAll(NAMELESS_END, MARKED_END);
  const tree = new TreeBuilder();
  let consumed = 0;
  let duplicateAttribute = false;

  const sourceOf = (token: Token.Token): string => {
    const location = token.location;
    if (location === null) return '';
    if (location.startOffset > consumed) tree.append(source.slice(consumed, location.startOffset));
    const start = Math.max(consumed, location.startOffset);
    consumed = Math.max(consumed, location.endOffset);
    return source.slice(start, consumed);
  };
  const literal = (token: Token.Token): void => {
    duplicateAttribute = false;
    tree.append(sourceOf(token));
  };
  const characters = (token: Token.CharacterToken): void => {
    sourceOf(token);
    tree.append(token.chars);
  };

  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onComment: literal,
      onDoctype: literal,
      onStartTag(token) {
        const written = sourceOf(token);
        const properties = duplicateAttribute ? undefined : propertiesOf(token);
        duplicateAttribute = false;
        if (properties === undefined || !tree.open(token.tagName, properties)) tree.append(written);
      },
      onEndTag(token) {
        const written = sourceOf(token);
        duplicateAttribute = false;
        if (token.attrs.length > 0 || !tree.close(token.tagName)) tree.append(written);
      },
      onEof: () => undefined,
      onCharacter: characters,
      onNullCharacter: characters,
      onWhitespaceCharacter: characters,
      onParseError(error) {
        if (error.code === 'duplicate-attribute') duplicateAttribute = true;
      },
    },
  );
  tokenizer.write(source, true);
  tree.append(source.slice(consumed));
  return tree.root;
}

/** What the tree keeps of a tag's attributes, or undefined when leaving the rest out would hide something. */
function propertiesOf(token: Token.TagToken): Properties | undefined {
  const properties: Properties = {};
  for (const { name, value } of token.attrs) {
    if (!isHarmlessAttribute(name, value)) return undefined;
    if (name === 'href') {
      const href = token.tagName === 'a' ? safeHref(value) : undefined;
      if (href === undefined) return undefined;
      properties['href'] = href;
    } else if (name === 'start' && token.tagName === 'ol' && /^\d{1,6}$/.test(value)) {
      properties['start'] = Number(value);
    } else if (name === 'colspan' && /^[1-9]\d?$/.test(value)) {
      properties['colSpan'] = Number(value);
    } else if (name === 'rowspan' && /^[1-9]\d?$/.test(value)) {
      properties['rowSpan'] = Number(value);
    }
  }
  return properties;
}

class TreeBuilder {
  readonly root: Root = { type: 'root', children: [] };
  readonly #open: Element[] = [];

  append(marked: string): void {
    if (marked === '') return;
    const value = marked.replaceAll(MARKED_END, NAMELESS_END);
    const siblings: { type: string; value?: string }[] = this.#siblings();
    const last = siblings.at(-1);
    if (last?.type === 'text' && last.value !== undefined) last.value += value;
    else this.#siblings().push(text(value));
  }

  /** Opens an element; false when this tag must stay text. */
  open(tagName: string, properties: Properties): boolean {
    if (!isAllowed(tagName)) return false;
    if (TABLE_PARTS.has(tagName) && !this.#open.some((node) => node.tagName === 'table')) return false;
    if (tagName === 'a' && (properties['href'] === undefined || this.#isOpen('a'))) return false;
    this.#endImplied(tagName);
    if (this.#open.length >= MAX_DEPTH) return false;
    const node: Element = { type: 'element', tagName, properties, children: [] };
    this.#siblings().push(node);
    if (!isVoid(tagName)) this.#open.push(node);
    return true;
  }

  /** Closes the nearest open element of that name and all inside it; false when there is none. */
  close(tagName: string): boolean {
    const index = this.#open.findLastIndex((node) => node.tagName === tagName);
    if (index < 0) return false;
    if (!isBlock(tagName) && this.#open.slice(index).some((node) => isBlock(node.tagName))) return false;
    this.#open.length = index;
    return true;
  }

  #endImplied(tagName: string): void {
    const rule = IMPLIED_END.get(tagName);
    if (rule !== undefined) {
      for (let index = this.#open.length - 1; index >= 0; index -= 1) {
        const name = this.#open[index]?.tagName ?? '';
        if (rule.within.includes(name)) return;
        if (rule.ends.includes(name)) {
          this.#open.length = index;
          return;
        }
      }
    } else if (isBlock(tagName) && tagName === 'p' && this.#open.at(-1)?.tagName === 'p') {
      this.#open.length -= 1;
    }
  }

  #isOpen(tagName: string): boolean {
    return this.#open.some((node) => node.tagName === tagName);
  }

  #siblings(): ElementContent[] {
    const top = this.#open.at(-1);
    // The root holds the same kinds of nodes as an element here: nothing puts a document type into it.
    return top === undefined ? (this.root.children as ElementContent[]) : top.children;
  }
}
