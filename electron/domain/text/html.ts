import type { Element, ElementContent, Properties, Root } from 'hast';
import { Tokenizer } from 'parse5';
import type { Token } from 'parse5';
import { isAllowed, isBlock, isHarmlessAttribute, isVoid, safeHref } from './tree/allowed.ts';
import { embeddedImage, shownEmbedded, type Lightened } from './tree/embedded.ts';
import { imageWidth } from './references/image-attributes.ts';
import { typedLinks } from './references/finding-address.ts';
import { evidenceName } from './references/evidence-address.ts';
import { element, literalBlock, text } from './tree/literal.ts';

/** So much is formatted: no person formats more by hand. The rest is shown as it was written. */
const MAX_CHARACTERS = 200_000;

/** How deep elements may stand in each other; tags beyond stay text, so no walk over the tree can overflow. */
const MAX_DEPTH = 40;

/**
 * The one thing that the tokenizer swallows in the middle of a run of text, without a token or a gap: an end tag
 * without a name. A character that no text may hold (Unicode noncharacter) makes it text and is taken out again.
 */
const NAMELESS_END = '</>';
const MARKED_END = '<\ufdd0/>';

const TABLE_PARTS: ReadonlySet<string> = new Set(['caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']);

/** Columns of a table: they hold no words and only dress it up. */
const COLUMNS: ReadonlySet<string> = new Set(['col', 'colgroup']);

/** What folds on a screen is printed open, below its summary in bold; a table that an editor put into a figure as a block. */
const FOLDS: ReadonlySet<string> = new Set(['details', 'summary', 'figure', 'figcaption']);

/** Open elements that a start tag ends by itself, and the elements behind which it must not look for them. */
const IMPLIED_END: ReadonlyMap<string, { ends: readonly string[]; within: readonly string[] }> = new Map([
  ['li', { ends: ['li'], within: ['ul', 'ol'] }],
  ['dt', { ends: ['dt', 'dd'], within: ['dl'] }],
  ['dd', { ends: ['dt', 'dd'], within: ['dl'] }],
  ['td', { ends: ['td', 'th', 'caption'], within: ['tr', 'table'] }],
  ['th', { ends: ['td', 'th', 'caption'], within: ['tr', 'table'] }],
  ['tr', { ends: ['tr', 'caption'], within: ['thead', 'tbody', 'tfoot', 'table'] }],
  ['caption', { ends: ['caption'], within: ['table'] }],
  ['thead', { ends: ['thead', 'tbody', 'tfoot', 'caption'], within: ['table'] }],
  ['tbody', { ends: ['thead', 'tbody', 'tfoot', 'caption'], within: ['table'] }],
  ['tfoot', { ends: ['thead', 'tbody', 'tfoot', 'caption'], within: ['table'] }],
]);

/**
 * Parses HTML of a rich text field into a tree that holds allowed elements and text, nothing else.
 *
 * The standard's tokenizer splits the source; the tree is built here. The standard's tree builder would drop
 * comments, document types, `<body>` and end tags without a beginning. It would also move text out of tables.
 * Here every character of the source ends up in an allowed tag or as text. Other tags are shown as written, also what
 * the tokenizer ignores (`</>`, a tag cut off at the end). Time and depth are bounded by the length of the source and
 * MAX_DEPTH. Never throws.
 */
export function parseHtml(given: Lightened): Root {
  const whole = given.text.replace(/\r\n?/g, '\n');
  const cut = whole.length > MAX_CHARACTERS ? cutBefore(whole) : whole.length;
  const source = whole.slice(0, cut).replaceAll(NAMELESS_END, MARKED_END);
  const tree = new TreeBuilder(given);
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
        const image = duplicateAttribute ? undefined : imageOf(token, written, given);
        const properties = duplicateAttribute ? undefined : propertiesOf(token);
        duplicateAttribute = false;
        if (image !== undefined) tree.add(image);
        else if (properties === undefined || !tree.open(token.tagName, properties, written))
          tree.append(written);
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
  tree.end();
  if (cut < whole.length) tree.root.children.push(literalBlock(shownEmbedded(whole.slice(cut), given)));
  return tree.root;
}

/** What of a lightened text of HTML is not formatted: nothing, or all beyond the longest part that is. */
export function unformattedHtml(text: string): string[] {
  return text.length > MAX_CHARACTERS ? [text.slice(cutBefore(text))] : [];
}

/** Where the part ends that is formatted: before a tag or a line if there is one near. */
function cutBefore(source: string): number {
  const near = source.slice(0, MAX_CHARACTERS);
  const at = Math.max(near.lastIndexOf('<'), near.lastIndexOf('\n'));
  return at > MAX_CHARACTERS / 2 ? at : MAX_CHARACTERS;
}

/** An embedded image, or one of the evidence; undefined for a tag that is anything else. */
function imageOf(token: Token.TagToken, written: string, given: Lightened): Element | undefined {
  if (token.tagName !== 'img') return undefined;
  const named = new Map(token.attrs.map(({ name, value }) => [name, value]));
  const source = (named.get('src') ?? '').trim();
  const embedded = embeddedImage(source, given);
  const evidence = evidenceName(source);
  const harmless = token.attrs.every(
    ({ name, value }) => name === 'src' || name === 'alt' || isHarmlessAttribute(name, value),
  );
  if ((embedded === undefined && evidence === null) || !harmless) return undefined;
  const alt = [named.get('alt') ?? '', named.get('title') ?? ''].filter((words) => words.trim() !== '');
  const width = imageWidth(named.get('width') ?? '');
  const properties = {
    ...(embedded === undefined
      ? { evidence, written: shownEmbedded(written, given) }
      : { src: embedded.address }),
    alt: alt.join(': '),
    ...(width === undefined ? {} : { width }),
  };
  return { type: 'element', tagName: 'img', properties, children: [] };
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
    } else if (name === 'value' && token.tagName === 'li' && /^\d{1,6}$/.test(value)) {
      properties['value'] = value;
    } else if (name === 'data-list' && token.tagName === 'li' && value === 'bullet') {
      properties['bullet'] = true;
    } else if (name === 'colspan' && /^0*[1-9]\d{0,4}$/.test(value.trim())) {
      properties['colSpan'] = Number(value);
    } else if (name === 'rowspan' && /^\d{1,5}$/.test(value.trim())) {
      properties['rowSpan'] = Number(value);
    } else if (isCell(token.tagName) && alignIn(name, value) !== undefined) {
      properties['align'] = alignIn(name, value);
    }
  }
  return properties;
}

function isCell(tagName: string): boolean {
  return tagName === 'td' || tagName === 'th';
}

/** How an attribute sets the words of a cell; undefined for all others. */
function alignIn(name: string, value: string): string | undefined {
  if (name !== 'align' && name !== 'style') return undefined;
  const said = name === 'align' ? value : /(?:^|;)\s*text-align\s*:([^;]*)/iu.exec(value)?.[1];
  return /^\s*(left|right|center)\s*$/iu.exec(said ?? '')?.[1]?.toLowerCase();
}

class TreeBuilder {
  readonly root: Root = { type: 'root', children: [] };
  readonly #open: Element[] = [];
  readonly #given: Lightened;
  readonly #written = new WeakMap<Element, string>();
  readonly #unformatted = new Set<Element>();
  /** Entries of lists that were given a number of their own. */
  readonly #numbers = new WeakMap<ElementContent, number>();
  /** Entries of numbered lists that have bullets, as Quill writes them. */
  readonly #bullets = new WeakSet<ElementContent>();
  /** Something stands in the tree that is printed otherwise than it was opened. */
  #settles = false;

  constructor(given: Lightened) {
    this.#given = given;
  }

  /** Adds an element without content. */
  add(node: Element): void {
    this.#siblings().push(node);
  }

  append(marked: string): void {
    if (marked === '') return;
    const value = shownEmbedded(marked.replaceAll(MARKED_END, NAMELESS_END), this.#given);
    const siblings: { type: string; value?: string }[] = this.#siblings();
    const last = siblings.at(-1);
    if (last?.type === 'text' && last.value !== undefined) last.value += value;
    else this.#siblings().push(text(value));
  }

  /** Opens an element; false when this tag must stay text. */
  open(tagName: string, properties: Properties, written: string): boolean {
    if (COLUMNS.has(tagName)) return this.#isOpen('table');
    if (!isAllowed(tagName) && !FOLDS.has(tagName)) return false;
    if (TABLE_PARTS.has(tagName) && !this.#open.some((node) => node.tagName === 'table')) return false;
    if (tagName === 'a' && (properties['href'] === undefined || this.#isOpen('a'))) return false;
    this.#endImplied(tagName);
    if (this.#open.length >= MAX_DEPTH) return false;
    const { value, bullet, ...kept } = properties;
    const node: Element = { type: 'element', tagName, properties: kept, children: [] };
    if (typeof value === 'string') this.#numbers.set(node, Number(value));
    if (bullet === true) this.#bullets.add(node);
    if (FOLDS.has(tagName) || value !== undefined || bullet === true) this.#settles = true;
    this.#siblings().push(node);
    if (!isVoid(tagName)) {
      this.#open.push(node);
      this.#written.set(node, written);
    }
    return true;
  }

  /** Closes the nearest open element of that name and all inside it; false when there is none. */
  close(tagName: string): boolean {
    if (tagName === 'colgroup' && this.#isOpen('table')) return true;
    const index = this.#open.findLastIndex((node) => node.tagName === tagName);
    if (index < 0) return false;
    const inline = !isBlock(tagName) && !FOLDS.has(tagName);
    if (inline && this.#open.slice(index).some((node) => isBlock(node.tagName))) return false;
    this.#endFrom(index, index);
    return true;
  }

  /** Ends what is still open. */
  end(): void {
    this.#endFrom(0, -1);
    if (this.#unformatted.size > 0 || this.#settles) {
      this.root.children = this.#settled(this.root.children as ElementContent[]);
    }
    this.root.children = withTypedLinks(this.root.children as ElementContent[]);
  }

  /** Content in which a tag that formats nothing stands as it was written, and what folds is open. */
  #settled(children: readonly ElementContent[]): ElementContent[] {
    return children.flatMap((child): ElementContent[] => {
      if (child.type !== 'element') return [child];
      if (child.tagName === 'ol') return this.#numbered(child);
      const inside = this.#settled(child.children);
      if (this.#unformatted.has(child)) {
        return [text(shownEmbedded(this.#written.get(child) ?? '', this.#given)), ...inside];
      }
      if (child.tagName === 'details' || child.tagName === 'figure') return [element('div', inside)];
      if (child.tagName === 'figcaption') return [element('p', inside)];
      return [child.tagName === 'summary' ? summary(inside) : { ...child, children: inside }];
    });
  }

  /** A list begins anew with each entry that has a number of its own, and where bullets and numbers meet. */
  #numbered(list: Element): Element[] {
    const lists: Element[] = [{ ...list, children: [] }];
    for (const entry of list.children) {
      const start = this.#numbers.get(entry);
      const tagName = this.#bullets.has(entry) ? 'ul' : 'ol';
      if (start !== undefined) {
        lists.push({ ...list, properties: { ...list.properties, start }, children: [] });
      } else if (entry.type === 'element' && lists.at(-1)?.tagName !== tagName) {
        lists.push({ ...list, tagName, properties: tagName === 'ul' ? {} : list.properties, children: [] });
      }
      lists.at(-1)?.children.push(entry);
    }
    return lists
      .filter(({ children }) => children.some((child) => child.type !== 'text' || /\S/u.test(child.value)))
      .map((one) => ({ ...one, children: this.#settled(one.children) }));
  }

  /** Ends elements from an index on; what formats words and has no end of its own (all but `closed`) was no formatting. */
  #endFrom(index: number, closed: number): void {
    for (let at = this.#open.length - 1; at >= index; at -= 1) {
      const node = this.#open[at];
      if (node === undefined) continue;
      if (at !== closed && !isBlock(node.tagName)) this.#unformatted.add(node);
      // A link without words would be seen by nobody.
      const empty = node.children.every((child) => child.type === 'text' && child.value.trim() === '');
      if (at === closed && node.tagName === 'a' && empty)
        node.children = [text(String(node.properties['href']))];
    }
    this.#open.length = index;
  }

  #endImplied(tagName: string): void {
    const rule = IMPLIED_END.get(tagName);
    if (rule !== undefined) {
      for (let index = this.#open.length - 1; index >= 0; index -= 1) {
        const name = this.#open[index]?.tagName ?? '';
        if (rule.within.includes(name)) return;
        if (rule.ends.includes(name)) {
          this.#endFrom(index, index);
          return;
        }
      }
    } else if (isBlock(tagName) && tagName === 'p' && this.#open.at(-1)?.tagName === 'p') {
      this.#endFrom(this.#open.length - 1, this.#open.length - 1);
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

const untouched: ReadonlySet<string> = new Set(['a', 'pre', 'code', 'kbd', 'samp', 'tt']);

/** Content in which `[[ID]]` is a link to that finding. */
function withTypedLinks(children: readonly ElementContent[]): ElementContent[] {
  return children.flatMap((child): ElementContent[] => {
    if (child.type === 'element' && !untouched.has(child.tagName)) {
      child.children = withTypedLinks(child.children);
    }
    if (child.type !== 'text' || !child.value.includes('[[')) return [child];
    return typedLinks(child.value).map(({ text: words, id }) =>
      id === null ? text(words) : { ...element('a', [text(words)]), properties: { finding: id } },
    );
  });
}

function summary(content: ElementContent[]): Element {
  const isPhrase = content.every((child) => child.type !== 'element' || !isBlock(child.tagName));
  return isPhrase ? element('p', [element('strong', content)]) : element('div', content);
}
