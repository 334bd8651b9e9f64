/** An element of a part, with its children in order. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
}

const piece = /<\?[^>]*\?>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/uy;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads XML strictly. @throws at the first place that is not well-formed, or holds a sign that XML does not have */
export function readXml(source: string): XmlElement {
  const forbidden =
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])/.exec(source);
  if (forbidden !== null) throw new Error(`A forbidden sign at ${String(forbidden.index)}`);
  const root: XmlElement = { name: '', attributes: {}, children: [] };
  const open: XmlElement[] = [root];
  let at = 0;
  while (at < source.length) {
    piece.lastIndex = at;
    const found = piece.exec(source);
    if (found === null) throw new Error(`Not well-formed at ${String(at)}: ${source.slice(at, at + 60)}`);
    at = piece.lastIndex;
    const [, closing, name, attributes = '', lone, text] = found;
    const parent = open.at(-1);
    if (parent === undefined) throw new Error('More ends than beginnings');
    if (text !== undefined) parent.children.push(unescaped(text));
    else if (name === undefined) continue;
    else if (closing === '/') {
      if (open.pop()?.name !== name)
        throw new Error(`</${name}> ends what it did not begin, at ${String(at)}`);
    } else {
      const element: XmlElement = { name, attributes: attributesIn(attributes), children: [] };
      parent.children.push(element);
      if (lone !== '/') open.push(element);
    }
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name ?? ''}> does not end`);
  const [element] = root.children.filter((child) => typeof child !== 'string');
  if (element === undefined) throw new Error('No element');
  return element;
}

function attributesIn(source: string): Record<string, string> {
  const all = [...source.matchAll(/([\w:.-]+)="([^"]*)"/gu)];
  const read = Object.fromEntries(all.map(([, name = '', value = '']) => [name, unescaped(value)]));
  if (Object.keys(read).length !== all.length) throw new Error(`An attribute stands twice: ${source}`);
  return read;
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));|&/gu, (whole, code?: string, name?: string) => {
    if (code !== undefined) return String.fromCodePoint(Number(code));
    const sign = named[name ?? ''];
    if (sign === undefined) throw new Error(`Unknown entity ${whole}`);
    return sign;
  });
}

/** The words that stand in an element itself. */
export function wordsIn({ children }: XmlElement): string {
  return children.filter((child) => typeof child === 'string').join('');
}

/** The elements among the children. */
export function elementsOf({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== 'string');
}

/** An element and all elements within it, in order. */
export function* within(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of elementsOf(element)) yield* within(child);
}
